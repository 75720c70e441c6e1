#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include <pram/programs/search.hpp>

namespace pram::programs::oracle {

/// The smallest value of each range, by one pass over it.
inline std::vector<std::int64_t> range_minima(std::span<const std::int64_t> values, std::span<const Range> ranges) {
  std::vector<std::int64_t> minima;
  for (const Range& range : ranges)
    minima.push_back(std::ranges::min(values.subspan(range.first, range.last - range.first + 1)));
  return minima;
}

}  // namespace pram::programs::oracle
