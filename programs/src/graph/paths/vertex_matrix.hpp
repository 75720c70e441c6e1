#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <pram/error.hpp>
#include <pram/machine.hpp>
#include <pram/programs/graph.hpp>
#include "graph/arcs.hpp"
#include "logarithm.hpp"

namespace pram::programs {

/// Refuses a graph of which not every three vertices can have a processor, or whose edges have an end that is no
/// vertex.
inline void check_cubic(const Graph& graph) {
  if (graph.vertices > most_cubic_vertices) {
    throw ConfigError("vertices", std::to_string(graph.vertices),
                      "at most " + std::to_string(most_cubic_vertices) + ": every three of them have a processor");
  }
  check_edges(graph);
}

/// How often a matrix of paths of one edge is squared until it has the paths of n - 1.
constexpr std::uint64_t squarings_of(std::uint64_t n) { return n < 2 ? 0 : ceil_log2(n - 1) + (n == 2 ? 1 : 0); }

/// Squares an n × n matrix of paths until it has those of n - 1 edges: every three vertices have a processor.
/// @param join  (before, behind, both) -> Task<>: joins the path to the middle vertex, in cell `before`, and the path
///              from there, in cell `behind`, for cell `both`
template <class Join>
void square_paths(Machine& machine, std::uint64_t n, const Join& join) {
  for (std::uint64_t square = 0; square < squarings_of(n); ++square) {
    machine.pardo(n * n * n, [&](Processor self) -> Task<> {
      const std::uint64_t from = self.id() / (n * n);
      const std::uint64_t over = self.id() / n % n;
      const std::uint64_t to = self.id() % n;
      return join(from * n + over, over * n + to, from * n + to);
    });
  }
}

/// Which vertices of a directed graph reach which: n × n cells of 0 or 1, by squaring the matrix of edges under CRCW
/// common.
inline Array<std::uint8_t> closure_of(Machine& machine, const Graph& graph) {
  const std::uint64_t n = graph.vertices;
  auto reaches = machine.array<std::uint8_t>(n * n, 0, "reaches");
  for (std::uint64_t vertex = 0; vertex < n; ++vertex) reaches.set(vertex * n + vertex, 1);
  for (const Edge& edge : graph.edges) reaches.set(edge.from * n + edge.to, 1);
  square_paths(machine, n, [&](std::uint64_t before, std::uint64_t behind, std::uint64_t both) -> Task<> {
    const std::uint8_t to_middle = co_await reaches[before];
    const std::uint8_t from_there = co_await reaches[behind];
    if (to_middle != 0 && from_there != 0) co_await (reaches[both] = 1);
  });
  return reaches;
}

/// The vertices that a vertex reaches along edges in their direction, itself among them.
inline std::vector<bool> reached_from(const Graph& graph, std::uint32_t first) {
  std::vector<bool> met(graph.vertices, false);
  met[first] = true;
  for (bool grown = true; grown;) {
    grown = false;
    for (const Edge& edge : graph.edges) {
      if (!met[edge.from] || met[edge.to]) continue;
      met[edge.to] = grown = true;
    }
  }
  return met;
}

}  // namespace pram::programs
