#pragma once

#include <cstdint>
#include <span>
#include <tuple>
#include <vector>

#include "input/kind.hpp"

namespace pram::programs {

/// Numbers, and the rank of the one that is asked for.
struct NumbersAndRank {
  std::vector<std::int64_t> values;
  std::uint64_t rank = 0;  ///< counted from 0 for the smallest number
};

/// n numbers with a rank, that of the median if n is odd; a file has the rank, and then the numbers.
struct RanksOfNumbers {
  using Value = NumbersAndRank;
  static constexpr const char* file = "numbers";
  static Shapes<Value> shapes();
  /// @throws InputError also if there are not so many numbers
  static Value read(const InputRequest& request, const Sizes& sizes);
  static InputSizes sizes(const Value& input) { return {{"n", input.values.size()}, {"rank", input.rank}}; }
  static const UntypedKind& untyped();
};

template <>
struct KindOf<std::span<const std::int64_t>, std::uint64_t> : RanksOfNumbers {
  static std::tuple<std::span<const std::int64_t>, std::uint64_t> arguments(const Value& input) {
    return {input.values, input.rank};
  }
};

}  // namespace pram::programs
