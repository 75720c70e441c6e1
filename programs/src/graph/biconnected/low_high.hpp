#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <pram/error.hpp>
#include <pram/machine.hpp>
#include <pram/programs/graph.hpp>
#include <pram/programs/scan.hpp>
#include "graph/arcs.hpp"
#include "graph/components/star_hooking.hpp"
#include "graph/distributed_arcs.hpp"
#include "scan/prefix_sums_cost.hpp"
#include "search/minima/sparse_table.hpp"
#include "tree/rooted_tree.hpp"

/// What biconnected components and bridges have in common (Tarjan, Vishkin 1985).
namespace pram::programs {

/// The adjacency lists of a graph with one more vertex, the root, and an edge from it to every other vertex. The edges
/// to the roots of the spanning forest's trees make one tree of the forest. The other edges of the root are not used.
struct RootedLists {
  static constexpr std::uint32_t no_edge = 0xFFFFFFFF;

  /// The most vertices and edges together: their arcs have numbers of 32 bits.
  static constexpr std::uint64_t most = 0x7FFFFFFF;

  /// @throws ConfigError if there are more of them, or if an end of an edge is no vertex
  explicit RootedLists(const Graph& graph) : root(graph.vertices) {
    const std::uint32_t n = graph.vertices;
    if (n + graph.edges.size() > most) {
      throw ConfigError("vertices and edges", std::to_string(n + graph.edges.size()),
                        "at most " + std::to_string(most) + ": each has two arcs with a number of 32 bits");
    }
    check_edges(graph);
    const Adjacency lists(n, arcs_of(graph));
    std::vector<std::uint32_t> place(lists.to.size());  // per arc of arcs_of()
    for (std::uint32_t v = 0; v < n; ++v) {
      first.push_back(static_cast<std::uint32_t>(from.size()));
      add(v, no_edge);
      for (std::uint64_t k = lists.first[v]; k < lists.first[v + std::size_t{1}]; ++k) {
        place[lists.number[k]] = static_cast<std::uint32_t>(from.size());
        add(v, static_cast<std::uint32_t>(lists.number[k] / 2));
      }
    }
    first.push_back(static_cast<std::uint32_t>(from.size()));
    for (std::uint32_t v = 0; v < n; ++v) add(root, no_edge);
    first.push_back(static_cast<std::uint32_t>(from.size()));
    twin.resize(from.size());
    for (std::size_t arc = 0; arc < place.size(); ++arc) twin[place[arc]] = place[arc ^ 1];
    for (std::uint32_t v = 0; v < n; ++v) {
      twin[first[v]] = first[root] + v;
      twin[first[root] + v] = first[v];
    }
  }

  std::uint32_t root;
  std::vector<std::uint32_t> from;   // per arc
  std::vector<std::uint32_t> twin;   // per arc
  std::vector<std::uint32_t> edge;   // per arc: its edge; no_edge from and to the root
  std::vector<std::uint32_t> first;  // per vertex: its first arc; then the number of arcs

 private:
  void add(std::uint32_t vertex, std::uint32_t of) {
    from.push_back(vertex);
    edge.push_back(of);
  }
};

/// A spanning tree of the graph with the root of RootedLists, and how far edges outside the tree lead. Low and high of
/// a vertex are the smallest and the largest preorder number in its subtree or reached from there by such an edge.
class LowHigh {
 public:
  LowHigh(Machine& machine, const Graph& graph) : LowHigh(machine, graph, RootedLists(graph)) {}

  /// What a processor knows of an arc of the lists.
  struct OwnArc {
    std::uint32_t from = 0;
    std::uint32_t to = 0;
    std::uint32_t edge = RootedLists::no_edge;
    bool is_tree = false;
  };

  std::uint64_t arcs() const { return own_.size(); }
  const OwnArc& own(std::uint64_t arc) const { return own_[arc]; }
  std::uint32_t root() const { return root_; }
  const RootedTree& tree() const { return *tree_; }
  const Array<std::uint32_t>& low() const { return low_; }
  const Array<std::uint32_t>& high() const { return high_; }

  /// The most steps and work for n vertices and m edges, the work with high probability.
  static std::uint64_t steps(std::uint64_t n, std::uint64_t m) {
    return StarHooking::most_steps(n) + prefix_sums_steps(2 * (n + m)) + RootedTree::steps(n + 1) +
           2 * SparseTable::steps(n + 1) + 30;
  }
  static std::uint64_t work(std::uint64_t n, std::uint64_t m) {
    return StarHooking::most_rounds(n) * StarHooking::round_work(n, 2 * m) + prefix_sums_work(2 * (n + m)) +
           RootedTree::work(n + 1) + 2 * SparseTable::work(n + 1) + 30 * (2 * n + 2 * m + 1);
  }

 private:
  LowHigh(Machine& machine, const Graph& graph, const RootedLists& lists)
      : root_(lists.root),
        own_(lists.from.size()),
        low_(machine.array<std::uint32_t>(root_ + std::uint64_t{1}, 0, "low")),
        high_(machine.array<std::uint32_t>(root_ + std::uint64_t{1}, 0, "high")) {
    find_tree(machine, graph, lists);
    find_low_and_high(machine);
  }

