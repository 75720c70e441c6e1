#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "../bundled_topology.hpp"
#include "../divider.hpp"
#include "../request.hpp"
#include "../topology_families.hpp"

namespace pram {

namespace {

/// The complete K-ary tree of height H, whose (K^(H+1) - 1) / (K - 1) nodes all hold a component. Nodes are numbered
/// level by level from the root. Port 0 leads to the parent, port j + 1 to child j. There is one path between two
/// nodes: up to their nearest common ancestor and down again, so that worms cannot deadlock.
class Tree final : public BundledTopology {
 public:
  /// @param degree  K, at least 2
  /// @param height  H; at most 2^20 nodes in all
  Tree(std::uint32_t degree, std::uint32_t height) : power_{Divider(1)}, first_{0, 1} {
    for (std::uint32_t level = 1; level <= height; ++level) {
      power_.emplace_back(power_.back().divisor() * degree);
      first_.push_back(first_.back() + power_.back().divisor());
    }
    degree_ = Divider(degree);
  }

  std::string name() const override {
    return degree() == 2 ? fmt::format("tree:{}", height()) : fmt::format("tree:{},{}", degree(), height());
  }
  std::uint32_t nodes() const override { return first_.back(); }
  std::uint32_t ports() const override { return height() == 0 ? 0 : degree() + 1; }

  std::uint32_t neighbour(std::uint32_t node, std::uint32_t port) const override {
    assert(node < nodes() && port < ports());
    if (port == 0) return node == 0 ? no_node : degree_.quotient(node - 1);
    const std::uint64_t child = std::uint64_t{node} * degree() + port;
    return child < nodes() ? static_cast<std::uint32_t>(child) : no_node;
  }

  Leg next_leg(std::uint32_t node, std::uint32_t destination) const override {
    assert(node < nodes() && destination < nodes() && node != destination);
    const std::uint32_t here = level_of(node);
    const std::uint32_t there = level_of(destination);
    if (there <= here) return {0, 1};
    const std::uint32_t ancestor = power_[there - here - 1].quotient(destination - first_[there]);
    const std::uint32_t parent = degree_.quotient(ancestor);
    return parent == node - first_[here] ? Leg{ancestor - parent * degree() + 1, 1} : Leg{0, 1};
  }

  std::uint32_t distance(std::uint32_t from, std::uint32_t to) const override {
    std::uint32_t hops = 0;
    for (; from != to; ++hops) {
      std::uint32_t& lower = from > to ? from : to;
      lower = degree_.quotient(lower - 1);
    }
    return hops;
  }

  TopologyProperties properties() const override {
    TopologyProperties all{.nodes = nodes(),
                           .links = nodes() - 1,
                           .largest_degree = height() == 0 ? 0 : degree() + (height() == 1 ? 0 : 1),
                           .smallest_degree = height() == 0 ? 0u : 1u,
                           .diameter = 2 * height()};
    // Each link is crossed by the paths between the nodes below it and all others.
    double crossed = 0;
    for (std::uint32_t level = 1; level <= height(); ++level) {
      const double below = first_[height() - level + 1];
      crossed += 2.0 * power_[level].divisor() * below * (nodes() - below);
    }
    all.average_distance = crossed / (static_cast<double>(nodes()) * nodes());
    if (height() == 0) all.bisection = 0;
    // One child's part of a binary tree is a node smaller than all the rest.
    if (degree() == 2 && height() > 0) all.bisection = 1;
    return all;
  }

 private:
  std::uint32_t degree() const { return degree_.divisor(); }
  std::uint32_t height() const { return static_cast<std::uint32_t>(power_.size()) - 1; }
  std::uint32_t level_of(std::uint32_t node) const {
    return static_cast<std::uint32_t>(std::ranges::upper_bound(first_, node) - first_.begin()) - 1;
  }

  std::vector<Divider> power_;        ///< nodes of each level: K^0 … K^H
  std::vector<std::uint32_t> first_;  ///< the first node of each level, and behind them the number of nodes
  Divider degree_;
};

std::unique_ptr<Topology> make_tree(const TopologyRequest& request) {
  const std::string usage = "tree:H with 2^(H+1) - 1 nodes, or tree:K,H with K >= 2 children a node and height H";
  const std::vector<std::string>& values = request.spec.values;
  std::uint64_t degree = 2;
  std::uint64_t height = 0;
  if (values.empty()) {
    const std::uint64_t terminals = request.wanted(usage);
    while ((std::uint64_t{2} << height) - 1 < terminals) ++height;
    if ((std::uint64_t{2} << height) - 1 != terminals)
      request.refuse(fmt::format("it connects 2^(H+1) - 1 components, and {} are wanted", terminals));
  } else {
    const auto children = values.size() == 2 ? whole_number(values.front()) : 2;
    const auto levels = whole_number(values.back());
    if (values.size() > 2 || !children || !levels || *children < 2) request.refuse(usage);
    degree = *children;
    height = *levels;
  }
  request.limit(degree);
  std::uint64_t nodes = 1;
  for (std::uint64_t level = 0; level < height; ++level) request.limit(nodes = nodes * degree + 1);
  request.match(nodes);
  return std::make_unique<Tree>(static_cast<std::uint32_t>(degree), static_cast<std::uint32_t>(height));
}

}  // namespace

std::vector<TopologyEntry> tree_topologies() {
  return {{"tree", "complete tree: tree:H of 2^(H+1) - 1 nodes, tree:K,H with K children a node",
           [](const Spec& spec, std::uint32_t terminals) {
             return make_tree({spec, terminals});
           }}};
}

}  // namespace pram
