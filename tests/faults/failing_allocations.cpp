#include "failing_allocations.hpp"

#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <limits>
#include <new>

namespace {

constexpr std::uint64_t never = std::numeric_limits<std::uint64_t>::max();

std::atomic<std::uint64_t> asked_for = 0;
std::atomic<std::uint64_t> first_to_fail = never;
std::atomic<std::uint64_t> last_to_fail = never;

bool fails() {
  if (first_to_fail.load(std::memory_order_relaxed) == never) return false;
  const std::uint64_t number = asked_for.fetch_add(1, std::memory_order_relaxed) + 1;
  return number >= first_to_fail.load(std::memory_order_relaxed) &&
         number <= last_to_fail.load(std::memory_order_relaxed);
}

void* allocate(std::size_t bytes) noexcept { return fails() ? nullptr : std::malloc(bytes == 0 ? 1 : bytes); }

void* allocate(std::size_t bytes, std::align_val_t alignment) noexcept {
  const auto unit = static_cast<std::size_t>(alignment);
  return fails() ? nullptr : std::aligned_alloc(unit, (bytes + unit) / unit * unit);
}

[[gnu::noinline]] void release(void* place) noexcept { std::free(place); }

void* or_throw(void* place) {
  if (place == nullptr) throw std::bad_alloc();
  return place;
}

}  // namespace

namespace pram::testing {

FailingAllocations::FailingAllocations(std::uint64_t first, Mode mode) {
  asked_for = 0;
  last_to_fail = mode == Mode::once ? first : never;
  first_to_fail = first;
}

FailingAllocations::~FailingAllocations() { first_to_fail = never; }

std::uint64_t FailingAllocations::asked() { return asked_for; }

}  // namespace pram::testing

void* operator new(std::size_t bytes) { return or_throw(allocate(bytes)); }
void* operator new[](std::size_t bytes) { return or_throw(allocate(bytes)); }
void* operator new(std::size_t bytes, std::align_val_t unit) { return or_throw(allocate(bytes, unit)); }
void* operator new[](std::size_t bytes, std::align_val_t unit) { return or_throw(allocate(bytes, unit)); }
void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept { return allocate(bytes); }
void* operator new[](std::size_t bytes, const std::nothrow_t&) noexcept { return allocate(bytes); }
void* operator new(std::size_t bytes, std::align_val_t unit, const std::nothrow_t&) noexcept {
  return allocate(bytes, unit);
}
void* operator new[](std::size_t bytes, std::align_val_t unit, const std::nothrow_t&) noexcept {
  return allocate(bytes, unit);
}
void operator delete(void* place) noexcept { release(place); }
void operator delete[](void* place) noexcept { release(place); }
void operator delete(void* place, std::size_t) noexcept { release(place); }
void operator delete[](void* place, std::size_t) noexcept { release(place); }
void operator delete(void* place, std::align_val_t) noexcept { release(place); }
void operator delete[](void* place, std::align_val_t) noexcept { release(place); }
void operator delete(void* place, std::size_t, std::align_val_t) noexcept { release(place); }
void operator delete[](void* place, std::size_t, std::align_val_t) noexcept { release(place); }
void operator delete(void* place, const std::nothrow_t&) noexcept { release(place); }
void operator delete[](void* place, const std::nothrow_t&) noexcept { release(place); }

// A sanitizer has an mmap of its own.
#ifndef PRAM_SANITIZED
extern "C" void* mmap(void* place, std::size_t bytes, int protection, int flags, int file, off_t offset) noexcept {
  if (fails()) {
    errno = ENOMEM;
    return MAP_FAILED;
  }
  return reinterpret_cast<void*>(::syscall(SYS_mmap, place, bytes, protection, flags, file, offset));
}
#endif
