#pragma once

#include <cstdint>

#include <pram/machines/switching.hpp>
#include <pram/machines/topology.hpp>

namespace pram {

/// Into how many passes a batch falls so that within a pass no link carries two messages: first fit, message by message
/// in the batch's order, over the topology's own routes. Greedy, so fewer may do; but 1 is 1: the batch is
/// conflict-free. On networks with wires of one direction a message to its own source crosses the network too, as the
/// counts of passable permutations have it (Lawrie 1975); elsewhere it needs no pass.
std::uint32_t greedy_passes(const Topology& topology, const Messages& batch);

}  // namespace pram
