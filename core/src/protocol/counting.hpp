#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <pram/ledger.hpp>
#include <pram/network.hpp>

/// How components count: each has some numbers, and learns the sums of all in its block and of those before it.
namespace pram::detail {

/// What is counted in a block of components.
struct Count {
  std::uint32_t first = 0;         ///< place of the block's first component
  std::uint32_t components = 1;    ///< of the block
  std::uint32_t numbers = 1;       ///< that every component has
  std::uint64_t largest_sum = 1;   ///< that one of them may come to
  std::uint64_t largest_part = 1;  ///< that one component may have of it
};

/// Sizes of blocks that count fast: 2^a, 3 · 2^a, 9 · 2^a. @returns the least that is at least `size`
std::uint32_t counting_size(std::uint32_t size);

/// Has a network carry counts in disjoint blocks at once, one message per component and superstep.
///
/// In round i groups of r components at a distance exchange what their groups have in sum (recursive doubling; radix 3
/// for a factor 3 of the size): a prefix sum of as many supersteps as 2-logarithm of the size where the numbers fit one
/// message. Of more numbers, the first rounds halve what a component goes on with, and the last give back sum and
/// prefix (Rabenseifner). As many numbers share a message, an address and an operand, as their sums have room; sums of
/// small groups are short. A size with other factors has its last components count with a neighbour, and hear from it.
/// @param at  per place the component
PhaseRecord carry_counts(Network& network, std::span<const Count> counts, std::span<const std::uint32_t> at);

/// The supersteps of one count.
std::uint64_t counting_time(const Count& count);

}  // namespace pram::detail
