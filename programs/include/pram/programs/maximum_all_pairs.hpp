#pragma once

#include <cstdint>
#include <span>

#include <pram/machine.hpp>

namespace pram::programs {

/// Most values that maximum_all_pairs() takes: every pair has a processor.
inline constexpr std::uint64_t most_compared_values = 65535;

/// The index of the largest value, the lowest one of several: every pair is compared at once and marks its loser.
///
/// Model: CRCW common, not CREW (all that beat a value mark it). Time: T = 5 for n >= 2, 4 for n = 1. Work: O(n^2) on
/// n^2 processors.
///
/// Source: Shiloach, Vishkin, Finding the maximum, merging and sorting in a parallel computation model, J. Algorithms 2
/// (1981); JáJá, An Introduction to Parallel Algorithms (1992), Section 2.6.
/// @throws ConfigError if there are no values or more than most_compared_values
std::uint64_t maximum_all_pairs(Machine& machine, std::span<const std::int64_t> values);

}  // namespace pram::programs
