#include "hypercube.hpp"

#include <pram/error.hpp>

namespace pram {

TopologyProperties Hypercube::properties() const {
  return {.nodes = nodes(),
          .links = std::uint64_t{nodes()} * dimension_ / 2,
          .largest_degree = dimension_,
          .smallest_degree = dimension_,
          .diameter = dimension_,
          .average_distance = dimension_ / 2.0,
          .bisection = nodes() / 2};
}

std::optional<std::uint64_t> Hypercube::pins(std::uint32_t size) const {
  if (size == 0 || nodes() % size != 0)
    throw ConfigError("chip", std::to_string(size), "a divisor of the " + std::to_string(nodes()) + " nodes");
  return std::uint64_t{size} * static_cast<std::uint32_t>(std::countr_zero(nodes() / size));
}

}  // namespace pram
