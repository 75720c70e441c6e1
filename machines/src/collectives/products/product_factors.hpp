#pragma once

#include <optional>
#include <vector>

#include <pram/machines/collectives.hpp>

namespace pram {

/// The factors of a network that is a product of rings, paths and complete graphs, in the network's own order. Factors
/// of one node are left out. Factors of two nodes are paths, complete graphs of three nodes are rings. None for any
/// other network.
std::optional<std::vector<TopologyFactor>> product_factors(const CollectiveModel& model);

}  // namespace pram
