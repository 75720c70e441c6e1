#pragma once

#include <cstdint>
#include <ranges>

#include <pram/programs/input/graph.hpp>

namespace pram::programs {

/// Both directions of each edge, one after the other: a processor reads its own direction, both ends in one word.
inline auto arcs_of(const Graph& graph) {
  return std::views::iota(std::size_t{0}, 2 * graph.edges.size()) | std::views::transform([&graph](std::size_t arc) {
           const Edge& edge = graph.edges[arc / 2];
           return arc % 2 == 0 ? edge : Edge{edge.to, edge.from};
         });
}

/// The name of a vertex in the input.
inline auto names_of(const Graph& graph) {
  return [&graph](std::size_t vertex) { return graph.id(static_cast<std::uint32_t>(vertex)); };
}

}  // namespace pram::programs
