#include "bundled.hpp"

namespace pram {

std::vector<ExchangeAlgorithm> scatter_algorithms() { return {}; }

}  // namespace pram
