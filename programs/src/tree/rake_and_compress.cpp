#include <pram/programs/tree.hpp>

#include <algorithm>
#include <numeric>
#include <ranges>
#include <utility>

#include <pram/detail/no_node.hpp>
#include <pram/programs/detail/results.hpp>
#include <pram/programs/input/structure/trees.hpp>
#include <pram/programs/row.hpp>
#include "logarithm.hpp"
#include "programs.hpp"
#include "random_rounds.hpp"

namespace pram::programs {

namespace {

/// The child that took the place of a node that was compressed, and how many nodes were compressed on the edge between
/// them before: one word, a number, as combining writes want. 0: none.
constexpr std::uint64_t successor_word(std::uint32_t child, std::uint32_t between) {
  return (std::uint64_t{child} + 1) << 32 | between;
}

/// The shared memory of the algorithm, and the parts of a round.
struct Contractor {
  Contractor(Machine& emulated, std::span<const std::uint32_t> parents)
      : machine(emulated),
        n(parents.size()),
        above(machine.array<std::uint32_t>(n, no_node, "above")),
        children(machine.array<std::uint32_t>(n, 0, "children")),
        size(machine.array<std::uint32_t>(n, 1, "size")),
        between(machine.array<std::uint32_t>(n, 0, "between")),
        tails(machine.array<bool>(n, false, "tails")),
        successor(machine.array<std::uint64_t>(n, 0, "successor")),
        left(machine.array<std::uint32_t>(n, 0, "left")),
        stays(machine.array<std::uint32_t>(n, 0, "left")),
        compressed(machine.array<std::uint32_t>(n, 0, "compressed")),
        staying(machine.array<std::uint32_t>(1, 0, "staying")),
        gone(machine.array<std::uint32_t>(1, 0, "gone")) {
    left.assign(std::views::iota(0U, static_cast<std::uint32_t>(n)));
    above.assign(parents);
  }

  /// Roots come to have no node above them, and others count as children.
  void count_children() {
    machine.pardo(n, [&](Processor self) -> Task<> {
      const std::uint32_t parent = co_await above[self.id()];
      if (parent == self.id()) {
        co_await (above[self.id()] = no_node);
      } else {
        co_await children[parent].add(1);
      }
    });
  }

  /// @returns how many nodes are left
  std::uint64_t round(std::uint64_t nodes) {
    staying.set(0, 0);
    machine.pardo(nodes, [&](Processor self) -> Task<> {
      const std::uint32_t node = co_await left[self.id()];
      const std::uint32_t parent = co_await above[node];
      const std::uint32_t with = co_await between[node];
      if (co_await children[node] == 0) {
        if (parent == no_node) co_return;
        const std::uint32_t mine = co_await size[node];
        co_await size[parent].add(mine + with);
        co_await children[parent].add(-1U);
        co_return;
      }
      const bool heads = self.random(2) == 1;
      co_await (tails[node] = !heads);
      co_await self.idle(2);  // while leaves are raked
      co_await compress(self, node, parent, with, heads);
      if (co_await successor[node] != 0) {
        const std::uint32_t place = co_await gone[0].multiprefix_add(1);
        co_await (compressed[place] = node);
      } else {
        const std::uint32_t place = co_await staying[0].multiprefix_add(1);
        co_await (stays[place] = node);
      }
    });
    std::swap(left, stays);
    return staying.get(0);
  }

  /// The node takes the place of its parent, if it is the only child, and coins say so. 9 steps.
  Task<> compress(Processor self, std::uint32_t node, std::uint32_t parent, std::uint32_t with, bool heads) {
    if (parent == no_node || !heads) {
      co_await self.idle(9);
      co_return;
    }
    const std::uint32_t siblings = co_await children[parent];
    const bool agrees = co_await tails[parent];
    const std::uint32_t top = co_await above[parent];
    if (siblings != 1 || !agrees || top == no_node) {
      co_await self.idle(6);
      co_return;
    }
    const std::uint32_t of_parent = co_await size[parent];
    const std::uint32_t over_parent = co_await between[parent];
    co_await (successor[parent] = successor_word(node, with));
    co_await (between[node] = with + of_parent + over_parent);
    co_await (above[node] = top);
    co_await self.idle();
  }

