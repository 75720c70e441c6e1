#pragma once

#include <cstdint>
#include <vector>

#include <pram/detail/no_node.hpp>
#include <pram/machine.hpp>
#include "logarithm.hpp"
#include "search/dictionary/tree_nodes.hpp"

namespace pram::programs {

/// Deletes a batch of keys from a 2-3 tree. In each of log k waves the leaves to be deleted go, but for one of each
/// parent that would lose all of its leaves: so at least half of them go, and each parent keeps a child. A wave climbs
/// a level in each round. Where a parent has kept one child only, the children of it and of its neighbours under the
/// same node are dealt out anew, two or three each. Again that node keeps a child at least. As this changes two levels
/// at once, the next wave follows two rounds behind.
///
/// Source: Paul, Vishkin, Wagener (1983).
class BatchDeletion {
 public:
  BatchDeletion(const TreeNodes& tree, const Array<std::int64_t>& batch)
      : tree_(tree),
        batch_(batch),
        k_(batch.size()),
        doomed_(tree.machine.array<bool>(tree.key.size(), false, "doomed")) {}

  void erase() {
    tree_.machine.pardo(k_, [&](Processor self) -> Task<> {
      const std::int64_t mine = co_await batch_[self.id()];
      const std::uint32_t leaf = co_await tree_.leaf_of(mine);
      if (co_await tree_.key[leaf] != mine) co_return;
      co_await (doomed_[leaf] = true);
      co_await self.barrier();
      for (;;) {
        const Round round = co_await leave(self, leaf);
        if (!round.stays) {
          for (std::uint32_t node = round.goes_on; node != no_node;) node = co_await climb(self, node);
          co_return;
        }
        co_await self.idle(round_steps);
      }
    });
  }

  static constexpr std::uint64_t steps(std::uint64_t keys, std::uint64_t k) {
    return k == 0
               ? 0
               : TreeNodes::descent_steps(keys) + 5 + round_steps * (2 * floor_log2(k) + TreeNodes::height(keys) + 3);
  }
  static constexpr std::uint64_t work(std::uint64_t keys, std::uint64_t k) { return k * steps(keys, k); }

 private:
  struct Round {
    bool stays = false;               ///< the leaf waits for the next wave
    std::uint32_t goes_on = no_node;  ///< a parent with one child, which this processor goes on with
  };

  static constexpr std::uint64_t round_steps = 37;

  /// The first round of a wave: a leaf leaves its parent.
  Task<Round> leave(Processor self, std::uint32_t leaf) const {
    const std::uint32_t above = co_await tree_.parent[leaf];
    const TreeNodes::Children old = co_await tree_.children_of(above);
    std::vector<std::uint32_t> left;
    std::vector<std::uint32_t> gone;
    for (const std::uint32_t node : old) {
      bool goes = false;
      if (node != no_node)
        goes = co_await doomed_[node];
      else
        co_await self.idle();
      if (node != no_node) (goes ? gone : left).push_back(node);
    }
    if (left.empty()) {
      left.push_back(gone.front());
      gone.erase(gone.begin());
      if (leaf == left.front()) {
        co_await self.idle(round_steps - 7);
        co_return Round{true, no_node};
      }
    }
    if (leaf != gone.front()) co_return Round();  // the processor of the first one serves them all
    for (std::uint64_t k = 0; k < 3; ++k)
      co_await (tree_.child[3 * std::uint64_t{above} + k] = k < left.size() ? left[k] : no_node);
    if (left.size() > 1) co_return Round();
    co_await self.idle(round_steps - 10);
    co_return Round{false, above};
  }

  /// One round of a wave: the children of the nodes under one node are dealt out anew.
  /// @param node  one that has a single child
  /// @returns the node above, if it has kept one child and this processor goes on with it
  Task<std::uint32_t> climb(Processor self, std::uint32_t node) const {
    const std::uint32_t above = co_await tree_.parent[node];
    if (above == no_node) {
      const std::uint32_t only = co_await tree_.child[3 * std::uint64_t{node}];
      const std::uint32_t below = co_await tree_.child[3 * std::uint64_t{only}];
      if (below == no_node) co_return no_node;  // the last leaf is left alone
      co_await (tree_.parent[only] = no_node);
      co_await (tree_.root[0] = only);
      co_return no_node;
    }
    const TreeNodes::Children nodes = co_await tree_.children_of(above);
    std::vector<std::uint32_t> all;
    std::uint32_t first = no_node;  // the first node with a single child, whose processor serves them all
    for (const std::uint32_t at : nodes) {
      if (at == no_node) {
        co_await self.idle(3);
        continue;
      }
      const TreeNodes::Children below = co_await tree_.children_of(at);
      if (below[1] == no_node && first == no_node) first = at;
      for (const std::uint32_t child : below) {
        if (child != no_node) all.push_back(child);
      }
    }
    if (first != node) co_return no_node;
    const std::uint64_t parts = (all.size() + 2) / 3;
    std::uint64_t used = 13;
    std::uint64_t next = 0;
    for (std::uint64_t part = 0; part < parts; ++part) {
      const std::uint64_t end = next + (all.size() - next + parts - part - 1) / (parts - part);
      const std::uint32_t at = nodes[part];
      for (std::uint64_t k = 0; k < 3; ++k, ++used)
        co_await (tree_.child[3 * std::uint64_t{at} + k] = next + k < end ? all[next + k] : no_node);
      for (; next < end; ++next, ++used) co_await (tree_.parent[all[next]] = at);
      const std::int64_t largest = co_await tree_.key[all[end - 1]];
      co_await (tree_.key[at] = largest);
      used += 2;
    }
    for (std::uint64_t part = parts; part < 3; ++part, ++used)
      co_await (tree_.child[3 * std::uint64_t{above} + part] = no_node);
    if (parts > 1) co_return no_node;
    co_await self.idle(round_steps - used);
    co_return above;
  }

  const TreeNodes& tree_;
  const Array<std::int64_t>& batch_;
  std::uint64_t k_;
  Array<bool> doomed_;  // per leaf
};

}  // namespace pram::programs
