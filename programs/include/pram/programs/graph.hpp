#pragma once

#include <cstdint>
#include <vector>

#include <pram/machine.hpp>
#include <pram/programs/input/graph.hpp>

/// Undirected graphs. An edge with an end that is no vertex is refused: by a ConfigError where the host puts the edges
/// in order, else by an AddressError.
namespace pram::programs {

/// The level and the parent of a vertex that the search does not reach.
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

/// The same with linear work: only the arcs of the vertices found last are looked at. Prefix sums over their degrees
/// say which processors get which arcs, a scan gives each processor its arc, and of all that find a vertex one wins;
/// prefix sums put the vertices found in a row.
///
/// Model: CRCW arbitrary, not common. Time: with S(k) the time of prefix_sums() for k numbers, T <= levels (17 + S(n) +
/// 2 S(2m)), O(levels log n). Work: W <= 11n + 48m, O(n + m); no more requests for one cell than the largest degree.
///
/// Source: Gazit, Miller, An improved parallel algorithm that computes the BFS numbering of a directed graph,
/// Information Processing Letters 28 (1988), Section 2; Merrill, Garland, Grimshaw, Scalable GPU graph traversal
/// (2012), for the scans.
/// @param graph  the host sorts its arcs by the vertices that they leave, without charge: adjacency lists are the input
///               of the algorithm
/// @throws ConfigError if the source is no vertex
BreadthFirstSearch breadth_first_search_frontier(Machine& machine, const Graph& graph, std::uint32_t source);

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
/// Source: Shiloach, Vishkin, An O(log n) parallel connectivity algorithm, J. Algorithms 3 (1982); JáJá, An
/// Introduction to Parallel Algorithms (1992), Section 5.1. A hooking marks its target only if its write has won. Under
/// a rule that breaks the algorithm the result is wrong, but the run ends.
ConnectedComponents connected_components(Machine& machine, const Graph& graph);
/// The same in data-parallel steps (Machine::processors()): the ledger is the same, the host takes less time.
ConnectedComponents connected_components_data_parallel(Machine& machine, const Graph& graph);

/// The same by hooking stars, trees of height 1 at most: to smaller neighbours, then to trees that are no stars.
///
/// Model: CRCW arbitrary, not common. Time: at most floor(log_1.5 n) + 4 rounds of at most 36 steps, T = O(log n).
/// Work: O((n + m) log n).
///
/// Source: Awerbuch, Shiloach, New connectivity and MSF algorithms for shuffle-exchange network and PRAM, IEEE
/// Transactions on Computers C-36 (1987). Stars hook to trees that are no stars alone in the second place, as in JáJá,
/// Section 5.1.
ConnectedComponents connected_components_star_hooking(Machine& machine, const Graph& graph);

/// The same by random mate. All trees are stars at the beginning of a round. Every root tosses a coin that says whether
/// it stays. Roots that do not stay hook to neighbouring roots that stay.
///
/// Model: CRCW arbitrary, not common. Time: T <= 11 rounds, O(log n) with high probability: a tree with neighbours
/// hooks with a chance of 1/4 at the least. Work: O((n + m) log n) with high probability.
///
/// Source: Reif, Optimal parallel algorithms for graph connectivity (1985); Gazit, An optimal randomized parallel
/// algorithm for finding connected components in a graph, SIAM J. Computing 20 (1991), Section 3.
ConnectedComponents connected_components_random_mate(Machine& machine, const Graph& graph);

/// The most vertices of a graph where every pair has a processor.
inline constexpr std::uint32_t most_dense_vertices = 65535;

/// The same by the n × n matrix of a graph, without concurrent writes. In a round each vertex hooks to its smallest
/// neighbour, found on a balanced tree over its row, and pointers are jumped to the roots. Roots are numbered, and what
/// hangs together is put side by side and merged, rows first, then columns: the next round has at most half as many
/// vertices, and a matrix of a quarter. A component's root is one of its vertices.
///
/// Model: CREW, not EREW. Time: O(log^2 n). Work: W <= 28 n^2 + O(n log n) on n^2 processors; n requests for one cell.
///
/// Source: Hirschberg, Chandra, Sarwate, Computing connected components on parallel computers, CACM 22 (1979), for the
/// hooks; Chin, Lam, Chen, Efficient parallel algorithms for some graph problems, CACM 25 (1982), for linear work in
/// the matrix; JáJá, An Introduction to Parallel Algorithms (1992), Section 5.1.
/// @throws ConfigError if there are more than most_dense_vertices
ConnectedComponents connected_components_dense(Machine& machine, const Graph& graph);

/// A spanning forest of a graph: a tree in each component.
struct SpanningForest {
  std::vector<std::uint64_t> edges;  ///< which of the graph's edges, ascending
  std::uint32_t rounds = 0;
};

/// A spanning forest: the edges along which stars hook in connected_components_star_hooking(), with its model, time and
/// work.
SpanningForest spanning_forest(Machine& machine, const Graph& graph);

/// The bridges of a graph: the edges whose removal leaves more components. A spanning forest is rooted by its Euler
/// tour. Low and high of a vertex are the smallest and the largest preorder number that edges outside the forest reach
/// from its subtree; both are minima over a range. A forest edge is a bridge if low and high of its lower end lie in
/// the subtree of that end. Neither of two edges that join the same vertices is a bridge.
///
/// Model: CRCW arbitrary, not common, with a named minimum. Time: that of connected_components_star_hooking(),
/// tree_functions(), prefix_sums() and range_minima(): O(log n). Work: O((n + m) log n), with high probability.
///
/// Source: Tarjan, Vishkin, An efficient parallel biconnectivity algorithm, SIAM J. Computing 14 (1985); JáJá, An
/// Introduction to Parallel Algorithms (1992), Section 5.3.
/// @param graph  the host sorts its arcs by the vertices that they leave, without charge: adjacency lists are the input
///               of the algorithm
/// @returns indices into Graph::edges, ascending; none for a graph without vertices
/// @throws ConfigError for more than 2^31 - 1 vertices and edges together
std::vector<std::uint64_t> bridges(Machine& machine, const Graph& graph);

/// The label of a loop, which is in no block.
inline constexpr std::uint32_t no_block = 0xFFFFFFFF;

/// The biconnected components (blocks) of a graph: a label for each edge. Two edges have the same label if and only if
/// a simple cycle contains both; a bridge is a block of its own. Low and high, found as for bridges(), say which forest
/// edges share a cycle. Such edges are joined in a graph whose vertices are the forest edges, and whose components are
/// the blocks.
///
/// Model: CRCW arbitrary, not common, with a named minimum. Time, work (with high probability) and source: those of
/// bridges(), with one more run of connected_components_star_hooking().
/// @returns per edge: a number below the number of vertices, or no_block for a loop; none for a graph without vertices
/// @throws ConfigError as bridges() does
std::vector<std::uint32_t> biconnected_components(Machine& machine, const Graph& graph);

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
/// log n) with high probability, on max(n, 2m) processors.
///
/// Source: Luby, A simple parallel algorithm for the maximal independent set problem, SIAM J. Computing 15 (1986).
MaximalIndependentSet maximal_independent_set(Machine& machine, const Graph& graph);

/// The lexicographically first maximal independent set of a graph: vertex by vertex, each that has no member among its
/// smaller neighbours becomes one, and blocks its neighbours. To find this set is P-complete: it is not known, and not
/// expected, that any number of processors finds it in polylogarithmic time. T grows with n, however many there are.
///
/// Model: CRCW common, not CREW (edges may be there twice). Time: T <= 3n. Work: W <= 2n + 6m; one more request for a
/// cell than the largest degree.
///
/// Source: Cook, A taxonomy of problems with fast parallel algorithms, Information and Control 64 (1985); Karp,
/// Ramachandran, Parallel algorithms for shared-memory machines (1990).
/// @returns per vertex: whether it is a member
std::vector<bool> first_independent_set(Machine& machine, const Graph& graph);

/// Colours of the vertices of a graph.
struct VertexColouring {
  std::vector<std::uint32_t> colour;  ///< per vertex, from 0
  std::uint32_t rounds = 0;
};

/// Colours the vertices so that no edge joins two vertices of one colour. A vertex of d arcs gets a colour from 0 to d,
/// so that the number of colours is at most the largest degree plus 1. In each round every vertex without a
/// colour draws one at random that no neighbour has, and keeps it if no neighbour draws the same. A loop constrains
/// nothing, but counts as two arcs.
///
/// Model: combining CRCW (minimum), not CREW: a named minimum picks the colour that a vertex draws. Time: T <= 24
/// rounds, O(log n) of them with high probability. Work: O((n + m) log n) with high probability on n + 2m processors.
///
/// Source: Luby, Removing randomness in parallel computation without a processor penalty, JCSS 47 (1993); Johansson,
/// Simple distributed (Δ+1)-coloring of graphs, Information Processing Letters 70 (1999).
VertexColouring vertex_colouring(Machine& machine, const Graph& graph);

/// A matching of a graph.
struct MaximalMatching {
  std::vector<std::uint64_t> edges;  ///< which of the graph's edges, ascending
  std::uint32_t rounds = 0;          ///< including the last, which found nothing left to do
};

/// A maximal matching: no two of its edges meet, and no edge can be added. In each round every edge that is left draws
/// a random number, and those with the smallest at both ends are matched. Self loops are ignored.
///
/// Model: combining CRCW (minimum), not CREW. Time: 13 steps a round, O(log n) rounds with high probability. Work: O(m
/// log n) with high probability, on m processors.
///
/// Source: Luby, A simple parallel algorithm for the maximal independent set problem, SIAM J. Computing 15 (1986), for
/// the graph of edges that meet; Israeli, Itai, A fast and simple randomized parallel algorithm for maximal matching,
/// Information Processing Letters 22 (1986).
MaximalMatching maximal_matching(Machine& machine, const Graph& graph);

/// Connected components of a graph whose edges lie on p BSP processes in blocks. Each process keeps a spanning forest
/// of its edges. In round r every 2^(r+1)-th process merges its forest with that of the process 2^r further on. Process
/// 0 ends up with a forest of the whole graph, and gives every process the components of its vertices. The root of a
/// component is its smallest vertex; rounds = ⌈log2 p⌉.
///
/// Model: BSP, a process a component. Cost: ⌈log2 p⌉ + 1 supersteps; h at most min(n - 1, 2^r ⌈m/p⌉) in round r, and
/// (n + p) / 2 in the last; w at most ⌈m/p⌉, twice that in each round, and n: each edge is two searches in a
/// union-find.
///
/// Source: Dehne, Ferreira, Cáceres, Song, Roncato, Efficient parallel graph algorithms for coarse-grained
/// multicomputers and BSP (2002), Section 5.
ConnectedComponents bsp_connected_components(Machine& machine, const Graph& graph);

/// What PageRank finds.
struct PageRank {
  std::vector<double> rank;  ///< per vertex; the sum of all is 1
  std::uint32_t iterations = 0;
};

/// PageRank with damping factor 0.85: a vertex gives its rank in equal parts to the vertices that it links to; one
/// without links gives it to all. Every edge is a link from its first vertex to its second. Vertices lie on p BSP
/// processes in blocks. A process sends one number a superstep for each vertex elsewhere that it has links to. A run
/// ends when the ranks change by less than 10^-9 in all, or after 200 iterations.
///
/// Model: BSP, a process a component. Cost: iterations + 3 supersteps. With H the most vertices elsewhere that one
/// process has links to, or the most numbers that come to one, h = H in the first, and H + 2 (p - 1) in iterations + 1
/// of them; w at most the links of a process, the numbers that come to it, 4 ⌈n/p⌉ and 2p.
///
/// Source: Page, Brin, Motwani, Winograd, The PageRank citation ranking (1999); products with sparse matrices:
/// Bisseling, Parallel Scientific Computation (2nd ed., 2020), Chapter 4.
PageRank bsp_page_rank(Machine& machine, const Graph& graph);

/// A graph with lengths.
struct WeightedGraph {
  Graph graph;
  std::vector<std::uint32_t> weight;  ///< per edge
  std::uint32_t source = 0;           ///< the vertex where paths begin
};

/// The distance of a vertex to which there is no path.
inline constexpr std::uint64_t no_distance = ~std::uint64_t{0};

/// The lengths of the shortest paths from one vertex of an undirected graph. Vertices lie on p BSP processes in blocks.
/// In every superstep each vertex to which a shorter path has been found passes that path on to its neighbours. A
/// process sends only the shortest of all its paths to one vertex.
///
/// Model: BSP, a process a component. Cost: with k the most edges that a shortest path needs, k + 2 supersteps; in k +
/// 1 of them h is at most 2H + p - 1, H as for bsp_page_rank() with links in both directions; w at most the arcs of a
/// process and the paths that come to it.
///
/// Source: Ford (1956), Bellman (1958), Moore, The shortest path through a maze (1959).
/// @returns the distance of each vertex, or no_distance
/// @throws ConfigError if the source is no vertex, or edges and weights differ in number
std::vector<std::uint64_t> bsp_bellman_ford(Machine& machine, const WeightedGraph& graph);

/// The spanning forest of least weight; of equal weights the first edge counts as the lighter one. In each round every
/// tree takes its lightest edge to another tree, which combining writes find. Then all vertices jump to their new
/// roots.
///
/// Model: combining CRCW (minimum), not CREW. The minimum is a named operation. Time: at most 1 + ⌈log2 n⌉ rounds of at
/// most 18 + 2 ⌈log2 n⌉ steps: O(log^2 n). Work: O(m log n + n log^2 n).
///
/// Source: Borůvka (1926); Sollin (1965); JáJá, An Introduction to Parallel Algorithms (1992), Section 5.2.
/// @param graph  with a weight for each edge; its source is not used
/// @throws ConfigError if edges and weights differ in number
SpanningForest minimum_spanning_forest(Machine& machine, const WeightedGraph& graph);

/// The shortest paths from one vertex.
struct ShortestPaths {
  std::vector<std::uint64_t> distance;  ///< per vertex; no_distance if there is no path
  std::uint32_t rounds = 0;             ///< including the last, which found nothing shorter
};

/// The lengths of the shortest paths from one vertex of an undirected graph: every edge tries in every round to shorten
/// the path to its other end.
///
/// Model: combining CRCW (minimum), not CREW. The minimum is a named operation. Time: T <= 6 (k + 1) for paths of at
/// most k edges. Work: O(k m) on 2m processors.
///
/// Source: Ford (1956), Bellman (1958), Moore, The shortest path through a maze (1959).
/// @param graph  with a weight for each edge
/// @throws ConfigError if the source is no vertex, or edges and weights differ in number
ShortestPaths shortest_paths_bellman_ford(Machine& machine, const WeightedGraph& graph);

/// The most vertices of a graph where every three of them have a processor.
inline constexpr std::uint32_t most_cubic_vertices = 1625;

/// Which vertices of a directed graph reach which, along edges from `from` to `to`: the matrix of bits, with ones on
/// its diagonal, is squared until it has all paths.
///
/// Model: CRCW common, not CREW. Time: T = 3 ⌈log2 (n - 1)⌉ for n >= 3, 3 for n = 2, else 0. Work: O(n^3 log n) on n^3
/// processors; n requests for one cell.
///
/// Source: JáJá, An Introduction to Parallel Algorithms (1992), Section 5.5.
/// @returns n × n values, row by row: 1 if the row's vertex reaches the column's
/// @throws ConfigError if there are more than most_cubic_vertices
std::vector<std::uint8_t> transitive_closure(Machine& machine, const Graph& graph);

/// The strongly connected components of a directed graph: the vertices that reach each other, by transitive_closure().
/// Of those that do, all pairs are compared, and the smallest one is left.
///
/// Model: CRCW common, not CREW. Time: T <= 8 and that of transitive_closure(). Work: O(n^3 log n) on n^3 processors; n
/// requests for one cell.
///
/// Source: JáJá, An Introduction to Parallel Algorithms (1992), Section 5.5; Karp, Ramachandran, Parallel algorithms
/// for shared-memory machines (1990).
/// @returns per vertex: the smallest vertex of its component
/// @throws ConfigError if there are more than most_cubic_vertices
std::vector<std::uint32_t> strongly_connected_components(Machine& machine, const Graph& graph);

/// The lengths of the shortest paths between all vertices of an undirected graph, by squaring the matrix of lengths
/// with sums for products and minima for sums.
///
/// Model: combining CRCW (minimum), not CREW. The minimum is a named operation. Time, work and source: those of
/// transitive_closure().
/// @param graph  with a weight for each edge; its source is not used
/// @returns n × n distances, row by row, or no_distance
/// @throws ConfigError if there are more than most_cubic_vertices
std::vector<std::uint64_t> all_pairs_shortest_paths(Machine& machine, const WeightedGraph& graph);

}  // namespace pram::programs
