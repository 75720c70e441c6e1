#include <pram/detail/memory_account.hpp>

#include <fmt/format.h>

#include <pram/error.hpp>

namespace pram::detail {

std::string shown_memory(std::uint64_t bytes) {
  const auto thousands = [bytes](double unit) { return static_cast<double>(bytes) / unit; };
  if (bytes < 1000) return fmt::format("{} bytes", bytes);
  if (bytes < 1'000'000) return fmt::format("{:.0f} kB", thousands(1e3));
  return fmt::format("{:.0f} MB", thousands(1e6));
}

constinit thread_local MemoryAccount* current_account = nullptr;

void MemoryAccount::refuse(std::uint64_t bytes) {
  const std::uint64_t before = taken_.fetch_sub(bytes, std::memory_order_relaxed) - bytes;
  throw LimitError(
      "memory", before + bytes, limit_,
      fmt::format("{} more bytes of memory are needed, and {} of the machine's {} are taken", bytes, before, limit_));
}

}  // namespace pram::detail
