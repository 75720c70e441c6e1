#include <pram/detail/memory_account.hpp>

#include <fmt/format.h>

#include <pram/error.hpp>

namespace pram::detail {

constinit thread_local MemoryAccount* current_account = nullptr;

void MemoryAccount::refuse(std::uint64_t bytes) {
  const std::uint64_t before = taken_.fetch_sub(bytes, std::memory_order_relaxed) - bytes;
  throw LimitError(
      "memory", before + bytes, limit_,
      fmt::format("{} more bytes of memory are needed, and {} of the machine's {} are taken", bytes, before, limit_));
}

}  // namespace pram::detail
