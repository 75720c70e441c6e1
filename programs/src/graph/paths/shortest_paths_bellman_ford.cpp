#include <pram/programs/graph.hpp>

#include <string>

#include <pram/programs/input/structure/graphs.hpp>
#include <pram/programs/row.hpp>
#include "graph/arcs.hpp"
#include "graph/paths/search_facts.hpp"
#include "oracle/graph/shortest_paths.hpp"
#include "programs.hpp"

namespace pram::programs {

ShortestPaths shortest_paths_bellman_ford(Machine& machine, const WeightedGraph& input) {
  const Graph& graph = input.graph;
  check_source(graph, input.source);
  check_weights(input);
  const auto arcs = machine.array<Edge>(2 * graph.edges.size(), {}, "arcs");
  const auto weight = machine.array(input.weight, "weight");
  const auto distance = machine.array<std::uint64_t>(graph.vertices, no_distance, "distance");
  const auto improved = machine.array<bool>(1, true, "improved");
  arcs.assign(arcs_of(graph));
  distance.set(input.source, 0);
  ShortestPaths found;
  // The loop ends by itself. The bound is for rules under which the algorithm goes wrong.
  for (; improved.get(0) && found.rounds <= graph.vertices; ++found.rounds) {
    improved.set(0, false);
    machine.pardo(arcs.size(), [&](Processor self) -> Task<> {
      const Edge arc = co_await arcs[self.id()];
      const std::uint64_t before = co_await distance[arc.from];
      if (before == no_distance) co_return;
      const std::uint64_t length = before + co_await weight[self.id() / 2];
      if (length >= co_await distance[arc.to]) co_return;
      co_await distance[arc.to].min(length);
      co_await (improved[0] = true);
    });
  }
  found.distance = distance.host();
  return found;
}

Program shortest_paths_bellman_ford_program() {
  return program<WeightedGraphs>(
      +[](Machine& machine, const WeightedGraph& input) {
        return input.graph.vertices == 0 ? ShortestPaths() : shortest_paths_bellman_ford(machine, input);
      },
      {.name = "shortest-paths-bellman-ford",
       .what = "shortest paths from one vertex of a graph with weights, all edges in every round",
       .columns = "vertex, its distance or -1 if it is not reached",
       .source = "Bellman 1958; Ford 1956",
       .model = Rule::minimum,
       .needs_more_than = Rule::crew,
       .time = "O(k), k the edges of the paths",
       .steps_at_most =
           [](const WeightedGraph& input) {
             return input.graph.vertices == 0 ? 0 : 6 * (oracle::shortest_paths(input).hops + 1);
           },
       .work = "O(k m)",
       .work_at_most = [](const WeightedGraph& input,
                          const ShortestPaths& found) { return 12 * input.graph.edges.size() * found.rounds; },
       .degree_at_most = [](const WeightedGraph& input) { return 2 * input.graph.edges.size(); },
       .size = graph_sizes(1 << 13, cell_bytes),
       .oracle =
           [](const WeightedGraph& input, const ShortestPaths& found) {
             return input.graph.vertices == 0 || found.distance == oracle::shortest_paths(input).distance;
           },
       .against = "Dijkstra's algorithm on one thread",
       .facts =
           [](const WeightedGraph& input, const ShortestPaths& found) {
             Facts facts = {{"rounds", std::int64_t{found.rounds}}};
             if (input.graph.vertices > 0)
               facts.insert(facts.begin(), {"source", std::to_string(input.graph.id(input.source))});
             return facts;
           },
       .write = [](std::ostream& out, const WeightedGraph& input,
                   const ShortestPaths& found) { write_distances(out, input, found.distance); }});
}

}  // namespace pram::programs
