#include "bundled.hpp"

namespace pram {

std::vector<ExchangeAlgorithm> all_to_all_algorithms() { return {}; }

}  // namespace pram
