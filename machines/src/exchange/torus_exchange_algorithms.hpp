#pragma once

#include <vector>

#include <pram/exchange.hpp>

namespace pram {

/// The family A_k by its members, and the member that a model is best served by, for square wormhole tori of side
/// 2^n of 4 to 64, one port, full duplex.
std::vector<ExchangeAlgorithm> torus_exchange_algorithms();

}  // namespace pram
