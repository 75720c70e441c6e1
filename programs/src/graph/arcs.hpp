#pragma once

#include <algorithm>
#include <cstdint>
#include <ranges>
#include <string>
#include <vector>

#include <pram/error.hpp>
#include <pram/programs/graph.hpp>
#include <pram/programs/input/graph.hpp>

namespace pram::programs {

/// Both directions of each edge, one after the other: a processor reads its own direction, both ends in one word.
inline auto arcs_of(const Graph& graph) {
  return std::views::iota(std::size_t{0}, 2 * graph.edges.size()) | std::views::transform([&graph](std::size_t arc) {
           const Edge& edge = graph.edges[arc / 2];
           return arc % 2 == 0 ? edge : Edge{edge.to, edge.from};
         });
}

/// Checks the ends of edges by which the host is about to index. Ends that are cells of shared arrays need no check.
/// @throws ConfigError if an end of an edge is no vertex
inline void check_edges(const Graph& graph) {
  for (const Edge& edge : graph.edges) {
    if (std::max(edge.from, edge.to) >= graph.vertices)
      throw ConfigError("edge", std::to_string(edge.from) + ", " + std::to_string(edge.to),
                        "two vertices below " + std::to_string(graph.vertices));
  }
}

/// @throws ConfigError unless every edge has a weight
inline void check_weights(const WeightedGraph& input) {
  if (input.weight.size() != input.graph.edges.size())
    throw ConfigError("weights", std::to_string(input.weight.size()),
                      "one for each of the " + std::to_string(input.graph.edges.size()) + " edges");
}

/// The most arcs that leave one vertex; a loop is two of them.
inline std::uint64_t largest_degree(const Graph& graph) {
  std::vector<std::uint64_t> degree(graph.vertices, 0);
  for (const Edge& arc : arcs_of(graph)) ++degree[arc.from];
  return degree.empty() ? 0 : std::ranges::max(degree);
}

/// The name of a vertex in the input.
inline auto names_of(const Graph& graph) {
  return [&graph](std::size_t vertex) { return graph.id(static_cast<std::uint32_t>(vertex)); };
}

}  // namespace pram::programs
