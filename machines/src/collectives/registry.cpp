#include "bundled.hpp"

namespace pram {

void register_collectives() {
  for (const auto& family : {one_to_one_algorithms, broadcast_algorithms, all_gather_algorithms, scatter_algorithms,
                             all_to_all_algorithms, total_exchange_algorithms, torus_exchange_algorithms}) {
    for (CollectiveAlgorithm& algorithm : family()) collective_algorithms().add(std::move(algorithm));
  }
}

}  // namespace pram
