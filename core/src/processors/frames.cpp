#include "frames.hpp"

#include <sys/mman.h>

namespace pram::detail {

namespace {

// Addresses only: pages are given when they are touched.
constexpr std::size_t most = std::size_t{1} << 37;
constexpr std::size_t least = std::size_t{1} << 26;
// Small pardos stay on small pages: a fresh 2 MiB page costs more than they do.
constexpr std::size_t small_part = std::size_t{2} << 20;

}  // namespace

void FrameSlab::reserve() {
  if (base_ != nullptr) throw std::bad_alloc();
  for (std::size_t size = most; size >= least; size /= 2) {
    void* const place =
        ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (place == MAP_FAILED) continue;
    base_ = static_cast<std::byte*>(place);
    reserved_ = size;
    ::madvise(base_ + small_part, size - small_part, MADV_HUGEPAGE);
    return;
  }
  throw std::bad_alloc();
}

FrameSlab::~FrameSlab() {
  if (base_ != nullptr) ::munmap(base_, reserved_);
}

}  // namespace pram::detail
