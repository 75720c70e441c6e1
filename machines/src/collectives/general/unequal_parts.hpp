#pragma once

#include <cstdint>
#include <vector>

#include "plan/plan.hpp"

namespace pram {

/// The most nodes, switches among them, for which an all-gather of different lengths is planned: its plan is of the
/// very lengths, so that its costs are not kept for others.
inline constexpr std::uint32_t most_nodes_of_unequal_parts = 128;

/// An all-gather of vectors of different lengths, planned wire by wire.
struct UnequalGather {
  std::vector<std::uint64_t> pieces;  ///< into how many each node's words are cut, as evenly as possible
  MovePlan plan;                      ///< pieces have their numbers in order of the nodes
  CollectiveCost cost;
};

/// Cuts vectors into pieces of about one length, so that long ones spread over many links at once, and takes the length
/// and the number of pieces a message that take the least time of those tried.
UnequalGather plan_unequal_gather(const CollectiveModel& model, const CollectiveTask& task);

}  // namespace pram
