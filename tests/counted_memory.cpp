#include "counted_memory.hpp"

#include <malloc.h>

#include <atomic>
#include <cstdlib>
#include <new>

namespace {

std::atomic<std::uint64_t> held = 0;
std::atomic<std::uint64_t> most = 0;

void* counted(void* made) noexcept {
  if (made == nullptr) return nullptr;
  const std::uint64_t now = held.fetch_add(::malloc_usable_size(made)) + ::malloc_usable_size(made);
  for (std::uint64_t before = most; before < now && !most.compare_exchange_weak(before, now);) {
  }
  return made;
}

void* allocate(std::size_t size) noexcept { return counted(std::malloc(size == 0 ? 1 : size)); }

void* allocate(std::size_t size, std::align_val_t alignment) noexcept {
  const auto to = static_cast<std::size_t>(alignment);
  return counted(std::aligned_alloc(to, (size + to - 1) / to * to));
}

void* or_throw(void* made) {
  if (made == nullptr) throw std::bad_alloc();
  return made;
}

void release(void* given) noexcept {
  if (given == nullptr) return;
  held.fetch_sub(::malloc_usable_size(given));
  std::free(given);
}

}  // namespace

// The forms for arrays call the forms below. A sanitizer has forms of its own for each that is not replaced, so that
// those which throw and those which do not go together. What could not be had is not tried again.
void* operator new(std::size_t size) { return or_throw(allocate(size)); }
void* operator new(std::size_t size, std::align_val_t alignment) { return or_throw(allocate(size, alignment)); }
void* operator new(std::size_t size, const std::nothrow_t&) noexcept { return allocate(size); }
void* operator new(std::size_t size, std::align_val_t alignment, const std::nothrow_t&) noexcept {
  return allocate(size, alignment);
}
void operator delete(void* given) noexcept { release(given); }
void operator delete(void* given, std::size_t) noexcept { release(given); }
void operator delete(void* given, std::align_val_t) noexcept { release(given); }
void operator delete(void* given, std::size_t, std::align_val_t) noexcept { release(given); }

namespace pram::testing {

CountedMemory::CountedMemory() : before_(held) { most = before_; }

std::uint64_t CountedMemory::peak() const { return most - before_; }

}  // namespace pram::testing
