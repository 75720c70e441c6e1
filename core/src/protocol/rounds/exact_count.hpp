#pragma once

#include <cstdint>
#include <vector>

#include "rounds.hpp"

/// Exact counts: every component has some numbers, and learns their sums over its block, and over the components before
/// it.
namespace pram::detail {

/// What is counted in a block of components.
struct Count {
  std::uint32_t first = 0;         ///< place of the block's first component
  std::uint32_t components = 1;    ///< of the block
  std::uint32_t numbers = 1;       ///< of each component
  std::uint64_t largest_sum = 1;   ///< upper bound of one number's sum over the block
  std::uint64_t largest_part = 1;  ///< upper bound of one component's number
};

/// In groups of how many components sums are exchanged, round by round.
struct ExchangeFactors {
  std::vector<std::uint32_t> radix;  ///< those of 2 first
  std::uint32_t beyond = 0;          ///< components that exchange only by their neighbours
};
ExchangeFactors exchange_factors(std::uint32_t components);

/// The rounds of a count.
///
/// In round i groups of r components at a distance exchange the sums of their groups (recursive doubling; radix 3 for a
/// factor 3 of the size). Where the numbers fit one message, a prefix sum takes the 2-logarithm of the size in
/// supersteps. Where they do not, the first rounds halve the numbers that a component goes on with, and the last rounds
/// give back sums and prefixes (Rabenseifner). As many numbers share a message as their sums have room; sums of small
/// groups are short. Where the size has other factors, some components give their numbers to a neighbour, which counts
/// for both and sends them the result.
Rounds count_rounds(const Count& count);

}  // namespace pram::detail
