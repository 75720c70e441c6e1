#pragma once

#include <cstdint>
#include <vector>

#include "collectives/execution/reduction_executor.hpp"
#include "collectives/general/plan/plan.hpp"
#include "tree.hpp"

/// Scans along trees, planned wire by wire (the tree in order: Sanders and Träff, Parallel prefix (scan) algorithms for
/// MPI, 2006, on a switch).
namespace pram {

struct TreeScan {
  std::vector<ScanProduct> products;
  std::uint32_t packets = 1;  ///< of each vector
  MovePlan plan;
};

/// The least time that is found over trees, numbers of packets, and one or all pieces a message.
TreeScan best_tree_scan(const CollectiveModel& model, const CollectiveTask& task);
/// What that plan costs.
CollectiveCost best_tree_scan_cost(const CollectiveModel& model, const CollectiveTask& task);

/// Executes it: every node's row gets its result.
void run_tree_scan(ReductionExecutor& executor, const TreeScan& scan);

}  // namespace pram
