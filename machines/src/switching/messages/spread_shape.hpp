#pragma once

#include <pram/machines/switching.hpp>

#include "../../topology/rcn_full.hpp"

namespace pram::detail {

/// The shape that takes messages on if they spread at every level (routing=spread-all).
/// @returns null: the options ask for another routing
/// @throws ConfigError of option "network" if they ask for it on any topology but RCN-FULL, or one of which parts
/// failed
const RcnFull* spread_shape(const Topology& topology, const SwitchingOptions& options);

}  // namespace pram::detail
