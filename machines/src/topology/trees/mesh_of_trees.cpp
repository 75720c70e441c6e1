#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "../bundled_topology.hpp"
#include "../request.hpp"
#include "../topology_families.hpp"

namespace pram {

namespace {

/// The mesh of trees (Leighton 1992, section 1.4): n × n leaves, and a complete binary tree over each row and over each
/// column of them. All 3n² - 2n nodes hold a component.
///
/// Nodes are the leaves row by row, then the inner nodes of the rows' trees, tree by tree and level by level, then
/// those of the columns' trees. A leaf has its row's tree at port 0 and its column's at port 1. An inner node has its
/// parent at port 0 and its children at ports 1 and 2.
///
/// A route goes through three trees at most: those of rows and of columns in turns. Between nodes of two rows' trees it
/// goes by a leaf below the lower one. In a tree it goes up and then down.
class MeshOfTrees final : public BundledTopology {
 public:
  /// @param side  n, a power of two of at most 2^9
  explicit MeshOfTrees(std::uint32_t side) : side_(side), bits_(static_cast<std::uint32_t>(std::countr_zero(side))) {
    assert(std::has_single_bit(side));
  }

  std::string name() const override { return fmt::format("mesh-of-trees:{}", side_); }
  std::uint32_t nodes() const override { return 3 * side_ * side_ - 2 * side_; }
  std::uint32_t ports() const override { return side_ == 1 ? 0 : 3; }

  std::uint32_t neighbour(std::uint32_t node, std::uint32_t port) const override {
    assert(node < nodes() && port < ports());
    if (node < leaves()) {
      if (port > 1) return no_node;
      const bool of_row = port == 0;
      return node_at(of_row, of_row ? row_of(node) : column_of(node),
                     (side_ + (of_row ? column_of(node) : row_of(node))) / 2);
    }
    const Place place = place_of(node);
    if (port == 0) return place.index == 1 ? no_node : node_at(place.of_row, place.line, place.index / 2);
    return node_at(place.of_row, place.line, 2 * place.index + port - 1);
  }

  Leg next_leg(std::uint32_t node, std::uint32_t destination) const override {
    assert(node < nodes() && destination < nodes() && node != destination);
    return plan(node, destination).leg;
  }

  std::uint32_t distance(std::uint32_t from, std::uint32_t to) const override {
    return from == to ? 0 : plan(from, to).hops;
  }

  /// One class for each tree that may still be ahead.
  std::uint32_t channel_classes() const override { return 3; }
  std::uint32_t channel_class(std::uint32_t node, std::uint32_t, std::uint32_t destination) const override {
    return 3 - plan(node, destination).trees;
  }

  TopologyProperties properties() const override {
    return {.nodes = nodes(),
            .links = std::uint64_t{4} * side_ * (side_ - 1),
            .largest_degree = side_ == 1   ? 0u
                              : side_ == 2 ? 2u
                                           : 3u,
            .smallest_degree = side_ == 1 ? 0u : 2u,
            .diameter = 4 * bits_};
  }

 private:
  /// A node as one of a tree. Nodes of a tree count from 1, the root; the children of x are 2x and 2x + 1, and the
  /// leaves n to 2n - 1.
  struct Place {
    bool of_row;         ///< else of a column
    std::uint32_t line;  ///< which row or column
    std::uint32_t index;
  };

  /// What a route has ahead of it.
  struct Plan {
    Leg leg;
    std::uint32_t hops;
    std::uint32_t trees;
  };

  std::uint32_t leaves() const { return side_ * side_; }
  std::uint32_t row_of(std::uint32_t leaf) const { return leaf >> bits_; }
  std::uint32_t column_of(std::uint32_t leaf) const { return leaf & (side_ - 1); }

  std::uint32_t node_at(bool of_row, std::uint32_t line, std::uint32_t index) const {
    if (index < side_) return leaves() + (of_row ? line : side_ + line) * (side_ - 1) + index - 1;
    return of_row ? line * side_ + index - side_ : (index - side_) * side_ + line;
  }

  Place place_of(std::uint32_t inner) const {
    const std::uint32_t number = inner - leaves();
    const std::uint32_t tree = number / (side_ - 1);
    const bool of_row = tree < side_;
    return {of_row, of_row ? tree : tree - side_, number % (side_ - 1) + 1};
  }

  Place in_row(std::uint32_t leaf) const { return {true, row_of(leaf), side_ + column_of(leaf)}; }
  Place in_column(std::uint32_t leaf) const { return {false, column_of(leaf), side_ + row_of(leaf)}; }

