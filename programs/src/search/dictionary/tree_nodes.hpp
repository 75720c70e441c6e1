#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <limits>
#include <vector>

#include <pram/detail/no_node.hpp>
#include <pram/machine.hpp>
#include <pram/programs/search.hpp>
#include "logarithm.hpp"

namespace pram::programs {

/// The shared memory of a 2-3 tree. Its last leaf is larger than all keys, so that every key has a leaf that it stands
/// before. A leaf has no children. The key of an inner node is no smaller than the keys below it, and smaller than
/// those of the next node on its level. The root has one child only if that is the last leaf.
struct TreeNodes {
  static constexpr std::int64_t last_key = std::numeric_limits<std::int64_t>::max();
  using Children = std::array<std::uint32_t, 3>;

  /// The nodes of each level of a new tree, leaves first.
  static std::vector<std::uint64_t> levels_of(std::uint64_t leaves) {
    std::vector<std::uint64_t> sizes = {leaves};
    do sizes.push_back(std::max<std::uint64_t>(1, sizes.back() / 2));
    while (sizes.back() > 1);
    return sizes;
  }

  /// The most levels above the leaves of any tree with so many keys.
  static constexpr std::uint64_t height(std::uint64_t keys) { return std::max<std::uint64_t>(1, floor_log2(keys + 1)); }

  /// Nodes that a batch of keys may add: a leaf each, and an inner node on each level.
  static constexpr std::uint64_t nodes_added(std::uint64_t keys, std::uint64_t batch) {
    return batch * (2 + height(keys + batch));
  }

  TreeNodes(Machine& emulated, std::uint64_t keys, std::uint64_t batch)
      : machine(emulated), levels(levels_of(keys + 1)) {
    first_added = 0;
    for (const std::uint64_t size : levels) first_added += size;
    const std::uint64_t all = first_added + nodes_added(keys, batch);
    key = machine.array<std::int64_t>(all, last_key, "key");
    parent = machine.array<std::uint32_t>(all, no_node, "parent");
    child = machine.array<std::uint32_t>(3 * all, no_node, "child");
    root = machine.array<std::uint32_t>(1, static_cast<std::uint32_t>(first_added - 1), "root");
  }

  /// Makes the tree over its leaves: pairs, and three at the end of a level if their number is odd.
  void build() const {
    std::uint64_t below = 0;
    for (std::size_t level = 1; level < levels.size(); ++level) {
      const std::uint64_t first = below + levels[level - 1];
      machine.pardo(levels[level], [&, level, below, first](Processor self) -> Task<> {
        const std::uint64_t node = first + self.id();
        const std::uint64_t end = self.id() + 1 == levels[level] ? first : below + 2 * self.id() + 2;
        for (std::uint64_t at = below + 2 * self.id(); at < end; ++at) {
          co_await (child[3 * node + at - below - 2 * self.id()] = static_cast<std::uint32_t>(at));
          co_await (parent[at] = static_cast<std::uint32_t>(node));
        }
        const std::int64_t largest = co_await key[end - 1];
        co_await (key[node] = largest);
      });
      below = first;
    }
  }

  static constexpr std::uint64_t build_steps(std::uint64_t keys) { return 8 * height(keys); }
  static constexpr std::uint64_t build_work(std::uint64_t keys) { return 8 * (keys + 1); }

  Task<Children> children_of(std::uint32_t node) const {
    Children all{};
    for (std::uint64_t k = 0; k < 3; ++k) all[k] = co_await child[3 * std::uint64_t{node} + k];
    co_return all;
  }

  /// The leaf of a key, or the one that it stands before; at most descent_steps().
  Task<std::uint32_t> leaf_of(std::int64_t sought) const {
    std::uint32_t node = co_await root[0];
    for (;;) {
      std::uint32_t next = co_await child[3 * std::uint64_t{node}];
      if (next == no_node) co_return node;
      for (std::uint64_t k = 1; k < 3; ++k) {
        if (co_await key[next] >= sought) break;
        const std::uint32_t other = co_await child[3 * std::uint64_t{node} + k];
        if (other == no_node) break;
        next = other;
      }
      node = next;
    }
  }
  static constexpr std::uint64_t descent_steps(std::uint64_t keys) { return 2 + 5 * height(keys); }

  /// The number that a new node has.
  /// @param at     of the key in its batch
  /// @param level  of the node; 0 is a leaf
  std::uint32_t added(std::uint64_t at, std::uint64_t level, std::uint64_t batch) const {
    return static_cast<std::uint32_t>(first_added + level * batch + at);
  }

  Machine& machine;
  std::vector<std::uint64_t> levels;
  std::uint64_t first_added;
  Array<std::int64_t> key;
  Array<std::uint32_t> parent;
  Array<std::uint32_t> child;  ///< three per node, the first ones first
  Array<std::uint32_t> root;
};

}  // namespace pram::programs
