#include "input/tree/adjacency_tree.hpp"

#include <fmt/format.h>

#include <pram/detail/no_node.hpp>
#include "input/file/text.hpp"
#include "random.hpp"

namespace pram::programs {

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

const UntypedKind& AdjacencyTrees::untyped() { return untyped_kind<AdjacencyTrees>; }

}  // namespace pram::programs
