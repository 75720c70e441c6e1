#pragma once

#include <vector>

#include <pram/topology.hpp>

namespace pram {

/// ring, path, complete, star, grid, torus, hypercube and product.
std::vector<TopologyEntry> product_topologies();

/// rcn-full.
std::vector<TopologyEntry> rcn_full_topologies();

/// omega, inverse-omega and butterfly.
std::vector<TopologyEntry> multistage_topologies();

/// Enters all of them into topologies(). Doing it twice does no harm.
void register_topologies();

}  // namespace pram
