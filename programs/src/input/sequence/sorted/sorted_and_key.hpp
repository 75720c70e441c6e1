#pragma once

#include <cstdint>
#include <span>
#include <tuple>
#include <vector>

#include "input/kind.hpp"

namespace pram::programs {

/// A sequence in ascending order, and a key to search in it.
struct SortedAndKey {
  std::vector<std::int64_t> values;
  std::int64_t key = 0;
};

/// Sorted sequences with a key; a file has the key, and then the values, which are sorted.
struct SortedSequences {
  using Value = SortedAndKey;
  static constexpr const char* file = "numbers";
  static Shapes<Value> shapes();
  static Value read(const InputRequest& request, const Sizes& sizes);
  static InputSizes sizes(const Value& input) { return {{"n", input.values.size()}}; }
  static const UntypedKind& untyped();
};

template <>
struct KindOf<std::span<const std::int64_t>, std::int64_t> : SortedSequences {
  static std::tuple<std::span<const std::int64_t>, std::int64_t> arguments(const Value& input) {
    return {input.values, input.key};
  }
};

}  // namespace pram::programs
