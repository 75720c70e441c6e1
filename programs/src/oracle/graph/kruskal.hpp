#pragma once

#include <cstdint>
#include <vector>

#include <pram/programs/graph.hpp>

namespace pram::programs::oracle {

/// The edges of the minimum spanning forest, ascending, by Kruskal's algorithm; of equal weights the first edge goes
/// first.
std::vector<std::uint64_t> kruskal(const WeightedGraph& input);

}  // namespace pram::programs::oracle
