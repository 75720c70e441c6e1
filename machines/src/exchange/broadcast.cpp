#include "bundled.hpp"

namespace pram {

std::vector<ExchangeAlgorithm> broadcast_algorithms() { return {}; }

}  // namespace pram
