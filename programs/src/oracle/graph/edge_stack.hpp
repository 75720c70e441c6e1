#pragma once

#include <cstdint>
#include <vector>

#include <pram/programs/graph.hpp>

namespace pram::programs::oracle {

/// A label for each edge, the same for the edges of a block; no_block for a loop. By a depth-first search with a stack
/// of edges (Hopcroft, Tarjan 1973).
std::vector<std::uint32_t> blocks(const Graph& graph);

/// The edges that are a block alone, ascending.
std::vector<std::uint64_t> bridges(const Graph& graph);

}  // namespace pram::programs::oracle
