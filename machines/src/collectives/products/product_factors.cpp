#include "product_factors.hpp"

#include <pram/error.hpp>

namespace pram {

std::optional<std::vector<TopologyFactor>> product_factors(const CollectiveModel& model) {
  using Kind = TopologyFactor::Kind;
  if (!model.links()) return std::nullopt;
  const TopologyShape shape = model.topology->shape();
  if (shape.kind > TopologyShape::Kind::product) return std::nullopt;
  std::vector<TopologyFactor> factors;
  for (TopologyFactor factor : shape.factors) {
    if (factor.size == 1) continue;
    if (factor.size == 2) factor.kind = Kind::path;
    if (factor.size == 3 && factor.kind == Kind::complete) factor.kind = Kind::ring;
    if (factor.kind == Kind::star) return std::nullopt;
    factors.push_back(factor);
  }
  return factors;
}

std::uint32_t product_nodes(std::uint32_t first, std::uint32_t second) {
  constexpr std::uint64_t most = 0xFFFFFFFF;
  const std::uint64_t nodes = std::uint64_t{first} * second;
  if (nodes > most)
    throw LimitError("nodes", nodes, most,
                     "a product of " + std::to_string(first) + " by " + std::to_string(second) +
                         " nodes has more than 32 bits can number");
  return static_cast<std::uint32_t>(nodes);
}

}  // namespace pram
