#pragma once

#include <cstdint>
#include <functional>

#include "reduction.hpp"

/// Reductions on a bus and on a shared memory, in the order of the nodes.
namespace pram {

/// Nodes put their vectors on the bus in turn, as many at a time as are served; the other nodes hear them.
/// @param first   the first of them; the others follow, node 0 after the last one
/// @param taken   taken(listener, speaker): the blocks that a listener combines with its own; of count 0: none
void hear_in_turn(ReductionExecutor& executor, std::uint32_t first, std::uint32_t speakers,
                  const std::function<Blocks(std::uint32_t listener, std::uint32_t speaker)>& taken);

/// All write their vectors, and each reads its block of the others. A vector is cut into a block for each node.
void combine_shares_in_memory(ReductionExecutor& executor);

/// Each writes the block that it has combined, and reads those of the others.
void share_from_memory(ReductionExecutor& executor);

/// All but the target write their vectors, and the target reads them.
void combine_at_target(ReductionExecutor& executor, std::uint32_t target);

/// Each reads what the one before has combined, and writes it with its own.
void pass_through_memory(ReductionExecutor& executor);

}  // namespace pram
