#pragma once

#include <cstdint>
#include <string>
#include <vector>

/// Undirected graphs as the graph programs take them, read from a file or made from a seed.
namespace pram::programs {

/// The two ends of an edge, as vertex numbers: one word of shared memory.
struct Edge {
  std::uint32_t from;
  std::uint32_t to;

  friend bool operator==(const Edge&, const Edge&) = default;
};

/// Vertices 0..n-1 and undirected edges. Self loops and repeated edges are allowed and do no harm.
struct Graph {
  std::uint32_t vertices = 0;
  std::vector<Edge> edges = {};
  std::vector<std::uint64_t> ids =
      {};  ///< per vertex, what the input called it; empty: vertex v is called first_id + v
  std::uint64_t first_id = 0;
  std::string read_as = {};  ///< of one from a file: its format, and what was left out

  std::uint64_t id(std::uint32_t vertex) const { return ids.empty() ? first_id + vertex : ids[vertex]; }
};

/// Most edges that a graph may have: a program gives each direction of each a processor.
inline constexpr std::uint64_t most_edges = (std::uint64_t{1} << 31) - 2;

/// What a graph that is read may take of the host's memory.
struct GraphLimits {
  std::uint64_t memory = 0;                    ///< bytes; 0: what the host has
  std::uint64_t bytes_a_vertex = 0;            ///< what is made of the graph later takes so much a vertex,
  std::uint64_t bytes_an_edge = sizeof(Edge);  ///< and an edge
};

/// What read_graph() knows by name: snap, counts, matrix-market, dimacs, metis.
const std::vector<std::string>& graph_formats();

/// Reads a graph, packed by gzip or not, and says in Graph::read_as how. By what the file holds, it is
///   - snap: an edge a row, two ids; further columns are left out, a first row of words names the columns, a last row
///   of
///     -1 ends it. Ids are any unsigned 64-bit numbers, and are renumbered in order of first appearance, in
///     linear time whatever they are: their hash has a key of its own in every run;
///   - counts: the same behind a row of counts (vertices and edges), vertices counted from 0 or 1;
///   - matrix-market: known by its first line, %%MatrixMarket; an entry is an edge, whatever its value;
///   - dimacs: lines c, p, e, a and n;
///   - metis: vertices and edges, then the neighbours of a vertex a line.
/// Between numbers stand blanks, or a comma or a semicolon; #, % and // open comments.
/// @param path    of the file, "-" for standard input
/// @param format  one of graph_formats(), "" to go by what it holds. As snap, rows may differ in their columns
/// Memory is taken as the file is read, and never for what a header promises.
/// @param limits  a file is refused at once where its text, what is read of it, or what its header promises is beyond
/// @throws InputError naming file, line and what is wrong; ConfigError for an unknown format; LimitError
Graph read_graph(const std::string& path, const std::string& format = {}, const GraphLimits& limits = {});

/// An R-MAT graph (Chakrabarti, Zhan, Faloutsos, SDM 2004: a, b, c, d = 0.57, 0.19, 0.19, 0.05) with its vertices
/// shuffled, as in the Graph500 benchmark: a few vertices have very many edges, many have none. The same on every
/// platform.
/// It has edges / 4 vertices, rounded up to a power of two, at least 2; none if there are no edges.
/// @throws ConfigError if edges > most_edges
Graph rmat_graph(std::uint64_t edges, std::uint64_t seed);

}  // namespace pram::programs
