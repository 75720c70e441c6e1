#pragma once

#include <memory>

#include <pram/machines/switching.hpp>

namespace pram::detail {

/// Messages of any length under one-port nodes, half-duplex links, bounded queues and virtual cut-through (Kermani and
/// Kleinrock 1979): event by event, since hops last differently long. Of links that compete for a node, a
/// wire or the last place of a queue the one served longest ago goes first.
std::unique_ptr<Switching> make_constrained(std::shared_ptr<const Topology> topology, const SwitchingOptions& options);

}  // namespace pram::detail
