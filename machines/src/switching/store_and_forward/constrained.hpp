#pragma once

#include <memory>

#include <pram/machines/switching.hpp>

namespace pram::detail {

/// Store-and-forward and virtual cut-through (Kermani and Kleinrock 1979) for messages of any length, one-port nodes,
/// half-duplex links and bounded queues. Works event by event, as hops differ in duration. Of links that compete for a
/// node, a wire or the last place of a queue, the link served longest ago goes first.
std::unique_ptr<Switching> make_constrained(std::shared_ptr<const Topology> topology, const SwitchingOptions& options);

}  // namespace pram::detail
