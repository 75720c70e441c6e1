#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include <pram/machine.hpp>

/// Searching.
namespace pram::programs {

/// The most values that maximum_all_pairs() takes: every pair has a processor.
inline constexpr std::uint64_t most_compared_values = 65535;

/// The index of the largest value; of several equal ones the lowest index. Every pair of values is compared at once and
/// marks its loser.
///
/// Model: CRCW common, not CREW (all values that beat a value mark it). Time: T = 5 for n >= 2, 4 for n = 1. Work:
/// O(n^2) on n^2 processors.
///
/// Source: Shiloach, Vishkin, Finding the maximum, merging and sorting in a parallel computation model, J. Algorithms 2
/// (1981); JáJá, An Introduction to Parallel Algorithms (1992), Section 2.6.
/// @throws ConfigError if there are no values or more than most_compared_values
std::uint64_t maximum_all_pairs(Machine& machine, std::span<const std::int64_t> values);

/// The index of the first bit that is not 0, in constant time. The bits are divided into blocks of s = ceil(sqrt n).
/// The leftmost block that holds a one is found by comparing all pairs of blocks, then the leftmost one of that block
/// by comparing all pairs of its bits.
///
/// Model: CRCW common, not CREW (all ones of a block report it). Time: T = 14 for n >= 1. Work: O(n) on s^2 processors.
///
/// Source: Fich, Ragde, Wigderson, Relations between concurrent-write models of parallel computation, SIAM J. Computing
/// 17 (1988).
/// @returns nothing if all bits are 0
std::optional<std::uint64_t> leftmost_one(Machine& machine, std::span<const std::uint8_t> bits);

}  // namespace pram::programs