  void bring_back(std::uint64_t first, std::uint64_t count) {
    machine.pardo(count, [&](Processor self) -> Task<> {
      const std::uint32_t node = co_await compressed[first + self.id()];
      const std::uint64_t below = co_await successor[node];
      const std::uint32_t of_child = co_await size[(below >> 32) - 1];
      const std::uint32_t mine = co_await size[node];
      co_await (size[node] = mine + static_cast<std::uint32_t>(below) + of_child);
    });
  }

  SubtreeSizes run() {
    count_children();
    std::vector<std::uint64_t> gone_before;  // each round
    for (std::uint64_t nodes = n; nodes > 0; nodes = round(nodes)) gone_before.push_back(gone.get(0));
    std::uint64_t end = gone.get(0);
    for (const std::uint64_t first : gone_before | std::views::reverse)
      bring_back(first, std::exchange(end, first) - first);
    return {size.host(), static_cast<std::uint32_t>(gone_before.size())};
  }

  static constexpr std::uint64_t round_steps = 24;  // 19, and 5 to bring nodes back

  Machine& machine;
  std::uint64_t n;
  Array<std::uint32_t> above;
  Array<std::uint32_t> children;  // that are left
  Array<std::uint32_t> size;      // of the subtree, as far as it was raked
  Array<std::uint32_t> between;   // the size of what was compressed between a node and the one above it
  Array<bool> tails;
  Array<std::uint64_t> successor;
  Array<std::uint32_t> left;
  Array<std::uint32_t> stays;
  Array<std::uint32_t> compressed;  // in the order of rounds
  Array<std::uint32_t> staying;     // counters
  Array<std::uint32_t> gone;
};

/// The sizes one by one, from the lowest level up.
bool are_subtree_sizes(const Forest& forest, const SubtreeSizes& found) {
  const std::vector<std::uint32_t> depth = depths_of(forest);
  std::vector<std::uint32_t> order(depth.size());
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::sort(order, std::greater(), [&](std::uint32_t node) { return depth[node]; });
  std::vector<std::uint32_t> nodes(depth.size(), 1);
  for (const std::uint32_t node : order) {
    if (forest.parent[node] != node) nodes[forest.parent[node]] += nodes[node];
  }
  return found.nodes == nodes;
}

}  // namespace

SubtreeSizes rake_and_compress(Machine& machine, std::span<const std::uint32_t> parents) {
  return Contractor(machine, parents).run();
}

Program rake_and_compress_program() {
  return program<Forests>(
      rake_and_compress,
      {.name = "rake-and-compress",
       .alias = "subtree-sizes",
       .what = "the nodes in the subtree of every node of rooted trees of any degree: leaves and chains go by coins",
       .columns = "nodes in the subtree of the node",
       .source = "Miller, Reif 1985",
       .model = Model::multiprefix,
       .needs_more_than = Rule::crew,
       .time = "O(log n) with high probability",
       .steps_at_most =
           [](std::uint64_t n) { return n == 0 ? 0 : 2 + Contractor::round_steps * most_rounds_of_quarters(n); },
       .work = "O(n) with high probability",
       .work_at_most = [](std::uint64_t n) { return 120 * n; },
       .degree_at_most = [](std::uint64_t n) { return n; },
       .size = {.usual = 1 << 15, .bytes_each = 12 * sizeof(std::uint32_t) + processor_bytes},
       .pointers = "above",
       .oracle = are_subtree_sizes,
       .against = "sums from the lowest level up",
       .facts = [](const Forest& forest, const SubtreeSizes& found) -> Facts {
         std::int64_t roots = 0;
         for (std::size_t node = 0; node < forest.parent.size(); ++node) roots += forest.parent[node] == node ? 1 : 0;
         return {{"roots", roots}, {"rounds", std::int64_t{found.rounds}}};
       },
       .write = [](std::ostream& out, const Forest&, const SubtreeSizes& found) { write_result(out, found.nodes); }});
}

}  // namespace pram::programs
