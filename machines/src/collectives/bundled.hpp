#pragma once

#include <vector>

#include <pram/machines/collectives.hpp>

namespace pram {

// Each family of algorithms has a file. Those of Saad and Schultz:
std::vector<CollectiveAlgorithm> one_to_one_algorithms();
std::vector<CollectiveAlgorithm> broadcast_algorithms();
std::vector<CollectiveAlgorithm> all_gather_algorithms();
std::vector<CollectiveAlgorithm> scatter_algorithms();  ///< and gather
std::vector<CollectiveAlgorithm> all_to_all_algorithms();

/// All-to-all in products of rings, paths and complete graphs, full duplex: A1, A2, A3 and the extension of A3 to any
/// dimensions (Dimakopoulos and Dimopoulos).
std::vector<CollectiveAlgorithm> total_exchange_algorithms();

/// All-to-all on square wormhole tori of side 4 to 64, one port, full duplex: the members of the family A_k, and the
/// member that is best for the model.
std::vector<CollectiveAlgorithm> torus_exchange_algorithms();

/// Fills the table of algorithms.
void register_collectives();

}  // namespace pram
