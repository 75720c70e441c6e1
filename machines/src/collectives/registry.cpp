#include "algorithm_families.hpp"

namespace pram {

void register_collectives() {
#define ALGORITHMS(family, ...) \
  for (CollectiveAlgorithm & algorithm : family##_algorithms()) collective_algorithms().add(std::move(algorithm));
#include "algorithms.def"
}

}  // namespace pram
