#include <pram/programs/graph.hpp>

#include <set>

#include <pram/programs/input/structure/graphs.hpp>
#include <pram/programs/row.hpp>
#include "graph/components/star_hooking.hpp"
#include "oracle/graph/union_find.hpp"
#include "programs.hpp"

namespace pram::programs {

namespace {

/// Whether the edges join all components, as few of them as can: then there is no cycle.
bool is_spanning_forest(const Graph& graph, const SpanningForest& found) {
  Graph forest{.vertices = graph.vertices};
  for (const std::uint64_t edge : found.edges) {
    if (edge >= graph.edges.size()) return false;
    forest.edges.push_back(graph.edges[edge]);
  }
  const std::vector<std::uint32_t> components = oracle::components(graph);
  const std::set<std::uint32_t> roots(components.begin(), components.end());
  return oracle::components(forest) == components && found.edges.size() + roots.size() == graph.vertices;
}

}  // namespace

SpanningForest spanning_forest(Machine& machine, const Graph& graph) {
  if (graph.vertices == 0) return {};
  StarHooking algorithm(machine, graph);
  SpanningForest found{{}, algorithm.run()};
  for (std::uint64_t edge = 0; const bool chosen : algorithm.chosen()) {
    if (chosen) found.edges.push_back(edge);
    ++edge;
  }
  return found;
}

Program spanning_forest_program() {
  return program<Graphs>(
      spanning_forest,
      {.name = "spanning-forest",
       .what = "a spanning tree of each component of an undirected graph: the edges along which stars hook",
       .columns = "one end of an edge of the forest, the other end",
       .source = "Awerbuch, Shiloach 1987; JáJá 5.1",
       .model = Rule::arbitrary,
       .needs_more_than = Rule::common,
       .time = "O(log n)",
       .steps_at_most = StarHooking::most_steps,
       .work = "O((n + m) log n)",
       .work_at_most = [](const Graph& graph,
                          const SpanningForest& found) { return found.rounds * StarHooking::round_work(graph); },
       .degree_at_most = StarHooking::most_degree,
       .size = graph_sizes(1 << 13, 3 * cell_bytes + processor_bytes),
       .pointers = "parent",
       .oracle = is_spanning_forest,
       .against = "union-find on one thread",
       .facts = [](const Graph&, const SpanningForest& found) -> Facts {
         return {{"edges", static_cast<std::int64_t>(found.edges.size())}, {"rounds", std::int64_t{found.rounds}}};
       },
       .write =
           [](std::ostream& out, const Graph& graph, const SpanningForest& found) {
             for (const std::uint64_t edge : found.edges)
               out << graph.id(graph.edges[edge].from) << ' ' << graph.id(graph.edges[edge].to) << '\n';
           }});
}

}  // namespace pram::programs
