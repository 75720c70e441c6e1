#pragma once

#include <cstdint>

#include "graph.hpp"

namespace pram {

/// The best of the cuts that were tried.
struct BestCuts {
  std::uint64_t pairs = 0;  ///< |V₁| |V₂| of the cut with the most of them a link, if it has one
  std::uint64_t links = 1;  ///< C of that cut
  std::uint64_t half = 0;   ///< fewest links between two halves
  bool all_halves = false;  ///< every pair of halves was tried
};

/// Tries cuts: all of them up to 16 nodes without switches, and all halves up to 20. Else the first nodes against the
/// others, by number and by distance from node 0, and halves from which the exchange of two nodes takes no link any
/// more.
/// @param graph  of at least two terminals
BestCuts try_cuts(const SurveyGraph& graph);

}  // namespace pram