  static std::uint32_t depth(std::uint32_t index) { return static_cast<std::uint32_t>(std::bit_width(index)) - 1; }

  static std::uint32_t hops_within(std::uint32_t from, std::uint32_t to) {
    std::uint32_t hops = 0;
    for (; from != to; ++hops) (from > to ? from : to) /= 2;
    return hops;
  }

  /// The first hop inside a tree. A leaf's port to its parent depends on the tree.
  Leg leg_within(const Place& from, std::uint32_t to) const {
    const std::uint32_t here = depth(from.index);
    const std::uint32_t there = depth(to);
    if (there > here && to >> (there - here) == from.index) return {1 + (to >> (there - here - 1) & 1), 1};
    return {from.index >= side_ && !from.of_row ? 1u : 0u, 1};
  }

  /// The leftmost leaf below a node, as a node of its tree.
  std::uint32_t leaf_below(std::uint32_t index) const { return index << (bits_ - depth(index)); }

  /// To a node of the same tree, and on through so many trees over so many hops.
  Plan within(const Place& from, std::uint32_t to, std::uint32_t hops, std::uint32_t trees) const {
    return {leg_within(from, to), hops_within(from.index, to) + hops, trees + 1};
  }

  Plan plan(std::uint32_t from, std::uint32_t to) const {
    if (from < leaves() && to < leaves()) {
      if (column_of(from) == column_of(to)) return within(in_column(from), in_column(to).index, 0, 0);
      const std::uint32_t rest = hops_within(in_column(from).index, in_column(to).index);
      return within(in_row(from), in_row(to).index, rest, rest == 0 ? 0 : 1);
    }
    if (from < leaves()) return from_leaf(from, place_of(to));
    const Place here = place_of(from);
    if (to < leaves()) {
      const Place end = here.of_row ? in_row(to) : in_column(to);
      if (end.line == here.line) return within(here, end.index, 0, 0);
      return within(here, end.index, hops_within(side_ + here.line, side_ + end.line), 1);
    }
    return between(here, place_of(to));
  }

  /// From a leaf to an inner node: into its line by the other tree, if it is not there yet.
  Plan from_leaf(std::uint32_t leaf, const Place& end) const {
    const Place along = end.of_row ? in_row(leaf) : in_column(leaf);
    if (along.line == end.line) return within(along, end.index, 0, 0);
    const Place across = end.of_row ? in_column(leaf) : in_row(leaf);
    return within(across, side_ + end.line, hops_within(along.index, end.index), 1);
  }

  /// Between inner nodes.
  Plan between(const Place& here, const Place& end) const {
    if (here.of_row != end.of_row) return within(here, side_ + end.line, hops_within(side_ + here.line, end.index), 1);
    if (here.line == end.line) return within(here, end.index, 0, 0);
    const std::uint32_t leaf = leaf_below(depth(here.index) >= depth(end.index) ? here.index : end.index);
    return within(here, leaf, hops_within(side_ + here.line, side_ + end.line) + hops_within(leaf, end.index), 2);
  }

  std::uint32_t side_;
  std::uint32_t bits_;
};

std::unique_ptr<Topology> make_mesh_of_trees(const TopologyRequest& request) {
  const std::string usage = "mesh-of-trees:N with N a power of two, 1 to 2^9, for 3 N^2 - 2 N components";
  std::uint64_t side = 1;
  const auto nodes = [&] { return 3 * side * side - 2 * side; };
  if (request.spec.values.empty()) {
    const std::uint32_t terminals = request.wanted(usage);
    while (nodes() < terminals) side *= 2;
    if (nodes() != terminals)
      request.refuse(
          fmt::format("it connects 3 N^2 - 2 N components with N a power of two, and {} are wanted", terminals));
  } else {
    side = request.sizes(1, 1, usage)[0];
    if (!std::has_single_bit(side)) request.refuse(usage);
  }
  request.limit(nodes());
  request.match(nodes());
  return std::make_unique<MeshOfTrees>(static_cast<std::uint32_t>(side));
}

}  // namespace

std::vector<TopologyEntry> mesh_of_trees_topologies() {
  return {{"mesh-of-trees", "mesh-of-trees:N: N x N leaves, a binary tree over each row and each column",
           [](const Spec& spec, std::uint32_t terminals) {
             return make_mesh_of_trees({spec, terminals});
           }}};
}

}  // namespace pram
