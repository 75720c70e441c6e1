#include "input/file/memory_room.hpp"

#include <fmt/format.h>

#include <utility>

#include <pram/error.hpp>
#include <pram/machine.hpp>

namespace pram::programs {

std::string shown_memory(std::uint64_t bytes) {
  const auto thousands = [bytes](double unit) { return static_cast<double>(bytes) / unit; };
  if (bytes < 1000) return fmt::format("{} bytes", bytes);
  if (bytes < 1'000'000) return fmt::format("{:.0f} kB", thousands(1e3));
  return fmt::format("{:.0f} MB", thousands(1e6));
}

MemoryRoom::MemoryRoom(std::string file, std::uint64_t limit)
    : file_(std::move(file)), limit_(limit != 0 ? limit : default_memory_limit()) {}

void MemoryRoom::fail() const {
  throw LimitError("memory", limit_ + 1, limit_,
                   fmt::format("{}: to read it takes more than the memory limit of {}", file_, shown_memory(limit_)));
}

}  // namespace pram::programs
