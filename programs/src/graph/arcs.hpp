#pragma once

#include <vector>

#include <pram/programs/graph.hpp>

namespace pram::programs {

/// Both directions of each edge, one behind the other, as a processor each reads its own: a word holds both ends.
inline std::vector<Edge> arcs_of(const Graph& graph) {
  std::vector<Edge> arcs;
  arcs.reserve(2 * graph.edges.size());
  for (const Edge& edge : graph.edges) {
    arcs.push_back(edge);
    arcs.push_back({edge.to, edge.from});
  }
  return arcs;
}

}  // namespace pram::programs
