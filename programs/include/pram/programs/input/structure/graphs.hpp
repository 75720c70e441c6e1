#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <pram/programs/graph.hpp>
#include <pram/programs/input/graph.hpp>
#include <pram/programs/input/kind.hpp>

namespace pram::programs {

/// The sizes of a graph program that has a processor for each direction of each edge.
/// @param bytes_a_vertex  the least bytes of shared arrays and processors
constexpr Sizes graph_sizes(std::uint64_t usual_edges, std::uint64_t bytes_a_vertex) {
  // An edge takes the edge itself, both its directions in an array, and a processor for each direction.
  constexpr std::uint64_t bytes_an_edge = sizeof(Edge) + 2 * cell_bytes + 2 * processor_bytes;
  return {.usual = usual_edges, .bytes_each = bytes_an_edge, .bytes_a_vertex = bytes_a_vertex, .most = most_edges};
}

/// Undirected graphs, read or generated with about n edges.
struct Graphs {
  using Value = Graph;
  static constexpr const char* file = "graph";
  static Shapes<Value> shapes();
  static Value read(const InputRequest& request, const Sizes& sizes) {
    return read(request, sizes, EdgeWeights::left_out);
  }
  static Value read(const InputRequest& request, const Sizes& sizes, EdgeWeights weights);
  static InputSizes sizes(const Value& graph) { return {{"vertices", graph.vertices}, {"edges", graph.edges.size()}}; }
  static std::string read_as(const Value& graph) { return graph.read_as; }
};

/// A graph and the vertex where a search begins, which has no meaning if the graph has no vertices.
struct GraphWithSource {
  Graph graph;
  std::uint32_t source = 0;
};

/// Undirected graphs with a vertex to begin at: the one asked for, else the first that has an edge.
struct GraphsWithSource {
  using Value = GraphWithSource;
  static constexpr const char* file = "graph";
  static Shapes<Value> shapes();
  static Value read(const InputRequest& request, const Sizes& sizes) { return {Graphs::read(request, sizes)}; }
  static InputSizes sizes(const Value& value) { return Graphs::sizes(value.graph); }
  static std::string read_as(const Value& value) { return value.graph.read_as; }
  /// @throws ConfigError if it is not in the graph
  static void begin_at(Value& value, const std::optional<std::uint64_t>& source);
};

/// Undirected graphs with the weights of their file, else with weights from 1 to 255 drawn from the seed; and a vertex
/// to begin at: the one asked for, else the first that has an edge.
struct WeightedGraphs {
  using Value = WeightedGraph;
  static constexpr const char* file = "graph";
  static Shapes<Value> shapes();
  static Value read(const InputRequest& request, const Sizes& sizes);
  static InputSizes sizes(const Value& value) { return Graphs::sizes(value.graph); }
  static std::string read_as(const Value& value) { return value.graph.read_as; }
  /// @throws ConfigError if it is not in the graph
  static void begin_at(Value& value, const std::optional<std::uint64_t>& source);
};

extern template const UntypedKind& untyped_kind<Graphs>();
extern template const UntypedKind& untyped_kind<GraphsWithSource>();
extern template const UntypedKind& untyped_kind<WeightedGraphs>();

}  // namespace pram::programs
