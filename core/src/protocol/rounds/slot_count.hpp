#pragma once

#include <cstdint>

#include "rounds.hpp"

/// Counts of many small slots in a block: all its components learn about how many records each slot has.
///
/// A component's number of a slot has 2 bits, and saturates. Sums grow by a bit a round, and saturate at 10 bits. First
/// the numbers are added up so that each component has the sums of its share of the slots, then all components get the
/// size classes of all slots, of 5 bits (reduce-scatter and all-gather by a circulant schedule, which takes any number
/// of components; Träff 2023).
namespace pram::detail {

inline constexpr std::uint32_t most_slots = 256;

/// A component counts up to here.
inline constexpr std::uint32_t most_of_component = 3;

/// What all components take a slot of so many records for: the middle of its size class, of which there are 32. Sizes
/// up to 6 are exact, and each class above ends at 1.2 times the one before.
std::uint32_t rounded_size(std::uint64_t records);

/// The rounds of such a count.
/// @param first  place of the block's first component
Rounds slot_rounds(std::uint32_t first, std::uint32_t components, std::uint32_t slots);

}  // namespace pram::detail
