#include "heap_limit.hpp"

#include <fmt/format.h>
#include <malloc.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>

#include <pram/detail/memory_account.hpp>
#include <pram/machine.hpp>
#include "../options/machine.hpp"

namespace {

// What stands in blocks that were handed out while a limit counts. Blocks from before it are given back, too, so that
// it may be a little below zero.
std::atomic<std::int64_t> held = 0;
std::atomic<std::int64_t> most = 0;  // 0: no limit counts
std::uint64_t last_limit = 0;
bool limit_was_given = false;
constexpr std::size_t largest_block = std::size_t{1} << 61;  // sums of two of them fit

bool passes_limit(std::int64_t bytes) noexcept {
  const std::int64_t limit = most.load(std::memory_order_relaxed);
  return limit != 0 && bytes > limit;
}

/// Counts a block before it is made, so that threads do not pass the limit together.
/// @param make  makes it of so many bytes, or gives null
template <class Make>
void* allocate(std::size_t size, const Make& make) noexcept {
  if (most.load(std::memory_order_relaxed) == 0) return make(size);
  const auto bytes = static_cast<std::int64_t>(std::min(size, largest_block));
  if (passes_limit(held.fetch_add(bytes, std::memory_order_relaxed) + bytes)) {
    held.fetch_sub(bytes, std::memory_order_relaxed);
    return nullptr;
  }
  void* const made = make(size);
  const std::int64_t taken = made == nullptr ? 0 : static_cast<std::int64_t>(::malloc_usable_size(made));
  held.fetch_add(taken - bytes, std::memory_order_relaxed);
  return made;
}

void* allocate(std::size_t size) noexcept {
  return allocate(size, [](std::size_t bytes) { return std::malloc(bytes == 0 ? 1 : bytes); });
}

void* allocate(std::size_t size, std::align_val_t alignment) noexcept {
  const auto to = static_cast<std::size_t>(alignment);
  return allocate(size, [to](std::size_t bytes) { return std::aligned_alloc(to, (bytes + to - 1) / to * to); });
}

void* or_throw(void* made, std::size_t size) {
  if (made != nullptr) return made;
  const auto bytes = static_cast<std::int64_t>(std::min(size, largest_block));
  if (passes_limit(held.load(std::memory_order_relaxed) + bytes)) throw pram::tool::HeapLimitReached();
  throw std::bad_alloc();
}

void release(void* given) noexcept {
  if (given == nullptr) return;
  if (most.load(std::memory_order_relaxed) != 0)
    held.fetch_sub(static_cast<std::int64_t>(::malloc_usable_size(given)), std::memory_order_relaxed);
  std::free(given);
}

}  // namespace

// The forms for arrays call the forms below. A sanitizer has forms of its own for each that is not replaced, so that
// those which throw and those which do not go together.
void* operator new(std::size_t size) { return or_throw(allocate(size), size); }
void* operator new(std::size_t size, std::align_val_t alignment) { return or_throw(allocate(size, alignment), size); }
void* operator new(std::size_t size, const std::nothrow_t&) noexcept { return allocate(size); }
void* operator new(std::size_t size, std::align_val_t alignment, const std::nothrow_t&) noexcept {
  return allocate(size, alignment);
}
void operator delete(void* given) noexcept { release(given); }
void operator delete(void* given, std::size_t) noexcept { release(given); }
void operator delete(void* given, std::align_val_t) noexcept { release(given); }
void operator delete(void* given, std::size_t, std::align_val_t) noexcept { release(given); }

namespace pram::tool {

HeapLimit::HeapLimit(const Options& options) {
  const std::uint64_t asked = options[option::memory_limit];
  limit_was_given = asked != 0;
  last_limit = asked != 0 ? asked : default_memory_limit();
  held = 0;
  most = static_cast<std::int64_t>(std::min<std::uint64_t>(last_limit, largest_block));
}

HeapLimit::~HeapLimit() { most = 0; }

std::string HeapLimit::sentence() {
  return fmt::format("more memory is needed than the memory limit of {}, {}", pram::detail::shown_memory(last_limit),
                     limit_was_given ? "which --memory-limit gives" : "nine tenths of what this host allows");
}

}  // namespace pram::tool
