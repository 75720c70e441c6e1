#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include <pram/programs/input/kind.hpp>
#include <pram/programs/search.hpp>

namespace pram::programs {

/// Numbers, and pairs of numbers.
struct NumbersAndPairs {
  std::vector<std::int64_t> numbers;
  std::vector<std::pair<std::int64_t, std::int64_t>> pairs;
};

/// What a file holds that has a number n, then n numbers, and then two for each pair.
/// @param least    the least n
/// @param no_size  ends the error for a smaller one: "number of values"
/// @param pair     what a pair is, in errors: "range"
/// @throws InputError, LimitError
NumbersAndPairs read_numbers_and_pairs(const InputRequest& request, const Sizes& sizes, std::int64_t least,
                                       const char* no_size, const char* pair);

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
};

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
};

extern template const UntypedKind& untyped_kind<RanksOfNumbers>();
extern template const UntypedKind& untyped_kind<RangesOfNumbers>();

}  // namespace pram::programs
