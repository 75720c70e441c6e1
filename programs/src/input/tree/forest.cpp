#include "input/tree/forest.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "input/sequence/numbers.hpp"
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

const UntypedKind& Forests::untyped() { return untyped_kind<Forests>; }

}  // namespace pram::programs