  /// The arcs of the spanning forest and those to the roots of its trees become the adjacency lists of one tree.
  void find_tree(Machine& machine, const Graph& graph, const RootedLists& lists) {
    StarHooking hooking(machine, graph);
    hooking.run();
    const auto from = machine.array(lists.from, "from");
    const auto twin = machine.array(lists.twin, "twin");
    const auto edge = machine.array(lists.edge, "edge");
    const auto first = machine.array(lists.first, "first");
    const auto place = machine.array<std::int64_t>(from.size(), 0, "place");
    std::vector<std::uint32_t> back(from.size());  // the twin of each arc; its processor alone reads it
    machine.pardo(from.size(), [&](Processor self) -> Task<> {
      OwnArc& mine = own_[self.id()];
      mine.from = co_await from[self.id()];
      mine.edge = co_await edge[self.id()];
      back[self.id()] = co_await twin[self.id()];
      mine.to = co_await from[back[self.id()]];
      if (mine.edge != RootedLists::no_edge) {
        mine.is_tree = co_await hooking.shared_chosen()[mine.edge];
      } else {
        const std::uint32_t vertex = std::min(mine.from, mine.to);
        mine.is_tree = co_await hooking.shared_roots()[vertex] == vertex;
      }
      co_await (place[self.id()] = mine.is_tree ? 1 : 0);
    });
    prefix_sums(machine, place);
    const std::uint64_t tree_arcs = 2 * std::uint64_t{root_};
    const auto tree_first = static_cast<std::uint32_t>(place.get(lists.first[root_] - 1));
    const SharedTree tree{machine.array<std::uint32_t>(tree_arcs, 0, "tree_from"),
                          machine.array<std::uint32_t>(tree_arcs, 0, "tree_next"),
                          machine.array<std::uint32_t>(tree_arcs, 0, "tree_twin"),
                          root_,
                          tree_first,
                          root_ + std::uint64_t{1}};
    machine.pardo(from.size(), [&](Processor self) -> Task<> {
      const OwnArc& mine = own_[self.id()];
      if (!mine.is_tree) co_return;
      const auto at = static_cast<std::uint32_t>(co_await place[self.id()] - 1);
      const auto other = static_cast<std::uint32_t>(co_await place[back[self.id()]] - 1);
      const std::uint32_t begin = co_await first[mine.from];
      const std::uint32_t end = co_await first[mine.from + std::uint64_t{1}];
      const auto behind = static_cast<std::uint32_t>(co_await place[end - 1]);
      std::uint32_t before = 0;
      if (begin > 0) before = static_cast<std::uint32_t>(co_await place[begin - 1]);
      co_await (tree.from[at] = mine.from);
      co_await (tree.twin[at] = other);
      co_await (tree.next[at] = at + 1 < behind ? at + 1 : before);
    });
    tree_ = std::make_unique<RootedTree>(machine, tree);
  }

  void find_low_and_high(Machine& machine) {
    const std::uint64_t nodes = low_.size();
    const RootedTree& tree = *tree_;
    // Indices are preorder numbers, so that a subtree is a range. High numbers are negated, so that both are minima.
    const auto lowest = machine.array<std::int64_t>(nodes, 0, "lowest");
    const auto highest = machine.array<std::int64_t>(nodes, 0, "highest");
    machine.pardo(nodes, [&](Processor self) -> Task<> {
      co_await (lowest[self.id()] = static_cast<std::int64_t>(self.id()));
      co_await (highest[self.id()] = -static_cast<std::int64_t>(self.id()));
    });
    machine.pardo(arcs(), [&](Processor self) -> Task<> {
      const OwnArc& mine = own_[self.id()];
      if (mine.is_tree || mine.edge == RootedLists::no_edge || mine.from == mine.to) co_return;
      const std::int64_t here = co_await tree.preorder[mine.from];
      const std::int64_t there = co_await tree.preorder[mine.to];
      co_await lowest[here].min(there);
      co_await highest[here].min(-there);
    });
    const SparseTable low_table(machine, lowest);
    const SparseTable high_table(machine, highest);
    machine.pardo(nodes, [&](Processor self) -> Task<> {
      const std::uint64_t begin = co_await tree.preorder[self.id()];
      const std::uint64_t size = co_await tree.descendants[self.id()];
      const std::int64_t low = co_await low_table.minimum(begin, begin + size - 1);
      const std::int64_t high = co_await high_table.minimum(begin, begin + size - 1);
      co_await (low_[self.id()] = static_cast<std::uint32_t>(low));
      co_await (high_[self.id()] = static_cast<std::uint32_t>(-high));
    });
  }

  std::uint32_t root_;
  std::vector<OwnArc> own_;  // per arc; its processor alone reads it
  Array<std::uint32_t> low_;
  Array<std::uint32_t> high_;
  std::unique_ptr<RootedTree> tree_;
};

}  // namespace pram::programs
