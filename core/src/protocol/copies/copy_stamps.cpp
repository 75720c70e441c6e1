#include "copy_stamps.hpp"

#include <algorithm>

#include <fmt/format.h>

#include <pram/error.hpp>

namespace pram::detail {

void CopyStamps::write(std::uint64_t cell, std::uint32_t answered, std::uint64_t access) {
  Stamps& stamps = stamps_[cell];
  for (std::uint32_t copy = 0; copy < most_copies; ++copy) {
    if ((answered >> copy & 1U) != 0) stamps.copy[copy] = access;
  }
  stamps.last = access;
}

std::uint64_t CopyStamps::newest(std::uint64_t cell, std::uint32_t answered) const {
  const auto known = stamps_.find(cell);
  std::uint64_t newest = 0;
  if (known == stamps_.end()) return newest;
  for (std::uint32_t copy = 0; copy < most_copies; ++copy) {
    if ((answered >> copy & 1U) != 0) newest = std::max(newest, known->second.copy[copy]);
  }
  return newest;
}

void CopyStamps::check_read(std::uint64_t cell, std::uint32_t answered) const {
  const auto known = stamps_.find(cell);
  const std::uint64_t last = known == stamps_.end() ? 0 : known->second.last;
  const std::uint64_t read = newest(cell, answered);
  if (read == last) return;
  throw Error(
      fmt::format("access copies: the copies that answer a read were written by access {} at the latest, and the last "
                  "write of the cell was access {}",
                  read, last));
}

}  // namespace pram::detail
