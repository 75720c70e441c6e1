#include "bundled.hpp"

namespace pram {

std::vector<ExchangeAlgorithm> one_to_one_algorithms() { return {}; }

}  // namespace pram
