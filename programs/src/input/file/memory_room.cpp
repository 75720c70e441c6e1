#include "input/file/memory_room.hpp"

#include <fmt/format.h>

#include <utility>

#include <pram/detail/memory_account.hpp>
#include <pram/error.hpp>
#include <pram/machine.hpp>

namespace pram::programs {

MemoryRoom::MemoryRoom(std::string file, std::uint64_t limit)
    : file_(std::move(file)), limit_(limit != 0 ? limit : default_memory_limit()) {}

void MemoryRoom::fail() const {
  throw LimitError(
      "memory", limit_ + 1, limit_,
      fmt::format("{}: to read it takes more than the memory limit of {}", file_, pram::detail::shown_memory(limit_)));
}

}  // namespace pram::programs
