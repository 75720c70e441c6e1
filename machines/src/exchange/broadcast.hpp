#pragma once

#include <vector>

#include "flows.hpp"
#include "packets.hpp"
#include "rows.hpp"

namespace pram {

/// Words from the source to all along links in time, in packets of the best size.
struct BroadcastPlan {
  std::vector<Flow::Link> links;  ///< with the steps in which the first packet crosses
  std::uint64_t rate = 1;

  /// Steps for ν packets.
  PipelineLine line() const;
};

void run_broadcast(ExchangeExecutor& executor, const ExchangeTask& task, const ExchangeData& in, ExchangeData& out,
                   const BroadcastPlan& plan);

/// A row for a broadcast along links that depend on the architecture.
/// @param latency  of its pipeline: i - 1 for a tree of depth i
ExchangeAlgorithm pipelined_broadcast(std::string name, std::string summary, std::string source, ExchangeFits fits,
                                      std::function<PipelineLine(const ExchangeModel&, const ExchangeTask&)> line,
                                      std::function<BroadcastPlan(const ExchangeModel&, const ExchangeTask&)> plan);

/// Those of the torus and the grid that are more than a tree.
std::vector<ExchangeAlgorithm> torus_broadcast_algorithms();

/// D_x and D_y on two dimensions, in so many packets each, executed.
/// @param hands_over  neighbours hand over what the source's row and column lack, on full-duplex links; else the source
///                    sends it after the last packets
void run_torus_halves(ExchangeExecutor& executor, const ExchangeTask& task, const ExchangeData& in, ExchangeData& out,
                      bool hands_over, std::uint64_t packets);

/// Links of a tree: up to the source column by column, dimension after dimension, the last first.
std::vector<Flow::Link> lines_tree(const ExchangeModel& model, std::uint32_t source);

}  // namespace pram
