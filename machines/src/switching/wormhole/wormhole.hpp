#pragma once

#include <memory>

#include <pram/machines/switching.hpp>

namespace pram::detail {

/// Wormhole switching with virtual channels (Dally and Seitz 1987; Dally 1992): a message of m words is a worm of
/// ⌈m / bandwidth⌉ flits. Its head takes a free channel of each link on its way, first come first served, and the
/// channel is the worm's until the tail has left the buffer at its far end. A link moves one flit a step, its channels
/// taking turns; a flit that crosses the last link has arrived. Unhindered, F flits over d links take d · (1 + startup)
/// + F - 1 steps. A terminal's messages compete for their first link one at a time, in the order given.
///
/// Where nodes have one port, or wires one direction at a time, links that are ready compete, and the one served
/// longest ago goes first. Cost follows the flits that move.
/// @throws ConfigError for more than 64 channels a link, and for networks of more than 2^26 channels
std::unique_ptr<Switching> make_wormhole(std::shared_ptr<const Topology> topology, const SwitchingOptions& options);

}  // namespace pram::detail
