#pragma once

#include <cstdint>
#include <vector>

#include "plan/plan.hpp"

namespace pram {

/// A scan in levels. Before a level every node has the combination of those from the first of its run of `size` nodes
/// to itself. In it the last node of each run sends that to the nodes of the next runs, up to `radix` runs together.
struct ScanPlan {
  struct Level {
    std::uint32_t size = 1;
    MovePlan plan;  ///< packet q of run r is piece r · packets + q
  };
  std::uint32_t radix = 2;
  std::uint64_t packets = 1;  ///< of each vector
  std::vector<Level> levels;
};

/// The least time that is found over radices and numbers of packets.
ScanPlan best_scan_plan(const CollectiveModel& model, const CollectiveTask& task);
/// What that plan costs.
CollectiveCost best_scan_cost(const CollectiveModel& model, const CollectiveTask& task);

/// A scan by two exchanges. Vectors are cut into a block for each node. Block j of every vector goes to node j, which
/// combines those of the nodes before each node, and sends it the result. Piece i k + j is block j of the vector of
/// node i, and on the way back of what comes before node i.
struct ExchangedScan {
  MovePlan there;
  MovePlan back;
};

/// The least time that is found over how many blocks a message may have.
ExchangedScan best_exchanged_scan(const CollectiveModel& model, const CollectiveTask& task);
/// What that plan costs.
CollectiveCost best_exchanged_scan_cost(const CollectiveModel& model, const CollectiveTask& task);

}  // namespace pram
