#pragma once

#include <cstdint>
#include <vector>

#include "plan/plan.hpp"

namespace pram {

/// A plan for a task, and the words of its pieces.
struct PlannedTask {
  MovePlan plan;
  std::vector<std::uint64_t> words;
};

/// The least time that is found, over how many packets the words are cut into, or how many blocks a message may have.
/// Broadcast and reduce: pieces are packets, those of reduce of a vector. Gather, all-gather, scatter and
/// reduce-scatter: piece i is the share of node i. All-to-all: piece i k + j is what node i has for node j.
PlannedTask best_plan(const CollectiveModel& model, const CollectiveTask& task);

/// What that plan costs. What is known of the network's plans by then is not planned again.
CollectiveCost best_plan_cost(const CollectiveModel& model, const CollectiveTask& task);

}  // namespace pram
