#pragma once

#include <memory>

#include <pram/detail/routing/adaptive_routing.hpp>

#include "component_order.hpp"

namespace pram::detail {

/// Blocks of components that share out their records by bins, and then by slots.
///
///   1. Every component counts its records by bin: a digit of a hash of the address. The bins' scatter over that of as
///      many distinct addresses is about the mean degree that a request meets (Poisson: mean = variance). For that the
///      sums do; what the components before it have, each learns only where records are shared out by 3.
///   2. Little scatter: the records are likely to be of low degree. A sample of them goes ahead, straight home. A home
///      that gets too many of one address announces it. Then the others go home, those of announced addresses by way of
///      components around home. If too many are announced, the records go by 3.
///   3. Each bin gets a block of components in proportion to its records, and its i-th record, in the order of
///      components, goes to its share of them: by the prefix sums of the count every component gets about the same
///      load, whatever the pattern. On many components each block does so once more.
///   4. Each block counts its records by slot: so many that a slot has an address or a few. All components of the block
///      learn the slots' sizes, about. If most slots are of the size that many addresses of low degree make, their
///      records stay. The others' records, or all if not, go to components of their slot, and meet there.
///   5. All go home, those of slots of many components by way of leaders. That those of low degree have waited saves
///      most of a phase: their homes get them and the few others at once.
///
/// A routing that remembers lines (RemembersLines) leaves 1 out where the last steps of its line were all of 2, and
/// nothing was announced. It sends a sample ahead at once. If too many addresses are announced, what is left goes by 1.
/// @param order  outlives the result
std::unique_ptr<AdaptiveRouting> make_counting_routing(const ComponentOrder& order, bool remembers_lines);

}  // namespace pram::detail
