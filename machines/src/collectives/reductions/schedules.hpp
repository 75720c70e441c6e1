#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "reduction.hpp"

/// The steps that operations share: a reduce-scatter, the all-gather that goes its steps backwards, and what they cost.
/// Together they are an all-reduce. Vectors are cut into a block for each node.
namespace pram {

/// Around a circle of all nodes: each block is combined once around, and ends at its own node.
void reduce_around(ReductionExecutor& executor, const Path& circle);
void gather_around(ReductionExecutor& executor, const Path& circle);
/// Whether around_cost() is what the steps cost, and no bound: in half turns of two nodes a block may be shorter.
bool around_is_exact(const CollectiveModel& model, const CollectiveTask& task);
CollectiveCost around_cost(const CollectiveModel& model, const CollectiveTask& task);

/// Exchanges of halves. In step s every node keeps the half of its blocks that has its own one, and sends the rest to a
/// partner, which keeps that. Halves are ranges of positions. Where it does not matter which block a node ends with, a
/// block may stand at the position of its number, so that all messages are ranges of blocks.
struct Butterfly {
  std::uint32_t steps = 0;
  std::function<std::uint32_t(std::uint32_t node, std::uint32_t step)> partner;
  std::vector<std::uint32_t> block_at;  ///< at a position
  std::vector<std::uint32_t> position;  ///< of the block of a node
};

/// Of partners that differ in one bit, the highest one first: recursive halving. For 2^n nodes.
Butterfly halving_butterfly(std::uint32_t nodes);

/// Of partners at distances 1, 1, 3, 5, 11, …, backwards and forwards in turns: Swing (De Sensi, Bonato, Saam and
/// Hoefler, NSDI 2024, Section 3). The positions are those of Bine butterflies (De Sensi and others, SC 2025), which
/// make every message one range. For 2^n nodes.
Butterfly swing_butterfly(std::uint32_t nodes);
/// The same with other partners, such as those of a torus.
Butterfly swing_butterfly(std::uint32_t nodes,
                          std::function<std::uint32_t(std::uint32_t node, std::uint32_t step)> partner);

void reduce_by_butterfly(ReductionExecutor& executor, const Butterfly& butterfly);
void gather_by_butterfly(ReductionExecutor& executor, const Butterfly& butterfly);
CollectiveCost butterfly_cost(const CollectiveModel& model, const CollectiveTask& task);

/// On a circulant graph, for any number of nodes (Träff, arXiv 2410.14234).
void reduce_by_skips(ReductionExecutor& executor);
void gather_by_skips(ReductionExecutor& executor);
CollectiveCost skips_cost(const CollectiveModel& model, const CollectiveTask& task);

}  // namespace pram
