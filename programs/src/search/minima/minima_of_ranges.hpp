#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <pram/error.hpp>
#include <pram/machine.hpp>
#include <pram/programs/input/sequence/queries.hpp>
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

/// The smallest value of each range, by a processor for each, which asks a table of the values.
/// @tparam Table  Table(machine, values), and minimum(first, last) -> Task<std::int64_t>
template <class Table>
std::vector<std::int64_t> minima_of_ranges(Machine& machine, std::span<const std::int64_t> values,
                                           std::span<const Range> ranges) {
  check_ranges(ranges, values.size());
  if (ranges.empty()) return {};
  const auto value = machine.array(values, "value");
  const auto range = machine.array(ranges, "range");
  const auto minimum = machine.array<std::int64_t>(ranges.size(), 0, "minimum");
  const Table table(machine, value);
  machine.pardo(ranges.size(), [&](Processor self) -> Task<> {
    const Range mine = co_await range[self.id()];
    const std::int64_t found = co_await table.minimum(mine.first, mine.last);
    co_await (minimum[self.id()] = found);
  });
  return minimum.host();
}

/// All ranges may ask for the same entry of a table.
inline std::uint64_t range_degree(const NumbersAndRanges& input) {
  return std::max<std::uint64_t>(1, input.ranges.size());
}

}  // namespace pram::programs
