#pragma once

#include <cstdint>
#include <span>
#include <tuple>
#include <vector>

#include "input/kind.hpp"

namespace pram::programs {

/// Two sequences in ascending order.
struct SortedPair {
  std::vector<std::int64_t> left;
  std::vector<std::int64_t> right;
};

/// Pairs of sorted sequences; from a file they are the first half and the second half of its numbers, each sorted.
struct SortedPairs {
  using Value = SortedPair;
  static constexpr const char* file = "numbers";
  static Shapes<Value> shapes();
  static Value read(const InputRequest& request, const Sizes& sizes);
  static InputSizes sizes(const Value& pair) {
    return {{"n", pair.left.size() + pair.right.size()}, {"left", pair.left.size()}, {"right", pair.right.size()}};
  }
};

template <>
struct KindOf<std::span<const std::int64_t>, std::span<const std::int64_t>> : SortedPairs {
  static std::tuple<std::span<const std::int64_t>, std::span<const std::int64_t>> arguments(const Value& pair) {
    return {pair.left, pair.right};
  }
};

}  // namespace pram::programs
