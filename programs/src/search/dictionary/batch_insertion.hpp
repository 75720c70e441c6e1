#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include <pram/detail/no_node.hpp>
#include <pram/machine.hpp>
#include "logarithm.hpp"
#include "search/dictionary/tree_nodes.hpp"

namespace pram::programs {

/// Inserts a batch of keys, ascending, into a 2-3 tree. The keys that stand before the same leaf are a chain. The
/// middle one of a chain goes first, then the middle ones of both halves, and so on in log k waves: so a leaf gets one
/// new neighbour at most in a wave. A wave climbs a level in each round, and the next one follows a round behind it. On
/// a level each of a parent's three children may have got a new neighbour on its left. With four children and more the
/// parent is split, and its new left half is the new neighbour on the level above.
///
/// Source: Paul, Vishkin, Wagener (1983); JáJá 2.5.
class BatchInsertion {
 public:
  BatchInsertion(const TreeNodes& tree, const Array<std::int64_t>& batch)
      : tree_(tree),
        batch_(batch),
        k_(batch.size()),
        stands_before_(tree.machine.array<std::uint32_t>(k_, no_node, "stands_before")),
        chain_begin_(tree.machine.array<std::uint32_t>(tree.first_added, 0, "chain_begin")),
        chain_end_(tree.machine.array<std::uint32_t>(tree.first_added, 0, "chain_end")),
        neighbour_(tree.machine.array<std::uint32_t>(tree.key.size(), no_node, "neighbour")),
        own_(k_, no_node) {}

  void insert() {
    find_chains();
    tree_.machine.pardo(k_, [&](Processor self) -> Task<> {
      if (own_[self.id()] == no_node) co_return;  // the key is there already
      const std::uint64_t begin = co_await chain_begin_[own_[self.id()]];
      const std::uint64_t end = co_await chain_end_[own_[self.id()]];
      Place place = place_in_chain(self.id(), begin, end);
      const std::int64_t mine = co_await batch_[self.id()];
      co_await (tree_.key[place.fresh] = mine);
      co_await self.idle(round_steps * place.wave);
      for (std::uint64_t level = 1; place.fresh != no_node; ++level) {
        const std::uint32_t half = tree_.added(self.id(), level, k_);
        place = co_await climb(self, place, half);
      }
    });
  }

  static constexpr std::uint64_t steps(std::uint64_t keys, std::uint64_t k) {
    return k == 0
               ? 0
               : TreeNodes::descent_steps(keys) + 10 + round_steps * (floor_log2(k) + TreeNodes::height(keys + k) + 2);
  }
  static constexpr std::uint64_t work(std::uint64_t keys, std::uint64_t k) { return k * steps(keys, k); }

 private:
  /// A new node, and the node on whose left it is to stand.
  struct Place {
    std::uint32_t old = no_node;
    std::uint32_t fresh = no_node;
    std::uint64_t wave = 0;
  };

  static constexpr std::uint64_t round_steps = 25;

  /// The keys that stand before the same leaf, and are not its own.
  void find_chains() {
    tree_.machine.pardo(k_, [&](Processor self) -> Task<> {
      const std::int64_t mine = co_await batch_[self.id()];
      const std::uint32_t leaf = co_await tree_.leaf_of(mine);
      if (co_await tree_.key[leaf] == mine) co_return;
      own_[self.id()] = leaf;
      co_await (stands_before_[self.id()] = leaf);
    });
    tree_.machine.pardo(k_, [&](Processor self) -> Task<> {
      const std::uint32_t mine = own_[self.id()];
      if (mine == no_node) co_return;
      std::uint32_t before = no_node;
      std::uint32_t behind = no_node;
      if (self.id() > 0)
        before = co_await stands_before_[self.id() - 1];
      else
        co_await self.idle();
      if (self.id() + 1 < k_)
        behind = co_await stands_before_[self.id() + 1];
      else
        co_await self.idle();
      if (before != mine) co_await (chain_begin_[mine] = static_cast<std::uint32_t>(self.id()));
      if (behind != mine) co_await (chain_end_[mine] = static_cast<std::uint32_t>(self.id() + 1));
    });
  }

  /// Where a key goes in, by halving its chain: before the leaf of the last middle key that is larger.
  Place place_in_chain(std::uint64_t at, std::uint64_t begin, std::uint64_t end) const {
    Place place{own_[at], tree_.added(at, 0, k_), 0};
    for (;; ++place.wave) {
      const std::uint64_t middle = (begin + end) / 2;
      if (at == middle) return place;
      if (at < middle) {
        end = middle;
        place.old = tree_.added(middle, 0, k_);
      } else {
        begin = middle + 1;
      }
    }
  }

  /// One round of a wave: takes a new node in among the children of a parent.
  /// @param half  the node that becomes the left half of the parent, if it is split
  /// @returns the parent with its left half, if this processor goes on with them
  Task<Place> climb(Processor self, Place place, std::uint32_t half) const {
    const std::uint32_t above = co_await tree_.parent[place.old];
    if (above == no_node) {
      co_await (tree_.child[3 * std::uint64_t{half}] = place.fresh);
      co_await (tree_.child[3 * std::uint64_t{half} + 1] = place.old);
      co_await (tree_.parent[place.fresh] = half);
      co_await (tree_.parent[place.old] = half);
      co_await (tree_.root[0] = half);
      co_return Place();
    }
    co_await (neighbour_[place.old] = place.fresh);
    const TreeNodes::Children old = co_await tree_.children_of(above);
    std::vector<std::uint32_t> all;
    TreeNodes::Children fresh{no_node, no_node, no_node};
    std::uint32_t first = no_node;  // the first child with a new neighbour, whose processor serves them all
    for (std::uint64_t k = 0; k < 3; ++k) {
      if (old[k] == no_node) {
        co_await self.idle();
        continue;
      }
      fresh[k] = co_await neighbour_[old[k]];
      if (fresh[k] != no_node) {
        all.push_back(fresh[k]);
        if (first == no_node) first = old[k];
      }
      all.push_back(old[k]);
    }
    if (first != place.old) co_return Place();
    std::uint64_t used = 8;
    for (std::uint64_t k = 0; k < 3; ++k) {
      if (fresh[k] == no_node) continue;
      co_await (neighbour_[old[k]] = no_node);
      ++used;
    }
    const std::uint64_t split = all.size() > 3 ? all.size() / 2 : 0;
    for (std::uint64_t k = 0; k < all.size(); ++k) {
      const std::uint32_t node = k < split ? half : above;
      co_await (tree_.child[3 * std::uint64_t{node} + (k < split ? k : k - split)] = all[k]);
      co_await (tree_.parent[all[k]] = node);
      used += 2;
    }
    if (split == 0) co_return Place();
    if (all.size() - split < 3) {
      co_await (tree_.child[3 * std::uint64_t{above} + 2] = no_node);
      ++used;
    }
    const std::int64_t largest = co_await tree_.key[all[split - 1]];
    co_await (tree_.key[half] = largest);
    used += 2;
    co_await self.idle(round_steps - used);
    co_return Place{above, half, 0};
  }

  const TreeNodes& tree_;
  const Array<std::int64_t>& batch_;
  std::uint64_t k_;
  Array<std::uint32_t> stands_before_;  // per key of the batch: a leaf; none if the key is there already
  Array<std::uint32_t> chain_begin_;    // per leaf: the keys of its chain
  Array<std::uint32_t> chain_end_;
  Array<std::uint32_t> neighbour_;  // per node: a new one on its left, which its parent does not know yet
  std::vector<std::uint32_t> own_;  // per processor: what it has found, and alone knows
};

}  // namespace pram::programs
