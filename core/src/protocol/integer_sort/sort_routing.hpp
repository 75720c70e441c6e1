#pragma once

#include <cstdint>
#include <memory>

#include <pram/detail/routing/adaptive_routing.hpp>

#include "sort_digits.hpp"

namespace pram::detail {

/// Records sorted by key, and groups of one address brought together, before they go home. The key is the first bits of
/// a number that begins with the address's home and goes on with a hash of the address.
///
///   1. For each digit, least significant first (LSD radix sort): every component counts its records by digit, and
///      learns totals and prefix sums over the components. Record number i of v goes to component ⌊i p / v⌋: every
///      component gets at most ⌈v / p⌉. Records of one address that meet merge, and v falls.
///   2. A segmented prefix sum over the components in a ring (Hillis and Steele): in round j every component sends what
///      it has of the last 2^j components, the first and last key, and the operand of the last address, to the one 2^j
///      further on. After log₂ p rounds every component also knows the first key of the next one, and so whether the
///      address goes on there; if p is no power of two, one superstep more tells it. Records of an address that spans
///      several components become one in its last component.
///   3. Every record goes home.
///
/// Of the messages of a round only those count for the last component of an address whose distance to it has bit j.
/// They move the records, and replies go back by them. A round that moves records is charged as these alone, one a
/// component at most. Any other is charged with a message of every component.
std::unique_ptr<AdaptiveRouting> make_sort_routing(const IntegerSortOptions& options, std::uint32_t components);

}  // namespace pram::detail
