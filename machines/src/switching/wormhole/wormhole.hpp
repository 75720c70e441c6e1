#pragma once

#include <memory>

#include <pram/machines/switching.hpp>

namespace pram::detail {

/// Wormhole switching with virtual channels (Dally and Seitz 1987; Dally 1992). A worm of ⌈m / bandwidth⌉ flits is a
/// message of m words. Its head takes a free channel of each link on its way, first come first served. The worm keeps
/// the channel until its tail has left the buffer at the channel's far end. A link moves one flit a step; its channels
/// are served round-robin. A flit that crosses the last link has arrived. Unhindered, F flits take d · (1 + startup) +
/// F - 1 steps over d links. The messages of one terminal compete for their first link one at a time, in the order
/// given.
///
/// Where nodes have one port, or wires carry in one direction at a time, links that are ready compete; the link served
/// longest ago goes first. The cost on the host follows the flits that move.
/// @throws ConfigError for more than 64 channels a link, and for networks of more than 2^26 channels
std::unique_ptr<Switching> make_wormhole(std::shared_ptr<const Topology> topology, const SwitchingOptions& options);

}  // namespace pram::detail
