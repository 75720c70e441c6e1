#include "input/memory_room.hpp"

#include <fmt/format.h>

#include <utility>

#include <pram/error.hpp>
#include <pram/machine.hpp>

namespace pram::programs {

MemoryRoom::MemoryRoom(std::string file, std::uint64_t limit)
    : file_(std::move(file)), limit_(limit != 0 ? limit : default_memory_limit()) {}

void MemoryRoom::fail() const {
  constexpr double mega = 1e6;
  throw LimitError("memory", limit_ + 1, limit_,
                   fmt::format("{}: to read it takes more than the memory limit of {:.0f} MB", file_,
                               static_cast<double>(limit_) / mega));
}

}  // namespace pram::programs
