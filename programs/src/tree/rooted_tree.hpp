#pragma once

#include <cstdint>
#include <vector>

#include <pram/machine.hpp>
#include <pram/programs/list.hpp>
#include <pram/programs/scan.hpp>
#include "list/random_mate_cost.hpp"
#include "scan/prefix_sums_cost.hpp"
#include "tree/shared_tree.hpp"

namespace pram::programs {

/// What the ranked Euler tour of a tree says of its nodes (Tarjan, Vishkin 1985): see tree_functions().
struct RootedTree {
  RootedTree(Machine& machine, const SharedTree& tree)
      : parent(machine.array<std::uint32_t>(tree.nodes, tree.root, "parent")),
        preorder(machine.array<std::uint32_t>(tree.nodes, 0, "preorder")),
        postorder(machine.array<std::uint32_t>(tree.nodes, static_cast<std::uint32_t>(tree.nodes - 1), "postorder")),
        level(machine.array<std::uint32_t>(tree.nodes, 0, "level")),
        descendants(machine.array<std::uint32_t>(tree.nodes, static_cast<std::uint32_t>(tree.nodes), "descendants")) {
    const std::uint64_t arcs = tree.from.size();
    const auto successor = machine.array<std::uint32_t>(arcs, no_node, "successor");
    // Per arc: its twin, its place on the tour and that of its twin. Its processor alone reads them.
    std::vector<std::uint32_t> back(arcs);
    std::vector<std::uint32_t> place(arcs);
    std::vector<std::uint32_t> place_back(arcs);

    // The Euler tour, cut open where it comes back to the first arc of the root.
    machine.pardo(arcs, [&](Processor self) -> Task<> {
      back[self.id()] = co_await tree.twin[self.id()];
      const std::uint32_t onwards = co_await tree.next[back[self.id()]];
      if (onwards != tree.first) co_await (successor[self.id()] = onwards);
    });
    const Array<std::uint32_t> rank = list_ranking_random_mate(machine, successor);
    // An arc leads down if it comes before its twin. All functions follow from the number of such arcs up to each place
    // of the tour.
    const auto down = machine.array<std::int64_t>(arcs, 0, "down");
    machine.pardo(arcs, [&](Processor self) -> Task<> {
      place[self.id()] = static_cast<std::uint32_t>(arcs - 1) - co_await rank[self.id()];
      place_back[self.id()] = static_cast<std::uint32_t>(arcs - 1) - co_await rank[back[self.id()]];
      if (place[self.id()] < place_back[self.id()]) co_await (down[place[self.id()]] = 1);
    });
    prefix_sums(machine, down);
    machine.pardo(arcs, [&](Processor self) -> Task<> {
      const std::uint32_t entered = place[self.id()];
      const std::uint32_t left = place_back[self.id()];
      if (left < entered) co_return;
      const auto before = static_cast<std::uint32_t>(co_await down[entered]);
      const auto until = static_cast<std::uint32_t>(co_await down[left]);
      const std::uint32_t above = co_await tree.from[self.id()];
      const std::uint32_t node = co_await tree.from[back[self.id()]];
      co_await (parent[node] = above);
      co_await (preorder[node] = before);
      co_await (level[node] = 2 * before - entered - 1);
      co_await (descendants[node] = (left - entered + 1) / 2);
      co_await (postorder[node] = left - until);
    });
  }

  /// The most steps and work for a tree of n nodes, the work with high probability.
  static constexpr std::uint64_t steps(std::uint64_t n) {
    return n < 2 ? 0 : 15 + random_mate_steps(2 * n - 2) + prefix_sums_steps(2 * n - 2);
  }
  static constexpr std::uint64_t work(std::uint64_t n) {
    return n < 2 ? 0 : 24 * n + random_mate_work(2 * n - 2) + prefix_sums_work(2 * n - 2);
  }

  Array<std::uint32_t> parent;
  Array<std::uint32_t> preorder;
  Array<std::uint32_t> postorder;
  Array<std::uint32_t> level;
  Array<std::uint32_t> descendants;
};

}  // namespace pram::programs
