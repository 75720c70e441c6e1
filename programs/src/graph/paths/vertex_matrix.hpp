#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <pram/error.hpp>
#include <pram/programs/graph.hpp>
#include "logarithm.hpp"

namespace pram::programs {

/// Refuses a graph of which not every three vertices can have a processor.
inline void check_cubic(const Graph& graph) {
  if (graph.vertices > most_cubic_vertices) {
    throw ConfigError("vertices", std::to_string(graph.vertices),
                      "at most " + std::to_string(most_cubic_vertices) + ": every three of them have a processor");
  }
}

/// How often a matrix of paths of one edge is squared until it has the paths of n - 1.
constexpr std::uint64_t squarings_of(std::uint64_t n) { return n < 2 ? 0 : ceil_log2(n - 1) + (n == 2 ? 1 : 0); }

/// The vertices that a vertex reaches along edges in their direction, itself among them.
inline std::vector<bool> reached_from(const Graph& graph, std::uint32_t first) {
  std::vector<bool> met(graph.vertices, false);
  met[first] = true;
  for (bool grown = true; grown;) {
    grown = false;
    for (const Edge& edge : graph.edges) {
      if (!met[edge.from] || met[edge.to]) continue;
      met[edge.to] = grown = true;
    }
  }
  return met;
}

}  // namespace pram::programs
