#include "bundled.hpp"
#include "torus_exchange_algorithms.hpp"
#include "total_exchange_algorithms.hpp"

namespace pram {

void register_exchanges() {
  for (const auto& family : {one_to_one_algorithms, broadcast_algorithms, all_gather_algorithms, scatter_algorithms,
                             all_to_all_algorithms, total_exchange_algorithms, torus_exchange_algorithms}) {
    for (ExchangeAlgorithm& algorithm : family()) exchange_algorithms().add(std::move(algorithm));
  }
}

}  // namespace pram
