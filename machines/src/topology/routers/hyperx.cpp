#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "../product/product.hpp"
#include "../topology_families.hpp"
#include "with_terminals.hpp"

namespace pram {

namespace {

/// HyperX (Ahn, Binkert, Davis, McLaren and Schreiber 2009): the product of complete graphs of S1, S2 … routers. Worms
/// need one class of channels: routes go dimension by dimension, one link in each.
std::unique_ptr<Topology> hyperx_routers(std::string name, const std::vector<std::uint32_t>& sizes) {
  std::vector<Factor> factors;
  for (const std::uint32_t size : sizes) factors.push_back({FactorKind::complete, size});
  return std::make_unique<ProductTopology>(std::move(name), factors);
}

std::unique_ptr<Topology> make_hyperx(const TopologyRequest& request) {
  const std::string usage = fmt::format("hyperx:S1,S2,… with up to {} sizes of at least 1", most_factors);
  std::vector<std::uint32_t> sizes;
  if (request.spec.values.empty()) {
    const std::uint32_t wanted = request.wanted(usage);
    auto shorter = static_cast<std::uint32_t>(std::lround(std::floor(std::sqrt(wanted))));
    while (wanted % shorter != 0) --shorter;
    sizes = {shorter, wanted / shorter};
  } else {
    sizes = request.sizes(1, most_factors, usage);
  }
  std::uint64_t nodes = 1;
  for (const std::uint32_t size : sizes) request.limit(nodes *= size);
  request.match(nodes);
  return hyperx_routers(fmt::format("hyperx:{}", fmt::join(sizes, ",")), sizes);
}

/// The flattened butterfly (Kim, Dally and Abts 2007), k-ary n-flat: the routers of each row of a k-ary n-fly as one,
/// which makes a HyperX of n - 1 dimensions of k routers, and k terminals at each.
std::unique_ptr<Topology> make_flattened_butterfly(const TopologyRequest& request) {
  const std::string usage = "flattened-butterfly:K,N with K >= 2 and N >= 2, for K^N components at K^(N-1) routers";
  const std::vector<std::uint32_t> sizes =
      request.spec.values.empty() ? request.exact_power(usage) : request.sizes(2, 2, usage);
  const auto [arity, dimensions] = std::pair(sizes[0], sizes[1]);
  if (arity < 2 || dimensions < 2) request.refuse(usage);
  const std::uint64_t terminals = request.power(arity, dimensions);
  request.limit(terminals + terminals / arity);
  request.match(terminals);
  return std::make_unique<WithTerminals>(fmt::format("flattened-butterfly:{},{}", arity, dimensions),
                                         hyperx_routers({}, std::vector<std::uint32_t>(dimensions - 1, arity)), arity);
}

}  // namespace

std::vector<TopologyEntry> hyperx_topologies() {
  return {{"hyperx", "hyperx:S1,S2,…: a product of complete graphs of so many routers",
           [](const Spec& spec, std::uint32_t terminals) {
             return make_hyperx({spec, terminals});
           }},
          {"flattened-butterfly", "flattened-butterfly:K,N: K^(N-1) routers, hyperx:K,…,K, with K terminals each",
           [](const Spec& spec, std::uint32_t terminals) {
             return make_flattened_butterfly({spec, terminals});
           }}};
}

}  // namespace pram
