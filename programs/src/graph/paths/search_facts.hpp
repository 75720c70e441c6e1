#pragma once

#include <algorithm>
#include <cstdint>
#include <ostream>
#include <string>
#include <vector>

#include <pram/error.hpp>
#include <pram/programs/detail/results.hpp>
#include <pram/programs/graph.hpp>
#include <pram/programs/input/structure/graphs.hpp>
#include <pram/programs/program.hpp>
#include "graph/arcs.hpp"
#include "oracle/graph/queue_search.hpp"

/// What searches from one vertex have in common: which source they take, and how they are judged and reported.
namespace pram::programs {

/// Refuses a source that is no vertex of the graph; of a graph without vertices that is any.
/// @throws ConfigError for such a source
inline void check_source(const Graph& graph, std::uint32_t source) {
  if (source >= graph.vertices) {
    throw ConfigError("source", std::to_string(source),
                      "a vertex of the graph, which has " + std::to_string(graph.vertices));
  }
}

inline bool is_search_result(const GraphWithSource& input, const BreadthFirstSearch& found) {
  return input.graph.vertices == 0 || (found.level == oracle::levels(input.graph, input.source) &&
                                       oracle::is_search_tree(input.graph, input.source, found.level, found.parent));
}

inline Facts facts_of_search(const GraphWithSource& input, const BreadthFirstSearch& found) {
  const auto reached = std::ranges::count_if(found.level, [](std::uint32_t level) { return level != unreached; });
  Facts facts = {{"levels", std::int64_t{found.levels}}, {"reached", reached}};
  if (input.graph.vertices > 0) facts.insert(facts.begin(), {"source", std::to_string(input.graph.id(input.source))});
  return facts;
}

/// Writes the name of each vertex, and its level; -1 if it is not reached.
inline void write_levels(std::ostream& out, const GraphWithSource& input, const BreadthFirstSearch& found) {
  std::vector<std::int64_t> shown(found.level.begin(), found.level.end());
  std::ranges::replace(shown, std::int64_t{unreached}, std::int64_t{-1});
  write_named(out, names_of(input.graph), shown);
}

/// Writes the name of each vertex, and its distance; -1 if there is no path to it.
inline void write_distances(std::ostream& out, const WeightedGraph& input, const std::vector<std::uint64_t>& distance) {
  std::vector<std::int64_t> shown;
  for (const std::uint64_t one : distance) shown.push_back(one == no_distance ? -1 : static_cast<std::int64_t>(one));
  write_named(out, names_of(input.graph), shown);
}

}  // namespace pram::programs
