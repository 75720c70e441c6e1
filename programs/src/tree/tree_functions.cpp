#include <pram/programs/tree.hpp>

#include <algorithm>

#include <pram/programs/list.hpp>
#include <pram/programs/scan.hpp>
#include "input/tree/adjacency_tree.hpp"
#include "list/random_mate_cost.hpp"
#include "program.hpp"
#include "programs.hpp"
#include "results.hpp"
#include "scan/prefix_sums_cost.hpp"

namespace pram::programs {

namespace {

/// The same by a walk through the tree on one thread.
TreeFunctions functions_by_walk(const AdjacencyTree& tree) {
  const std::size_t n = tree.first.size();
  TreeFunctions made{std::vector<std::uint32_t>(n), std::vector<std::uint32_t>(n), std::vector<std::uint32_t>(n),
                     std::vector<std::uint32_t>(n), std::vector<std::uint32_t>(n, 1)};
  made.parent[tree.root] = tree.root;
  std::uint32_t entered = 1;
  std::uint32_t left = 0;
  std::uint32_t node = tree.root;
  std::uint32_t arc = tree.first[node];
  for (std::size_t walked = 0; walked < tree.from.size(); ++walked) {
    const std::uint32_t to = tree.from[tree.twin[arc]];
    if (node == tree.root || made.parent[node] != to) {
      made.parent[to] = node;
      made.level[to] = made.level[node] + 1;
      made.preorder[to] = entered++;
    } else {
      made.postorder[node] = left++;
      made.descendants[to] += made.descendants[node];
    }
    node = to;
    arc = tree.next[tree.twin[arc]];
  }
  made.postorder[tree.root] = left;
  return made;
}

}  // namespace

TreeFunctions tree_functions(Machine& machine, const AdjacencyTree& tree) {
  const std::uint64_t n = tree.first.size();
  const std::uint64_t arcs = tree.from.size();
  const auto from = machine.array(tree.from, "from");
  const auto next = machine.array(tree.next, "next");
  const auto twin = machine.array(tree.twin, "twin");
  const auto successor = machine.array<std::uint32_t>(arcs, no_node, "successor");
  const auto parent = machine.array<std::uint32_t>(n, tree.root, "parent");
  const auto preorder = machine.array<std::uint32_t>(n, 0, "preorder");
  const auto postorder = machine.array<std::uint32_t>(n, static_cast<std::uint32_t>(n - 1), "postorder");
  const auto level = machine.array<std::uint32_t>(n, 0, "level");
  const auto descendants = machine.array<std::uint32_t>(n, static_cast<std::uint32_t>(n), "descendants");
  std::vector<std::uint32_t> back(arcs);  // the twin of each arc, and both places on the tour; its processor reads them
  std::vector<std::uint32_t> place(arcs);
  std::vector<std::uint32_t> place_back(arcs);

  // The Euler tour, cut open where it comes back to the first arc of the root.
  machine.pardo(arcs, [&](Processor self) -> Task<> {
    back[self.id()] = co_await twin[self.id()];
    const std::uint32_t onwards = co_await next[back[self.id()]];
    if (onwards != tree.first[tree.root]) co_await (successor[self.id()] = onwards);
  });
  const Array<std::uint32_t> rank = list_ranking_random_mate(machine, successor);
  // An arc leads down if it comes before its twin. The number of such arcs up to each place of the tour says the rest.
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
    const std::uint32_t above = co_await from[self.id()];
    const std::uint32_t node = co_await from[back[self.id()]];
    co_await (parent[node] = above);
    co_await (preorder[node] = before);
    co_await (level[node] = 2 * before - entered - 1);
    co_await (descendants[node] = (left - entered + 1) / 2);
    co_await (postorder[node] = left - until);
  });
  return {parent.host(), preorder.host(), postorder.host(), level.host(), descendants.host()};
}

Program tree_functions_program() {
  return program(
      tree_functions,
      {.name = "tree-functions",
       .what = "parent, preorder, postorder, level and descendants of every node, by an Euler tour that is ranked",
       .source = "Tarjan, Vishkin 1985; JáJá 3.2",
       .model = Rule::erew,
       .time = "O(log n)",
       .steps_at_most =
           [](std::uint64_t n) { return n < 2 ? 0 : 15 + random_mate_steps(2 * n - 2) + prefix_sums_steps(2 * n - 2); },
       .work = "O(n) with high probability",
       .work_at_most =
           [](std::uint64_t n) {
             return n < 2 ? 0 : 24 * n + random_mate_work(2 * n - 2) + prefix_sums_work(2 * n - 2);
           },
       .degree_at_most = 1,
       .size = {.usual = 1 << 13, .bytes_each = 30 * sizeof(std::uint32_t) + 2 * processor_bytes, .least = 1},
       .oracle = functions_by_walk,
       .against = "a walk through the tree",
       .facts = [](const AdjacencyTree& tree, const TreeFunctions& found) -> Facts {
         return {{"root", std::int64_t{tree.root}}, {"height", std::int64_t{std::ranges::max(found.level)}}};
       },
       .write =
           [](std::ostream& out, const AdjacencyTree&, const TreeFunctions& found) {
             for (std::size_t node = 0; node < found.parent.size(); ++node)
               out << found.parent[node] << ' ' << found.preorder[node] << ' ' << found.postorder[node] << ' '
                   << found.level[node] << ' ' << found.descendants[node] << '\n';
           }});
}

}  // namespace pram::programs
