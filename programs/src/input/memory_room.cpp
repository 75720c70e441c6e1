#include "input/memory_room.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <utility>

#include <pram/error.hpp>

namespace pram::programs {

std::uint64_t memory_limit_or_host(std::uint64_t limit) {
  if (limit != 0) return limit;
  return static_cast<std::uint64_t>(::sysconf(_SC_PHYS_PAGES)) * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

MemoryRoom::MemoryRoom(std::string file, std::uint64_t limit)
    : file_(std::move(file)), limit_(memory_limit_or_host(limit)) {}

void MemoryRoom::fail() const {
  constexpr double mega = 1e6;
  throw LimitError("memory", limit_ + 1, limit_,
                   fmt::format("{}: to read it takes more than the memory limit of {:.0f} MB", file_,
                               static_cast<double>(limit_) / mega));
}

}  // namespace pram::programs
