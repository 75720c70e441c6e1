#pragma once

#include <cstdint>

#include "collectives/algorithms/algorithm.hpp"

/// All-to-all by the digits of the distance, in any radix (Bruck, Ho, Kipnis, Upfal and Weathersby, Efficient
/// algorithms for all-to-all communications in multiport message-passing systems, 1997). Round (x, z) sends all blocks
/// whose distance has z for its digit of weight r^x to the node z r^x further.
namespace pram {

/// Rounds, and blocks of the largest message of each, summed.
CollectiveCost bruck_blocks(std::uint32_t nodes, std::uint32_t radix);

/// The radix that is fastest for the model: of 2 to 256, and the number of nodes.
std::uint32_t best_radix(const CollectiveModel& model, const CollectiveTask& task);

/// Executes it: piece from · nodes + to goes to its target.
void run_bruck(CollectiveExecutor& executor, std::uint32_t radix);

}  // namespace pram
