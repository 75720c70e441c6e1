#pragma once

#include <algorithm>
#include <cstdint>
#include <ostream>
#include <vector>

#include <pram/programs/detail/results.hpp>
#include <pram/programs/graph.hpp>
#include <pram/programs/program.hpp>
#include "graph/arcs.hpp"
#include "oracle/graph/union_find.hpp"

/// How connected components are judged and reported.
namespace pram::programs {

/// Whether all vertices of a component have one root, a vertex of that component.
inline bool are_components(const Graph& graph, const ConnectedComponents& found) {
  const std::vector<std::uint32_t> expected = oracle::components(graph);
  for (std::uint32_t vertex = 0; vertex < graph.vertices; ++vertex) {
    const std::uint32_t root = found.root[vertex];
    if (root >= graph.vertices || root != found.root[expected[vertex]] || expected[root] != expected[vertex])
      return false;
  }
  return true;
}

inline Facts facts_of_components(const Graph& graph, const ConnectedComponents& found) {
  std::vector<std::int64_t> size(graph.vertices, 0);
  for (const std::uint32_t root : found.root) {
    if (root < graph.vertices) ++size[root];
  }
  return {{"components", std::ranges::count_if(size, [](std::int64_t vertices) { return vertices > 0; })},
          {"largest_component", size.empty() ? 0 : std::ranges::max(size)},
          {"rounds", std::int64_t{found.rounds}}};
}

/// Writes the name of each vertex, and that of its component's root.
inline void write_components(std::ostream& out, const Graph& graph, const ConnectedComponents& found) {
  std::vector<std::uint64_t> shown;
  for (const std::uint32_t root : found.root) shown.push_back(graph.id(root));
  write_named(out, names_of(graph), shown);
}

}  // namespace pram::programs
