#include "product_factors.hpp"

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

}  // namespace pram
