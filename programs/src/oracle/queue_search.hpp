#pragma once

#include <cstdint>
#include <vector>

#include <pram/programs/input_graph.hpp>

namespace pram::programs::oracle {

/// Levels of breadth-first search from one vertex with a queue; `unreached` where there is no path.
std::vector<std::uint32_t> levels(const Graph& graph, std::uint32_t source);

/// Whether every reached vertex but the source has a parent one level before it, joined to it by an edge, and no other
/// has one.
bool is_search_tree(const Graph& graph, std::uint32_t source, const std::vector<std::uint32_t>& level,
                    const std::vector<std::uint32_t>& parent);

}  // namespace pram::programs::oracle
