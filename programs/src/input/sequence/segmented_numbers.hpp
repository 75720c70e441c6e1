#pragma once

#include <cstdint>
#include <span>
#include <tuple>
#include <vector>

#include "input/kind.hpp"

namespace pram::programs {

/// Numbers in segments. A segment begins at the first number, and at every number with a head.
struct SegmentedNumbers {
  std::vector<std::int64_t> values;
  std::vector<std::uint8_t> heads;  ///< per number: not 0 where a segment begins
};

/// Numbers in segments. In a file each number is followed by its head: 0, or 1 where a segment begins.
struct SegmentedSequences {
  using Value = SegmentedNumbers;
  static constexpr const char* file = "numbers";
  static Shapes<Value> shapes();
  /// @throws InputError also if a number has no head
  static Value read(const InputRequest& request, const Sizes& sizes);
  static InputSizes sizes(const Value& input) { return {{"n", input.values.size()}}; }
  static const UntypedKind& untyped();
};

template <>
struct KindOf<std::span<const std::int64_t>, std::span<const std::uint8_t>> : SegmentedSequences {
  static std::tuple<std::span<const std::int64_t>, std::span<const std::uint8_t>> arguments(const Value& input) {
    return {input.values, input.heads};
  }
};

}  // namespace pram::programs
