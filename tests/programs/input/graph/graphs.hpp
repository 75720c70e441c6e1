#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <pram/programs/input/graph.hpp>
#include "random.hpp"
#include "support.hpp"

namespace pram::testing {

using programs::Edge;
using programs::Graph;

inline Graph path(std::uint32_t n) {
  Graph graph{.vertices = n, .edges = {}, .ids = {}};
  for (std::uint32_t v = 1; v < n; ++v) graph.edges.push_back({v - 1, v});
  return graph;
}

/// The same graph with its vertices renamed at random.
inline Graph shuffled(Graph graph, std::uint64_t shuffle) {
  const std::vector<std::uint32_t> name = programs::random_permutation(graph.vertices, shuffle);
  for (Edge& edge : graph.edges) edge = {name[edge.from], name[edge.to]};
  return graph;
}

/// n vertices and m edges, each between any two.
inline Graph random_graph(std::uint32_t n, std::uint64_t m, std::uint64_t from_seed) {
  const programs::Random random(from_seed, 99);
  Graph graph{.vertices = n, .edges = {}, .ids = {}};
  for (std::uint64_t i = 0; i < m; ++i) graph.edges.push_back({random.below(2 * i, n), random.below(2 * i + 1, n)});
  return graph;
}

/// Graphs by name: none, paths, stars, cycles, grids, cliques, trees, several components, loops, repeated edges,
/// random.
inline std::vector<std::pair<std::string, Graph>> graphs() {
  std::vector<std::pair<std::string, Graph>> all;
  for (const std::uint32_t n : {1U, 2U, 3U, 4U, 5U, 7U, 8U, 9U, 31U, 32U, 33U, 127U, 128U, 129U}) {
    if (n > 9 && size() == Size::tiny) break;
    all.emplace_back("isolated " + std::to_string(n), Graph{.vertices = n, .edges = {}, .ids = {}});
    all.emplace_back("path " + std::to_string(n), path(n));
    all.emplace_back("shuffled path " + std::to_string(n), shuffled(path(n), seed() + n));
    Graph cycle = path(n);
    cycle.edges.push_back({n - 1, 0});
    all.emplace_back("cycle " + std::to_string(n), std::move(cycle));
    Graph star{.vertices = n, .edges = {}, .ids = {}};
    for (std::uint32_t v = 1; v < n; ++v) star.edges.push_back({0, v});
    all.emplace_back("star " + std::to_string(n), star);
    all.emplace_back("shuffled star " + std::to_string(n), shuffled(star, seed() + n));
    Graph tree{.vertices = n, .edges = {}, .ids = {}};
    for (std::uint32_t v = 1; v < n; ++v) tree.edges.push_back({v, (v - 1) / 2});
    all.emplace_back("shuffled tree " + std::to_string(n), shuffled(std::move(tree), seed() + n));
    all.emplace_back("sparse " + std::to_string(n), random_graph(n, n / 2, seed() + n));
    all.emplace_back("random " + std::to_string(n), random_graph(n, 2 * n, seed() + n));
  }
  Graph clique{.vertices = 12, .edges = {}, .ids = {}};
  for (std::uint32_t v = 0; v < 12; ++v) {
    for (std::uint32_t u = 0; u <= v; ++u) clique.edges.push_back({v, u});  // with loops
  }
  all.emplace_back("clique with loops", clique);
  clique.edges.insert(clique.edges.end(), clique.edges.begin(), clique.edges.begin() + 40);
  clique.vertices = 20;
  all.emplace_back("clique with repeated edges and isolated vertices", std::move(clique));
  Graph grid{.vertices = 100, .edges = {}, .ids = {}};
  for (std::uint32_t v = 0; v < 100; ++v) {
    if (v % 10 != 9) grid.edges.push_back({v, v + 1});
    if (v < 90) grid.edges.push_back({v, v + 10});
  }
  all.emplace_back("shuffled grid", shuffled(std::move(grid), seed()));
  for (const std::uint64_t edges : {1U, 2U, 3U, 64U, 1000U})
    all.emplace_back("R-MAT " + std::to_string(edges), programs::rmat_graph(edges, seed()));
  return all;
}

}  // namespace pram::testing
