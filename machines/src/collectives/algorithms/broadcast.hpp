#pragma once

#include <functional>
#include <vector>

#include "algorithm.hpp"
#include "collectives/execution/flows.hpp"
#include "collectives/model/pipeline.hpp"

namespace pram {

/// A broadcast of the source's words along links in time, in packets of the best size.
struct BroadcastPlan {
  std::vector<Flow::Link> links;  ///< each with the step in which the first packet crosses it
  std::uint64_t rate = 1;

  /// The steps of ν packets.
  PipelineBound bound() const;
};

void run_broadcast(CollectiveExecutor& executor, const CollectiveTask& task, const CollectiveData& in,
                   CollectiveData& out, const BroadcastPlan& plan);

/// A broadcast along links that depend on the architecture.
/// @param latency  of its pipeline: i - 1 for a tree of depth i
CollectiveAlgorithm pipelined_broadcast(
    std::string name, std::string summary, std::string source, CollectiveFits fits,
    std::function<PipelineBound(const CollectiveModel&, const CollectiveTask&)> bound,
    std::function<BroadcastPlan(const CollectiveModel&, const CollectiveTask&)> plan);

/// The broadcasts of the torus and the grid that are more than a tree.
std::vector<CollectiveAlgorithm> torus_broadcast_algorithms();

/// D_x and D_y on two dimensions, in so many packets each, executed.
/// @param hands_over  neighbours hand over what the source's row and column lack, on full-duplex links; else the source
///                    sends it after the last packets
void run_torus_halves(CollectiveExecutor& executor, const CollectiveTask& task, const CollectiveData& in,
                      CollectiveData& out, bool hands_over, std::uint64_t packets);

/// The links of a tree to the source, column by column and dimension after dimension, the last one first.
std::vector<Flow::Link> dimension_order_tree(const CollectiveModel& model, std::uint32_t source);

}  // namespace pram
