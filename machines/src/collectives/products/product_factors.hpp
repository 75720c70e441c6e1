#pragma once

#include <optional>
#include <vector>

#include <pram/machines/collectives.hpp>

namespace pram {

/// The factors of a network that is a product of rings, paths and complete graphs, in its own order, those of one node
/// left out; factors of two nodes are paths, complete graphs of three are rings. None for any other network.
std::optional<std::vector<TopologyFactor>> product_factors(const CollectiveModel& model);

}  // namespace pram
