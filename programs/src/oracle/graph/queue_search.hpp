#pragma once

#include <cstdint>
#include <vector>

#include <pram/programs/input/graph.hpp>

namespace pram::programs::oracle {

/// The level of each vertex, by a breadth-first search from one vertex with a queue; `unreached` if there is no path.
std::vector<std::uint32_t> levels(const Graph& graph, std::uint32_t source);

/// Whether every reached vertex but the source has a parent one level before it, joined to it by an edge, and no other
/// vertex has a parent.
bool is_search_tree(const Graph& graph, std::uint32_t source, const std::vector<std::uint32_t>& level,
                    const std::vector<std::uint32_t>& parent);

}  // namespace pram::programs::oracle
