#pragma once

#include <cstdint>
#include <span>
#include <tuple>
#include <vector>

#include <pram/programs/search.hpp>
#include "input/kind.hpp"

namespace pram::programs {

/// Numbers, and ranges of their indices, whose minima are asked for.
struct NumbersAndRanges {
  std::vector<std::int64_t> values;
  std::vector<Range> ranges;
};

/// n numbers with half as many ranges. A file has n, then n numbers, then the first and the last index of each range.
struct RangesOfNumbers {
  using Value = NumbersAndRanges;
  static constexpr const char* file = "numbers";
  static Shapes<Value> shapes();
  /// @throws InputError also if numbers are missing, or if a range ends before it begins or beyond the numbers
  static Value read(const InputRequest& request, const Sizes& sizes);
  static InputSizes sizes(const Value& input) { return {{"n", input.values.size()}, {"ranges", input.ranges.size()}}; }
  static const UntypedKind& untyped();
};

template <>
struct KindOf<std::span<const std::int64_t>, std::span<const Range>> : RangesOfNumbers {
  static std::tuple<std::span<const std::int64_t>, std::span<const Range>> arguments(const Value& input) {
    return {input.values, input.ranges};
  }
};

}  // namespace pram::programs
