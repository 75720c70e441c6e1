#pragma once

#include <algorithm>
#include <cstddef>
#include <new>

#include <sys/mman.h>

#include <pram/detail/memory_account.hpp>

#include "large_page.hpp"

/// Memory for hot data that is written before it is read: on the host's large pages if it is large, and counted.
namespace pram::detail {

/// What memory for so many bytes of hot data is aligned to.
constexpr std::size_t hot_alignment(std::size_t bytes, std::size_t alignment) {
  return bytes >= large_page ? std::max(alignment, large_page) : alignment;
}

/// @param account    null: nobody counts
/// @param alignment  of the result, at least
/// @throws LimitError, std::bad_alloc
inline std::byte* allocate_hot(MemoryAccount* account, std::size_t bytes, std::size_t alignment) {
  if (account != nullptr) account->take(bytes);
  try {
    void* const place = ::operator new(bytes, std::align_val_t(hot_alignment(bytes, alignment)));
    if (bytes >= large_page) ::madvise(place, bytes / large_page * large_page, MADV_HUGEPAGE);
    return static_cast<std::byte*>(place);
  } catch (...) {
    if (account != nullptr) account->give_back(bytes);
    throw;
  }
}

/// @param account, bytes, alignment  as it was allocated
inline void free_hot(MemoryAccount* account, std::byte* place, std::size_t bytes, std::size_t alignment) noexcept {
  ::operator delete(place, std::align_val_t(hot_alignment(bytes, alignment)));
  if (account != nullptr) account->give_back(bytes);
}

}  // namespace pram::detail
