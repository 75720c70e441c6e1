#pragma once

#include <optional>
#include <vector>

#include <pram/machines/collectives.hpp>

namespace pram {

/// The factors of a network that is a product of rings, paths and complete graphs, in the network's own order. Factors
/// of one node are left out. Factors of two nodes are paths, complete graphs of three nodes are rings. None for any
/// other network.
std::optional<std::vector<TopologyFactor>> product_factors(const CollectiveModel& model);

/// The nodes of a product of two, n₁ n₂.
/// @throws LimitError if their numbers do not fit into 32 bits
std::uint32_t product_nodes(std::uint32_t first, std::uint32_t second);

}  // namespace pram
