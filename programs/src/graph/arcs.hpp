#pragma once

#include <cstdint>
#include <ranges>

#include <pram/programs/input_graph.hpp>

namespace pram::programs {

/// Both directions of each edge, one behind the other, as a processor each reads its own: a word holds both ends.
inline auto arcs_of(const Graph& graph) {
  return std::views::iota(std::size_t{0}, 2 * graph.edges.size()) | std::views::transform([&graph](std::size_t arc) {
           const Edge& edge = graph.edges[arc / 2];
           return arc % 2 == 0 ? edge : Edge{edge.to, edge.from};
         });
}

/// What the input called a vertex.
inline auto names_of(const Graph& graph) {
  return [&graph](std::size_t vertex) { return graph.id(static_cast<std::uint32_t>(vertex)); };
}

}  // namespace pram::programs
