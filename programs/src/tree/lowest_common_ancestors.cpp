#include <pram/programs/tree.hpp>

#include <algorithm>
#include <bit>
#include <string>

#include <pram/programs/detail/results.hpp>
#include <pram/programs/input/structure/trees.hpp>
#include <pram/programs/row.hpp>
#include <pram/programs/scan.hpp>
#include "logarithm.hpp"
#include "programs.hpp"
#include "scan/prefix_sums_cost.hpp"
#include "tree/rooted_tree.hpp"

namespace pram::programs {

namespace {

/// The path of a node: of the preorder numbers first to last of its subtree, counted from 1, the one that ends in the
/// most zeros.
constexpr std::uint32_t path_number(std::uint32_t first, std::uint32_t last) {
  const auto differing = static_cast<unsigned>(std::bit_width((first - 1) ^ last) - 1);
  return last >> differing << differing;
}

/// The bit of a path: the lowest bit of its number that is set.
constexpr std::uint32_t bit_of_path(std::uint32_t path) { return path & (~path + 1); }

/// The path with this bit among the paths above a given one.
constexpr std::uint32_t path_above(std::uint32_t path, std::uint32_t bit) { return (path & ~(2 * bit - 1)) | bit; }

/// What queries need of a tree. The members' comments give the paper's names.
struct AncestorTable {
  AncestorTable(Machine& machine, const AdjacencyTree& adjacency)
      : n(adjacency.first.size()),
        tree(machine, shared_tree(machine, adjacency)),
        path(machine.array<std::uint32_t>(n, 0, "path")),
        paths_above(machine.array<std::uint32_t>(n, 0, "paths_above")),
        head(machine.array<std::uint32_t>(n + 1, 0, "head")) {
    const auto tour = machine.array<std::int64_t>(2 * n - 2, 0, "tour");
    // Per node: where the tour enters and leaves it, and its path. Its processor alone reads them.
    std::vector<std::uint32_t> entered(n);
    std::vector<std::uint32_t> left(n);
    std::vector<std::uint32_t> own(n);
    machine.pardo(n, [&](Processor self) -> Task<> {
      const std::uint32_t before = co_await tree.preorder[self.id()];
      const std::uint32_t size = co_await tree.descendants[self.id()];
      const std::uint32_t depth = co_await tree.level[self.id()];
      entered[self.id()] = 2 * before - depth - 1;
      left[self.id()] = entered[self.id()] + 2 * size - 1;
      own[self.id()] = path_number(before + 1, before + size);
      co_await (path[self.id()] = own[self.id()]);
    });
    machine.pardo(n, [&](Processor self) -> Task<> {
      const std::uint32_t above = co_await tree.parent[self.id()];
      if (self.id() == adjacency.root) {
        co_await (head[own[self.id()]] = adjacency.root);
        co_return;
      }
      if (co_await path[above] == own[self.id()]) co_return;
      co_await (head[own[self.id()]] = static_cast<std::uint32_t>(self.id()));
      co_await (tour[entered[self.id()]] = bit_of_path(own[self.id()]));
      co_await (tour[left[self.id()]] = -std::int64_t{bit_of_path(own[self.id()])});
    });
    prefix_sums(machine, tour);
    const std::int64_t of_root = std::int64_t{1} << floor_log2(n);
    machine.pardo(n, [&](Processor self) -> Task<> {
      std::int64_t bits = of_root;
      if (self.id() != adjacency.root) bits += co_await tour[entered[self.id()]];
      co_await (paths_above[self.id()] = static_cast<std::uint32_t>(bits));
    });
  }

  /// The lowest ancestor of a node on the path with this bit: itself, if that is its own path.
  Task<std::uint32_t> ancestor_on(std::uint32_t node, std::uint32_t own, std::uint32_t above, std::uint32_t bit) const {
    if ((above & (bit - 1)) == 0) co_return node;  // the node lies on that path itself
    // The head of the next path below leads there: its parent lies on the path that is sought.
    const std::uint32_t last = std::bit_floor(above & (bit - 1));
    const std::uint32_t top = co_await head[path_above(own, last)];
    co_return co_await tree.parent[top];
  }

  Task<std::uint32_t> common_ancestor(NodePair pair) const {
    const std::uint32_t left_path = co_await path[pair.left];
    const std::uint32_t right_path = co_await path[pair.right];
    std::uint32_t left = pair.left;
    std::uint32_t right = pair.right;
    if (left_path != right_path) {
      const std::uint32_t above_left = co_await paths_above[pair.left];
      const std::uint32_t above_right = co_await paths_above[pair.right];
      // The common ancestor lies on the lowest path above both nodes that is not below the common ancestor of their
      // path numbers in the binary tree.
      const std::uint32_t common = above_left & above_right & ~(std::bit_floor(left_path ^ right_path) - 1);
      const std::uint32_t bit = bit_of_path(common);
      left = co_await ancestor_on(left, left_path, above_left, bit);
      right = co_await ancestor_on(right, right_path, above_right, bit);
    }
    const std::uint32_t left_level = co_await tree.level[left];
    const std::uint32_t right_level = co_await tree.level[right];
    co_return left_level <= right_level ? left : right;
  }

