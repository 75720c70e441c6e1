#pragma once

#include <cstdint>

#include <pram/machines/switching.hpp>
#include <pram/machines/topology.hpp>

namespace pram {

/// The number of passes into which a batch is divided so that within a pass no link carries two messages. Messages are
/// taken in the batch's order and go by the topology's own routes, each in the first pass that has room (first fit).
/// Fewer passes may be enough, but a result of 1 is exact: the batch is conflict-free. On networks with switches a
/// message to its own source crosses the network too, as in Lawrie's counts of passable permutations (1975). Elsewhere
/// it needs no pass. The result is 0 if no message needs a pass.
std::uint32_t greedy_passes(const Topology& topology, const Messages& batch);

}  // namespace pram
