#pragma once

#include <vector>

#include <pram/exchange.hpp>

namespace pram {

/// A1, A2, A3 and the extension of A3 to any dimensions, for networks that are products of rings, paths and complete
/// graphs, full duplex (Dimakopoulos and Dimopoulos).
std::vector<ExchangeAlgorithm> total_exchange_algorithms();

}  // namespace pram
