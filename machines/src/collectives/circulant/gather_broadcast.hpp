#pragma once

#include "collectives/algorithms/algorithm.hpp"

/// All-gather by way of the node that has the most words: the others' words come to it by a binomial tree, and all go
/// out in packets on a circulant graph.
namespace pram {

CollectiveFormula gather_broadcast_formula(const CollectiveModel& model, const CollectiveTask& task);

/// Executes it.
void gather_and_broadcast(CollectiveExecutor& executor, const CollectiveTask& task, const CollectiveData& in,
                          CollectiveData& out);

}  // namespace pram
