#pragma once

#include <cstdint>

#include "rounds.hpp"

/// Counts whose sums need not be exact: each component has some numbers, and learns about what their sums are over its
/// block, and over the components before it.
namespace pram::detail {

struct RoundedCount {
  std::uint32_t first = 0;         ///< place of the block's first component
  std::uint32_t components = 1;    ///< of the block
  std::uint32_t numbers = 1;       ///< of each component
  std::uint64_t largest_sum = 1;   ///< upper bound of one number's sum over the block
  std::uint64_t largest_part = 1;  ///< upper bound of one component's number
  std::uint32_t digits = 64;       ///< binary ones that a component is told of a sum over those before it
};

/// The sums come first, so that a count may stop there.
struct RoundedCountRounds {
  Rounds sums;    ///< after these all components know all sums
  Rounds before;  ///< after these, too, each knows the sums over the components before it

  std::size_t all() const { return sums.rounds.size() + before.rounds.size(); }
};

/// What all components take a sum for: rounded up to seven binary digits.
std::uint64_t rounded_sum(std::uint64_t sum);

/// What a component takes the sum over those before it for: a multiple of a unit that is so large that any has `digits`
/// digits, rounded down.
/// @param sum  rounded_sum() of all
std::uint64_t rounded_before(std::uint64_t before, std::uint64_t sum, std::uint32_t digits);

/// The rounds of such a count: those of count_rounds(), but that numbers stand one behind the other without a gap
/// between messages, and that what the last rounds give back is short: of a sum its exponent and six digits.
RoundedCountRounds rounded_count_rounds(const RoundedCount& count);

}  // namespace pram::detail