  std::uint64_t n;
  RootedTree tree;
  Array<std::uint32_t> path;         ///< per node: the number of its path (inlabel)
  Array<std::uint32_t> paths_above;  ///< per node: the bits of its path and of those above (ascendant)
  Array<std::uint32_t> head;         ///< per path number: the highest node of the path
};

/// The most children of a node.
std::uint64_t most_children(const AdjacencyTree& tree) {
  std::vector<std::uint64_t> arcs(tree.first.size(), 0);
  for (const std::uint32_t node : tree.from) ++arcs[node];
  return std::ranges::max(arcs);
}

/// Checks the ancestors by walks up from both nodes of each pair.
bool are_common_ancestors(const TreeAndPairs& input, const std::vector<std::uint32_t>& found) {
  const AdjacencyTree& tree = input.tree;
  std::vector<std::uint32_t> parent(tree.first.size(), tree.root);
  std::vector<std::uint32_t> depth(tree.first.size(), 0);
  std::vector<std::uint32_t> order = {tree.root};
  for (std::size_t k = 0; k < order.size() && tree.first[order[k]] != no_node; ++k) {
    std::uint32_t arc = tree.first[order[k]];
    do {
      const std::uint32_t other = tree.from[tree.twin[arc]];
      if (other != parent[order[k]] && other != tree.root) {
        parent[other] = order[k];
        depth[other] = depth[order[k]] + 1;
        order.push_back(other);
      }
      arc = tree.next[arc];
    } while (arc != tree.first[order[k]]);
  }
  bool right = found.size() == input.pairs.size();
  for (std::size_t k = 0; right && k < found.size(); ++k) {
    auto [one, other] = input.pairs[k];
    while (one != other) {
      if (depth[one] >= depth[other]) {
        one = parent[one];
      } else {
        other = parent[other];
      }
    }
    right = found[k] == one;
  }
  return right;
}

}  // namespace

std::vector<std::uint32_t> lowest_common_ancestors(Machine& machine, const AdjacencyTree& tree,
                                                   std::span<const NodePair> pairs) {
  if (tree.first.empty()) throw ConfigError("tree", "0 nodes", "at least one node");
  for (const NodePair& pair : pairs) {
    if (std::max(pair.left, pair.right) >= tree.first.size())
      throw ConfigError("pair", std::to_string(pair.left) + ", " + std::to_string(pair.right),
                        "two nodes below " + std::to_string(tree.first.size()));
  }
  const auto pair = machine.array(pairs, "pair");
  const auto found = machine.array<std::uint32_t>(pairs.size(), 0, "found");
  const AncestorTable table(machine, tree);
  machine.pardo(pairs.size(), [&](Processor self) -> Task<> {
    const NodePair mine = co_await pair[self.id()];
    const std::uint32_t ancestor = co_await table.common_ancestor(mine);
    co_await (found[self.id()] = ancestor);
  });
  return found.host();
}

Program lowest_common_ancestors_program() {
  return program<TreesAndPairs>(
      lowest_common_ancestors,
      {.name = "lowest-common-ancestors",
       .alias = "lca",
       .what = "the lowest common ancestors of n/2 pairs of nodes of a tree of n nodes: paths as bits of words",
       .columns = "lowest common ancestor of the pair",
       .source = "Schieber, Vishkin 1988; JáJá 3.4",
       .model = Rule::crew,
       .needs_more_than = Rule::erew,
       .time = "O(log n)",
       .steps_at_most =
           [](std::uint64_t n) { return 23 + RootedTree::steps(n) + (n < 2 ? 0 : prefix_sums_steps(2 * n - 2)); },
       .work = "O(n) with high probability",
       .work_at_most =
           [](std::uint64_t n) { return 23 * n + RootedTree::work(n) + (n < 2 ? 0 : prefix_sums_work(2 * n - 2)); },
       .degree_at_most =
           [](const TreeAndPairs& input) {
             return std::max({std::uint64_t{1}, most_children(input.tree), std::uint64_t{input.pairs.size()}});
           },
       .size = {.usual = 1 << 12, .bytes_each = 40 * sizeof(std::uint32_t) + 2 * processor_bytes, .least = 1},
       .pointers = "next parent successor",
       .oracle = are_common_ancestors,
       .against = "a walk up from both nodes",
       .facts = [](const TreeAndPairs& input, const auto&) -> Facts {
         return {{"root", std::int64_t{input.tree.root}}};
       }});
}

}  // namespace pram::programs
