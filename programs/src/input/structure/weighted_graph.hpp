#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <tuple>

#include <pram/programs/graph.hpp>
#include "input/kind.hpp"
#include "input/structure/graphs.hpp"

namespace pram::programs {

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
  static const UntypedKind& untyped();
};

template <>
struct KindOf<const WeightedGraph&> : WeightedGraphs {
  static std::tuple<const WeightedGraph&> arguments(const Value& value) { return {value}; }
};

}  // namespace pram::programs
