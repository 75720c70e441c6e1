#include "input/tree/tree_and_pairs.hpp"

#include <fmt/format.h>

#include <utility>

#include "input/file/counted.hpp"
#include "input/sequence/numbers.hpp"
#include "input/tree/adjacency_tree.hpp"
#include "input/tree/forest.hpp"
#include "random.hpp"

namespace pram::programs {

Shapes<TreeAndPairs> TreesAndPairs::shapes() {
  Shapes<TreeAndPairs> shapes;
  for (const Shape<AdjacencyTree>& shape : AdjacencyTrees::shapes()) {
    shapes.push_back({shape.name, shape.what, [make = shape.make](std::uint64_t n, std::uint64_t seed) {
                        TreeAndPairs made{make(n, seed), {}};
                        const Random random(seed, queries_stream);
                        const auto nodes = static_cast<std::uint32_t>(n);
                        for (std::uint64_t k = 0; k < n / 2; ++k)
                          made.pairs.push_back({random.below(2 * k, nodes), random.below(2 * k + 1, nodes)});
                        return made;
                      }});
  }
  return shapes;
}

TreeAndPairs TreesAndPairs::read(const InputRequest& request, const Sizes& sizes) {
  const std::vector<std::int64_t> all =
      Numbers::read(request, {.usual = 0, .bytes_each = sizes.bytes_each / 3, .most = 3 * sizes.most});
  const std::string name = shown_path(request.file);
  if (all.front() < 1) {
    throw InputError(name, 0,
                     fmt::format("the first number, {}, is no number of nodes: a tree has at least one", all.front()));
  }
  const auto n = static_cast<std::uint64_t>(all.front());
  if (n > all.size() - 1 || (all.size() - 1 - n) % 2 == 1) {
    throw InputError(name, 0,
                     fmt::format("it holds {} behind the first one, {}: not so many, and then two for each pair",
                                 counted(all.size() - 1, "number"), all.front()));
  }
  const auto middle = all.begin() + 1 + static_cast<std::ptrdiff_t>(n);
  TreeAndPairs made{adjacency_of(one_tree(forest_of({all.begin() + 1, middle}, name), name)), {}};
  for (auto at = middle; at != all.end(); at += 2) {
    for (const std::int64_t node : {at[0], at[1]}) {
      if (node < 0 || static_cast<std::uint64_t>(node) >= n)
        throw InputError(name, 0, fmt::format("{} is no node: they are 0 to {}", node, n - 1));
    }
    made.pairs.push_back({static_cast<std::uint32_t>(at[0]), static_cast<std::uint32_t>(at[1])});
  }
  return made;
}

const UntypedKind& TreesAndPairs::untyped() { return untyped_kind<TreesAndPairs>; }

}  // namespace pram::programs
