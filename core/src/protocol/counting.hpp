#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <pram/ledger.hpp>
#include <pram/network.hpp>

/// Counting: every component has some numbers, and learns their sums over its block, and over the components before it.
namespace pram::detail {

/// What is counted in a block of components.
struct Count {
  std::uint32_t first = 0;         ///< place of the block's first component
  std::uint32_t components = 1;    ///< of the block
  std::uint32_t numbers = 1;       ///< of each component
  std::uint64_t largest_sum = 1;   ///< upper bound of one number's sum over the block
  std::uint64_t largest_part = 1;  ///< upper bound of one component's number
};

/// Sizes of blocks that count fast: 2^a, 3 · 2^a, 9 · 2^a. @returns the least that is at least `size`
std::uint32_t counting_size(std::uint32_t size);

/// Has a network carry counts in disjoint blocks at once, one message per component and superstep.
///
/// In round i groups of r components at a distance exchange the sums of their groups (recursive doubling; radix 3 for a
/// factor 3 of the size). Where the numbers fit one message, a prefix sum takes the 2-logarithm of the size in
/// supersteps. Where they do not, the first rounds halve the numbers that a component goes on with, and the last rounds
/// give back sums and prefixes (Rabenseifner). A message has an address and an operand, and as many numbers share it as
/// their sums have room; sums of small groups are short. Where the size has other factors, some components give
/// their numbers to a neighbour, which counts for both and sends them the result.
/// @param at  the component of each place
PhaseRecord carry_counts(Network& network, std::span<const Count> counts, std::span<const std::uint32_t> at);

/// The supersteps of one count.
std::uint64_t counting_time(const Count& count);

}  // namespace pram::detail
