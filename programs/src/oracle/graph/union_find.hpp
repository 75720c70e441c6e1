#pragma once

#include <cstdint>
#include <vector>

#include <pram/programs/input/graph.hpp>

namespace pram::programs::oracle {

/// For each vertex, the smallest vertex of its component, by union-find with path halving (Tarjan, van Leeuwen 1984).
std::vector<std::uint32_t> components(const Graph& graph);

}  // namespace pram::programs::oracle
