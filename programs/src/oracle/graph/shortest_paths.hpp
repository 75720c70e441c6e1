#pragma once

#include <cstdint>
#include <vector>

#include <pram/programs/graph.hpp>

namespace pram::programs::oracle {

/// What a search for shortest paths from one vertex finds.
struct ShortestPaths {
  std::vector<std::uint64_t> distance;  ///< per vertex; no_distance if there is no path
  std::uint64_t hops = 0;               ///< the most edges of a shortest path that has the fewest for its vertex
};

/// The shortest paths from one vertex, by Dijkstra's algorithm with a heap (1959).
ShortestPaths shortest_paths(const WeightedGraph& graph);

}  // namespace pram::programs::oracle
