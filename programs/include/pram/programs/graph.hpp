#pragma once

#include <cstdint>
#include <vector>

#include <pram/machine.hpp>
#include <pram/programs/input_graph.hpp>

/// Undirected graphs.
namespace pram::programs {

/// Stands for the level and the parent of a vertex that the search does not reach.
inline constexpr std::uint32_t unreached = 0xFFFFFFFF;

/// What a breadth-first search finds.
struct BreadthFirstSearch {
  std::vector<std::uint32_t> level;   ///< per vertex: edges on a shortest path from the source, or unreached
  std::vector<std::uint32_t> parent;  ///< per vertex: the one before it on such a path; unreached for the source too
  std::uint32_t levels = 0;           ///< 1 + the largest level of a vertex that was reached
};

/// Breadth-first search from one vertex, level by level, with a processor for each direction of each edge.
///
/// Model: CRCW arbitrary, not common (a vertex may be reached from several parents at once). Time: with at least two
/// levels, T = 6 (levels - 1) + 3, else at most 3. Work: O(levels m) on 2m processors.
///
/// Source: Moore, The shortest path through a maze (1959); in parallel: Quinn, Deo, Parallel graph algorithms, ACM
/// Computing Surveys 16 (1984).
/// @throws ConfigError if the source is no vertex
BreadthFirstSearch breadth_first_search(Machine& machine, const Graph& graph, std::uint32_t source);

/// The components of a graph.
struct ConnectedComponents {
  std::vector<std::uint32_t> root;  ///< per vertex: one vertex of its component, the same for all of them
  std::uint32_t rounds = 0;         ///< including the last, which found nothing left to do
};

/// Connected components by hooking and shortcutting, with a processor for each vertex and each direction of each edge.
/// A round shortcuts, then hooks the trees of unmoved vertices to smaller neighbours, then hooks the roots to which
/// nothing happened (stagnant roots) to any neighbour, and shortcuts again.
///
/// Model: CRCW arbitrary, not common (a root may be hooked to several neighbours at once). Time: at most floor(log_1.5
/// n) + 2 rounds of at most 23 steps, T = O(log n). Work: O((n + m) log n).
///
/// Source: Shiloach, Vishkin, An O(log n) parallel connectivity algorithm, J. Algorithms 3 (1982). A hooking marks its
/// target only if its write has won. Under a rule that breaks the algorithm the result is wrong, but the run ends.
ConnectedComponents connected_components(Machine& machine, const Graph& graph);

/// A maximal independent set of a graph.
struct MaximalIndependentSet {
  std::vector<bool> member;  ///< per vertex: whether it is in the set
  std::uint32_t rounds = 0;
};

/// A maximal independent set: no edge joins two members, and no vertex can be added. In each round every open vertex
/// draws a random number. The vertices with the largest number among their open neighbours become members; members and
/// their neighbours are open no more. Self loops are ignored.
///
/// Model: CRCW common, not CREW. Time: 18 steps at most a round, O(log n) rounds with high probability. Work: O((n + m)
/// log n) on max(n, 2m) processors.
///
/// Source: Luby, A simple parallel algorithm for the maximal independent set problem, SIAM J. Computing 15 (1986).
MaximalIndependentSet maximal_independent_set(Machine& machine, const Graph& graph);

}  // namespace pram::programs
