#pragma once

#include "plan.hpp"

namespace pram {

/// A scan by two exchanges. Vectors are cut into a block for each node. Block j of every vector goes to node j, which
/// combines those of the nodes before each node, and sends it the result. Piece i k + j is block j of the vector of
/// node i, and on the way back of what comes before node i.
struct ExchangedScan {
  MovePlan there;
  MovePlan back;
  CollectiveCost cost;
};

/// The least time that is found over how many blocks a message may have.
ExchangedScan best_exchanged_scan(const CollectiveModel& model, const CollectiveTask& task);

}  // namespace pram
