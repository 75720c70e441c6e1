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
  std::vector<Edge> edges;
  std::vector<std::uint64_t> ids;  ///< per vertex, what the input called it; empty: vertex v is called first_id + v
  std::uint64_t first_id = 0;

  std::uint64_t id(std::uint32_t vertex) const { return ids.empty() ? first_id + vertex : ids[vertex]; }
};

/// Most edges that a graph may have: a program gives each direction of each a processor.
inline constexpr std::uint64_t most_edges = (std::uint64_t{1} << 31) - 2;

/// Reads a SNAP edge list (two ids a line, any white space, `#` comments) or a Matrix Market file (known by its first
/// line, `%%MatrixMarket matrix coordinate …`; an entry is an edge, whatever its value). SNAP ids are any unsigned
/// 64-bit numbers, and are renumbered in order of first appearance.
/// @param path  of the file, "-" for standard input
/// @throws InputError naming file, line and what is wrong
Graph read_graph(const std::string& path);

/// An R-MAT graph (Chakrabarti, Zhan, Faloutsos, SDM 2004: a, b, c, d = 0.57, 0.19, 0.19, 0.05) with its vertices
/// shuffled, as in the Graph500 benchmark: a few vertices have very many edges, many have none. The same on every
/// platform.
/// It has edges / 4 vertices, rounded up to a power of two, at least 2; none if there are no edges.
/// @throws ConfigError if edges > most_edges
Graph rmat_graph(std::uint64_t edges, std::uint64_t seed);

}  // namespace pram::programs
