#pragma once

#include <cstdint>
#include <vector>

#include <pram/machine.hpp>
#include <pram/programs/graph.hpp>

namespace pram::programs {

struct ConnectedComponents {
  std::vector<std::uint32_t> root;  ///< per vertex: one vertex of its component, the same for all of them
  std::uint32_t rounds = 0;         ///< the last of them found nothing left to do
};

/// Connected components by hooking and shortcutting, with a processor for each vertex and each direction of each edge.
/// A round shortcuts, hooks the trees of unmoved vertices to smaller neighbours, hooks the roots that nothing happened
/// to (stagnant ones) to any neighbour, and shortcuts again.
///
/// Model: CRCW arbitrary, not common (a root may be hooked to several neighbours at once). Time: at most
/// floor(log_1.5 n) + 2 rounds of at most 23 steps, T = O(log n). Work: O((n + m) log n).
///
/// Source: Shiloach, Vishkin, An O(log n) parallel connectivity algorithm, J. Algorithms 3 (1982). A hooking marks its
/// target only if its write has won. Under a rule that breaks the algorithm the result is wrong, but the run ends.
ConnectedComponents connected_components(Machine& machine, const Graph& graph);

}  // namespace pram::programs
