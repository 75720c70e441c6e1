#include "frames.hpp"

#include <sys/mman.h>

#include <map>
#include <mutex>

namespace pram::detail {

namespace {

// Addresses only: pages are given when they are touched.
constexpr std::size_t most = std::size_t{1} << 37;
constexpr std::size_t least = std::size_t{1} << 26;
// Small pardos stay on small pages: a fresh 2 MiB page costs more than they do.
constexpr std::size_t small_part = std::size_t{2} << 20;

/// The reservations of all slabs, those that have gone and left frames behind included.
struct Reservations {
  struct One {
    std::size_t bytes = 0;
    std::uint64_t released = 0;  ///< frames, by others than the slab's worker
    std::uint64_t left = 0;      ///< frames of a slab that is gone; 0 while it is there
  };
  std::mutex mutex;
  std::map<std::byte*, One> all;
};

Reservations& reservations() {
  static auto* const made = new Reservations();  // for good: tasks may die in a program's last destructors
  return *made;
}

}  // namespace

void FrameSlab::reserve() {
  if (base_ != nullptr) throw std::bad_alloc();
  for (std::size_t size = most; size >= least; size /= 2) {
    void* const place =
        ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (place == MAP_FAILED) continue;
    try {
      Reservations& known = reservations();
      const std::lock_guard lock(known.mutex);
      known.all[static_cast<std::byte*>(place)] = {.bytes = size};
    } catch (...) {
      ::munmap(place, size);
      throw;
    }
    base_ = static_cast<std::byte*>(place);
    reserved_ = size;
    ::madvise(base_ + small_part, size - small_part, MADV_HUGEPAGE);
    return;
  }
  throw std::bad_alloc();
}

void FrameSlab::release_elsewhere(void* frame, std::size_t bytes) noexcept {
  if (kind_of(bytes) >= kinds) {
    ::operator delete(frame);
    return;
  }
  Reservations& known = reservations();
  const std::lock_guard lock(known.mutex);
  const auto place = std::prev(known.all.upper_bound(static_cast<std::byte*>(frame)));
  Reservations::One& one = place->second;
  if (one.left == 0) {
    ++one.released;
  } else if (--one.left == 0) {
    ::munmap(place->first, one.bytes);
    known.all.erase(place);
  }
}

void FrameSlab::forget_released() noexcept {
  Reservations& known = reservations();
  const std::lock_guard lock(known.mutex);
  Reservations::One& one = known.all.find(base_)->second;
  live_ -= one.released;
  one.released = 0;
}

void FrameSlab::part() noexcept {
  if (base_ == nullptr) return;
  Reservations& known = reservations();
  const std::lock_guard lock(known.mutex);
  const auto place = known.all.find(base_);
  place->second.left = live_ - place->second.released;
  if (place->second.left == 0) {
    ::munmap(base_, reserved_);
    known.all.erase(place);
  }
  base_ = nullptr;
  reserved_ = used_ = touched_ = 0;
  live_ = 0;
}

}  // namespace pram::detail
