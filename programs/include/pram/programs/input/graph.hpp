#pragma once

#include <cstdint>
#include <string>
#include <vector>

/// Undirected graphs for the graph programs, read from a file or generated from a seed.
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
  /// Per edge, of a file that has weights and was read with them; else empty.
  std::vector<std::uint32_t> weights = {};
  /// Per vertex: its name in the input. Empty: vertex v is called first_id + v.
  std::vector<std::uint64_t> ids = {};
  std::uint64_t first_id = 0;
  std::string read_as = {};  ///< of a graph from a file: the format, and what was left out

  std::uint64_t id(std::uint32_t vertex) const { return ids.empty() ? first_id + vertex : ids[vertex]; }
};

/// The most edges that a graph may have: programs use a processor for each direction of each edge.
inline constexpr std::uint64_t most_edges = (std::uint64_t{1} << 31) - 2;

/// The host's memory that a graph may take while it is read, and afterwards.
struct GraphLimits {
  std::uint64_t memory = 0;                    ///< bytes; 0: what the host has
  std::uint64_t bytes_a_vertex = 0;            ///< what a program will take for each vertex
  std::uint64_t bytes_an_edge = sizeof(Edge);  ///< what a program will take for each edge
};

/// What is to become of the weights in a file.
enum class EdgeWeights : std::uint8_t { left_out, read };

/// The largest weight of an edge that is read. So the length of no path is beyond 64 bits.
inline constexpr std::uint32_t largest_weight = 0xFFFFFFFF;

/// The names of the formats that read_graph() knows: snap, counts, matrix-market, dimacs, metis.
const std::vector<std::string>& graph_formats();

/// Reads a graph from a file, packed by gzip or not, and says in Graph::read_as how. The formats:
///   - snap: a row has an edge, as two ids. A third column has its weight, further ones are left out. A first row of
///     words names the columns, and a last row of -1 ends the file. Ids are any unsigned 64-bit numbers, renumbered in
///     order of first appearance, in linear time whatever they are: every run hashes them with a key of its own;
///   - counts: the same behind a row of counts (vertices and edges); vertices are counted from 0 or 1;
///   - matrix-market: known by its first line, %%MatrixMarket; an entry is an edge, and its value is the weight;
///   - dimacs: lines c, p, e, a and n; a third number of e and a is the weight;
///   - metis: the numbers of vertices and edges, then a line for each vertex with its neighbours, and the weights of
///     these edges where the first line says so.
/// Weights are whole numbers from 0 to largest_weight, however they are written: 3, 3.0 and 3e0 are the same.
/// Blanks, one comma or one semicolon separate numbers; #, % and // open comments. Memory is taken as the file is read,
/// and never for what a header promises.
/// @param path    the file, "-" for standard input
/// @param format  one of graph_formats(); "" to recognise it by what the file holds. If snap is asked for, rows may
///                differ in their number of columns
/// @param limits  a file is refused as soon as its text, what is read of it, or what its header promises is beyond them
/// @param weights whether Graph::weights is wanted. Where they are left out, nothing but their columns is looked at
/// @throws InputError naming file, line and what is wrong; ConfigError for an unknown format; LimitError
Graph read_graph(const std::string& path, const std::string& format = {}, const GraphLimits& limits = {},
                 EdgeWeights weights = EdgeWeights::left_out);

/// An R-MAT graph with its vertices shuffled, as in the Graph500 benchmark: a few vertices have very many edges, many
/// have none. The graph has edges / 4 vertices, rounded up to a power of two, at least 2; none if there are no edges.
/// The same on every platform.
///
/// Source: Chakrabarti, Zhan, Faloutsos, R-MAT: a recursive model for graph mining, SDM 2004, with a, b, c, d = 0.57,
/// 0.19, 0.19, 0.05.
/// @throws ConfigError if edges > most_edges
Graph rmat_graph(std::uint64_t edges, std::uint64_t seed);

}  // namespace pram::programs
