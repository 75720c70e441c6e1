#include <pram/programs/input/structure/trees.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include <pram/detail/no_node.hpp>
#include <pram/programs/input/sequence/numbers.hpp>
#include <pram/programs/input/sequence/queries.hpp>
#include "input/file/counted.hpp"
#include "input/file/text.hpp"
#include "input/shapes_made_of.hpp"
#include "random.hpp"

namespace pram::programs {

namespace {

/// The forest in which parent_of(k) is the parent of node k, its nodes renamed at random.
template <class ParentOf>
Forest renamed(std::uint64_t n, std::uint64_t seed, ParentOf parent_of) {
  const std::vector<std::uint32_t> name = random_permutation(static_cast<std::uint32_t>(n), seed);
  Forest forest{std::vector<std::uint32_t>(n)};
  for (std::uint32_t k = 0; k < n; ++k) forest.parent[name[k]] = name[parent_of(k)];
  return forest;
}

}  // namespace

Shapes<Forest> Forests::shapes() {
  return {{"random", "random forest",  // each node but the first is a root with a chance of 1/64
           [](std::uint64_t n, std::uint64_t seed) {
             const Random random(seed, tree_stream);
             return renamed(n, seed, [&](std::uint32_t k) {
               return k == 0 || random.below(2 * std::uint64_t{k}, 64) == 0 ? k
                                                                            : random.below(2 * std::uint64_t{k} + 1, k);
             });
           }},
          {"path", "path to its root",
           [](std::uint64_t n, std::uint64_t seed) {
             return renamed(n, seed, [](std::uint32_t k) { return k == 0 ? 0 : k - 1; });
           }},
          {"star", "star around its root",
           [](std::uint64_t n, std::uint64_t seed) { return renamed(n, seed, [](std::uint32_t) { return 0U; }); }},
          {"binary", "complete binary tree",
           [](std::uint64_t n, std::uint64_t seed) {
             return renamed(n, seed, [](std::uint32_t k) { return k == 0 ? 0 : (k - 1) / 2; });
           }},
          {"caterpillar", "caterpillar",  // every other node is a leaf of a path
           [](std::uint64_t n, std::uint64_t seed) {
             return renamed(n, seed, [](std::uint32_t k) { return k < 2 ? 0 : k % 2 == 0 ? k - 2 : k - 1; });
           }},
          {"single", "roots alone",
           [](std::uint64_t n, std::uint64_t seed) { return renamed(n, seed, [](std::uint32_t k) { return k; }); }}};
}

Forest forest_of(const std::vector<std::int64_t>& parents, const std::string& file) {
  const auto n = static_cast<std::int64_t>(parents.size());
  Forest forest;
  for (std::int64_t node = 0; node < n; ++node) {
    const std::int64_t parent = parents[static_cast<std::size_t>(node)];
    if (parent < -1 || parent >= n) {
      throw InputError(
          file, 0,
          fmt::format("parent {} of node {} is no node: they are 0 to {}, and -1 makes a root", parent, node, n - 1));
    }
    forest.parent.push_back(static_cast<std::uint32_t>(parent == -1 ? node : parent));
  }
  if (depths_of(forest).empty()) throw InputError(file, 0, "some nodes form a cycle: this is no forest");
  return forest;
}

Forest Forests::read(const InputRequest& request, const Sizes& sizes) {
  return forest_of(Numbers::read(request, sizes), shown_path(request.file));
}

std::vector<std::uint32_t> depths_of(const Forest& forest) {
  constexpr std::uint32_t unknown = 0xFFFFFFFF;
  constexpr std::uint32_t met = 0xFFFFFFFE;
  std::vector<std::uint32_t> depth(forest.parent.size(), unknown);
  std::vector<std::uint32_t> way;
  for (std::uint32_t first = 0; first < depth.size(); ++first) {
    std::uint32_t node = first;
    for (; depth[node] == unknown && forest.parent[node] != node; node = forest.parent[node]) {
      depth[node] = met;
      way.push_back(node);
    }
    if (depth[node] == met) return {};
    if (depth[node] == unknown) depth[node] = 0;
    for (std::uint32_t below = depth[node]; !way.empty(); way.pop_back()) depth[way.back()] = ++below;
  }
  return depth;
}

AdjacencyTree adjacency_of(const Forest& forest) {
  const std::size_t n = forest.parent.size();
  std::vector<std::vector<std::uint32_t>> neighbours(n);
  AdjacencyTree tree;
  for (std::uint32_t node = 0; node < n; ++node) {
    const std::uint32_t parent = forest.parent[node];
    if (parent == node) {
      tree.root = node;
      continue;
    }
    neighbours[parent].push_back(node);
    neighbours[node].push_back(parent);
  }
  std::vector<std::uint32_t> to_parent(n, no_node);    // per node: the arc to its parent
  std::vector<std::uint32_t> from_parent(n, no_node);  // per node: the arc from its parent
  for (std::uint32_t node = 0; node < n; ++node) {
    const auto first = static_cast<std::uint32_t>(tree.from.size());
    tree.first.push_back(neighbours[node].empty() ? no_node : first);
    for (const std::uint32_t other : neighbours[node]) {
      const auto arc = static_cast<std::uint32_t>(tree.from.size());
      (forest.parent[other] == node ? from_parent[other] : to_parent[node]) = arc;
      tree.from.push_back(node);
      tree.next.push_back(arc + 1);
    }
    if (!neighbours[node].empty()) tree.next.back() = first;
  }
  tree.twin.resize(tree.from.size());
  for (std::uint32_t node = 0; node < n; ++node) {
    if (to_parent[node] == no_node) continue;
    tree.twin[to_parent[node]] = from_parent[node];
    tree.twin[from_parent[node]] = to_parent[node];
  }
  return tree;
}

Shapes<AdjacencyTree> AdjacencyTrees::shapes() {
  Shapes<AdjacencyTree> shapes = {{"random", "random tree", [](std::uint64_t n, std::uint64_t seed) {
                                     const std::vector<std::uint32_t> name =
                                         random_permutation(static_cast<std::uint32_t>(n), seed);
                                     const Random random(seed, tree_stream);
                                     Forest forest{std::vector<std::uint32_t>(n)};
                                     for (std::uint32_t k = 0; k < n; ++k)
                                       forest.parent[name[k]] = name[k == 0 ? 0 : random.below(k, k)];
                                     return adjacency_of(forest);
                                   }}};
  for (const Shape<Forest>& shape : Forests::shapes()) {
    const std::string name = shape.name;
    if (name == "random" || name == "single") continue;  // these are several trees
    shapes.push_back({shape.name, shape.what, [make = shape.make](std::uint64_t n, std::uint64_t seed) {
                        return adjacency_of(make(n, seed));
                      }});
  }
  return shapes;
}

Forest one_tree(Forest forest, const std::string& file) {
  std::uint64_t roots = 0;
  for (std::uint32_t node = 0; node < forest.parent.size(); ++node) roots += forest.parent[node] == node ? 1 : 0;
  if (roots != 1) throw InputError(file, 0, fmt::format("it holds {} trees; the program takes one", roots));
  return forest;
}

AdjacencyTree AdjacencyTrees::read(const InputRequest& request, const Sizes& sizes) {
  return adjacency_of(one_tree(Forests::read(request, sizes), shown_path(request.file)));
}

Shapes<TreeAndPairs> TreesAndPairs::shapes() {
  return shapes_made_of<TreesAndPairs, AdjacencyTrees>([](AdjacencyTree tree, std::uint64_t n, std::uint64_t seed) {
    TreeAndPairs made{std::move(tree), {}};
    const Random random(seed, queries_stream);
    const auto nodes = static_cast<std::uint32_t>(n);
    for (std::uint64_t k = 0; k < n / 2; ++k)
      made.pairs.push_back({random.below(2 * k, nodes), random.below(2 * k + 1, nodes)});
    return made;
  });
}

TreeAndPairs TreesAndPairs::read(const InputRequest& request, const Sizes& sizes) {
  const NumbersAndPairs read =
      read_numbers_and_pairs(request, sizes, 1, "number of nodes: a tree has at least one", "pair");
  const std::string name = shown_path(request.file);
  const std::uint64_t n = read.numbers.size();
  TreeAndPairs made{adjacency_of(one_tree(forest_of(read.numbers, name), name)), {}};
  for (const auto& [one, other] : read.pairs) {
    for (const std::int64_t node : {one, other}) {
      if (node < 0 || static_cast<std::uint64_t>(node) >= n)
        throw InputError(name, 0, fmt::format("{} is no node: they are 0 to {}", node, n - 1));
    }
    made.pairs.push_back({static_cast<std::uint32_t>(one), static_cast<std::uint32_t>(other)});
  }
  return made;
}

template const UntypedKind& untyped_kind<Forests>();
template const UntypedKind& untyped_kind<AdjacencyTrees>();
template const UntypedKind& untyped_kind<TreesAndPairs>();

}  // namespace pram::programs
