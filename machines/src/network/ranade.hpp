#pragma once

#include <memory>

#include <pram/machines/detail/ranade.hpp>
#include <pram/machines/topology.hpp>
#include <pram/network.hpp>

namespace pram {

/// Whether a network is asked to serve whole steps itself: "butterfly:64,access=ranade".
bool takes_whole_steps(const Spec& network);

/// The options of such a network.
/// @throws ConfigError if it is no butterfly, and for options that are unknown or of values not allowed
RanadeOptions ranade_options(const Spec& network);

/// A butterfly on which Ranade's emulation serves the requests of whole steps.
std::unique_ptr<Network> make_ranade_network(std::shared_ptr<const Topology> butterfly, const RanadeOptions& options);

}  // namespace pram
