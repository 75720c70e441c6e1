#pragma once

#include <memory>

#include <pram/detail/routing/adaptive_routing.hpp>

#include "component_order.hpp"

namespace pram::detail {

/// Blocks of components that share out their records by bins, level by level.
///
///   1. Every component counts its records by bin: digits of a hash of the address. The bins' scatter over that of as
///      many distinct addresses is about the mean degree that a request meets (Poisson: mean = variance).
///   2. Little scatter: the records are likely to be of low degree. A sample of them goes ahead, straight home (or to
///      a block of four around it). If no component gets too many samples of one address, no message is sent and the
///      other records follow. Otherwise all components learn of it, and the records go by 3.
///   3. Each bin is allotted components in proportion to its records, and its i-th record, in the order of components,
///      goes to its share of them: by the prefix sums of the count every component gets the same load, whatever the
///      pattern. Records of one address meet there in groups. Then each bin's components do the same among themselves.
///   4. A bin that has one component, or a few, is done: its records go home in the next phase, while others go on. So
///      do records that have met none of their address, where few pairs show that they are of low degree.
/// @param order  outlives the result
std::unique_ptr<AdaptiveRouting> make_counting_routing(const ComponentOrder& order);

}  // namespace pram::detail
