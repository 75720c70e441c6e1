#pragma once

#include <vector>

#include <pram/exchange.hpp>

namespace pram {

// One family of algorithms a file. Saad and Schultz:
std::vector<ExchangeAlgorithm> one_to_one_algorithms();
std::vector<ExchangeAlgorithm> broadcast_algorithms();
std::vector<ExchangeAlgorithm> all_gather_algorithms();
std::vector<ExchangeAlgorithm> scatter_algorithms();  ///< and gather
std::vector<ExchangeAlgorithm> all_to_all_algorithms();

/// Fills the table of exchange algorithms.
void register_exchanges();

}  // namespace pram
