#pragma once

#include <pram/machines/topology.hpp>
#include <pram/network.hpp>

namespace pram {

#define NETWORK(name) NetworkEntry name##_network();
#include "networks.def"

/// A topology on which every message is carried link by link.
NetworkEntry routed_network(const TopologyEntry& topology);

}  // namespace pram
