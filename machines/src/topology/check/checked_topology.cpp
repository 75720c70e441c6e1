#include "checked_topology.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include <pram/detail/random/seeded_hash.hpp>

#include "../bundled_topology.hpp"

namespace pram::detail {

namespace {

// Routes that are tried out when a topology is made, as long as they have no more hops in all than there are links.
constexpr std::uint32_t tried_pairs = 64;
constexpr std::uint64_t tried_hops = 256;  // at least

// Draws the pairs.
constexpr std::uint64_t pair_seed = 0x7019;

}  // namespace

CheckedTopology::CheckedTopology(std::shared_ptr<const Topology> own)
    : own_(std::move(own)), links_(*own_), shape_(own_->shape()) {
  check_shape(shape_, links_);
  try_routes();
}

void CheckedTopology::try_routes() const {
  const std::uint32_t terminals = links_.terminals();
  const std::uint64_t most = std::max(tried_hops, std::uint64_t{links_.nodes()} * links_.ports());
  std::uint64_t hops = links_.walk(0, 0) + links_.walk(0, terminals - 1) + links_.walk(terminals - 1, 0);
  for (std::uint32_t k = 0; k < tried_pairs && hops <= most; ++k) {
    const std::uint32_t from = seeded_choice(2 * std::uint64_t{k}, pair_seed, terminals);
    hops += links_.walk(from, seeded_choice(2 * std::uint64_t{k} + 1, pair_seed, terminals));
  }
}

void check_shape(const TopologyShape& shape, const LinkTable& links) {
  using Kind = TopologyShape::Kind;
  const auto refuse = [&](const std::string& breach) {
    throw TopologyError({links.name()}, fmt::format("shape() {}", breach));
  };
  if (shape.kind == Kind::other || shape.kind == Kind::stages) return;
  const bool rows = shape.kind == Kind::rows_of_rows;
  const bool one = rows || shape.kind == Kind::ring || shape.kind == Kind::path || shape.kind == Kind::complete ||
                   shape.kind == Kind::star;
  if (one && shape.factors.size() != 1)
    refuse(fmt::format("has {} dimensions, and one of its kind has one", shape.factors.size()));
  const bool cube = shape.kind == Kind::hypercube;
  if (cube && shape.factors.size() != links.ports())
    refuse(fmt::format("has {} dimensions, and a node has {} ports", shape.factors.size(), links.ports()));
  std::uint64_t size = 1;
  for (const TopologyFactor& factor : shape.factors)
    size = std::min<std::uint64_t>(size * factor.size, std::uint64_t{1} << 32);
  for (std::uint32_t level = 0; rows && level < shape.levels && size > 1 && size <= links.nodes(); ++level)
    size *= size;
  if (size != links.nodes() || links.terminals() != links.nodes() || !links.two_way()) {
    refuse(fmt::format(
        "says that it has {} nodes, all of them terminals and with links in both directions; there are "
        "{} nodes, {} of them terminals, with links in {}",
        size, links.nodes(), links.terminals(), links.two_way() ? "both directions" : "one direction each"));
  }
}

std::shared_ptr<const Topology> checked(std::shared_ptr<const Topology> topology) {
  if (topology == nullptr) throw ConfigError("network", "a topology that is null", "a topology");
  if (dynamic_cast<const BundledTopology*>(topology.get()) != nullptr ||
      dynamic_cast<const CheckedTopology*>(topology.get()) != nullptr) {
    return topology;
  }
  return std::make_shared<CheckedTopology>(std::move(topology));
}

RouteBounds::RouteBounds(const Topology& topology)
    : topology_(dynamic_cast<const CheckedTopology*>(&topology)), nodes_(topology.nodes()) {}

}  // namespace pram::detail
