#include "product_shape.hpp"

#include <algorithm>
#include <memory>

#include <pram/registry.hpp>
#include <pram/topology.hpp>

#include "topology/hypercube.hpp"

namespace pram {

std::optional<std::vector<Factor>> product_shape(const std::string& network) {
  const auto& known = topologies().entries();
  if (std::ranges::find(known, split_name(network).first, &TopologyEntry::name) == known.end()) return std::nullopt;
  std::unique_ptr<Topology> topology;
  try {
    topology = make_topology(network);
  } catch (const ConfigError&) {
    return std::nullopt;
  }
  if (const auto* cube = dynamic_cast<const Hypercube*>(topology.get()))
    return std::vector<Factor>(cube->ports(), {FactorKind::path, 2});
  const auto* product = dynamic_cast<const ProductTopology*>(topology.get());
  if (product == nullptr) return std::nullopt;
  std::vector<Factor> factors;
  for (Factor factor : product->factors()) {
    if (factor.size == 1) continue;
    if (factor.size == 2) factor.kind = FactorKind::path;
    if (factor.size == 3 && factor.kind == FactorKind::complete) factor.kind = FactorKind::ring;
    if (factor.kind == FactorKind::star) return std::nullopt;
    factors.push_back(factor);
  }
  return factors;
}

}  // namespace pram
