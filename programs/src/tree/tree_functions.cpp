#include <pram/programs/tree.hpp>

#include <algorithm>

#include <pram/programs/input/structure/trees.hpp>
#include <pram/programs/row.hpp>
#include "programs.hpp"
#include "tree/rooted_tree.hpp"
#include "tree/shared_tree.hpp"

namespace pram::programs {

namespace {

/// The functions by a walk through the tree on one thread.
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
  const RootedTree rooted(machine, shared_tree(machine, tree));
  return {rooted.parent.host(), rooted.preorder.host(), rooted.postorder.host(), rooted.level.host(),
          rooted.descendants.host()};
}

Program tree_functions_program() {
  return program<AdjacencyTrees>(
      tree_functions,
      {.name = "tree-functions",
       .what = "parent, preorder, postorder, level and descendants of every node, by an Euler tour that is ranked",
       .columns = "parent of the node, preorder number, postorder number, level, descendants with the node itself",
       .source = "Tarjan, Vishkin 1985; JáJá 3.2",
       .model = Rule::erew,
       .time = "O(log n)",
       .steps_at_most = RootedTree::steps,
       .work = "O(n) with high probability",
       .work_at_most = RootedTree::work,
       .degree_at_most = 1,
       .size = {.usual = 1 << 13, .bytes_each = 30 * sizeof(std::uint32_t) + 2 * processor_bytes, .least = 1},
       .pointers = "next parent successor",
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
