#pragma once

#include <cstdint>
#include <span>
#include <string>

#include <pram/error.hpp>
#include <pram/programs/search.hpp>

namespace pram::programs {

/// @throws ConfigError for a range whose first index is above its last, or whose last is not below n
inline void check_ranges(std::span<const Range> ranges, std::uint64_t n) {
  for (const Range& range : ranges) {
    if (range.first > range.last || range.last >= n)
      throw ConfigError("range", std::to_string(range.first) + " to " + std::to_string(range.last),
                        "a range of " + std::to_string(n) + " values, counted from 0");
  }
}

}  // namespace pram::programs
