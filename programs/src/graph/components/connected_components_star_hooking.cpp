#include <pram/programs/graph.hpp>

#include <pram/programs/input/structure/graphs.hpp>
#include <pram/programs/row.hpp>
#include "graph/components/component_facts.hpp"
#include "graph/components/star_hooking.hpp"
#include "programs.hpp"

namespace pram::programs {

ConnectedComponents connected_components_star_hooking(Machine& machine, const Graph& graph) {
  if (graph.vertices == 0) return {};
  StarHooking algorithm(machine, graph);
  const std::uint32_t rounds = algorithm.run();
  return {algorithm.roots(), rounds};
}

Program connected_components_star_hooking_program() {
  return program<Graphs>(
      connected_components_star_hooking,
      {.name = "connected-components-star-hooking",
       .what = "components of an undirected graph, Awerbuch-Shiloach",
       .columns = "vertex, vertex that stands for its component",
       .source = "Awerbuch, Shiloach 1987",
       .model = Rule::arbitrary,
       .needs_more_than = Rule::common,
       .time = "O(log n)",
       .steps_at_most = StarHooking::most_steps,
       .work = "O((n + m) log n)",
       .work_at_most = [](const Graph& graph,
                          const ConnectedComponents& found) { return found.rounds * StarHooking::round_work(graph); },
       .degree_at_most = StarHooking::most_degree,
       .size = graph_sizes(1 << 13, 3 * cell_bytes + processor_bytes),
       .pointers = "parent",
       .oracle = are_components,
       .against = "union-find on one thread",
       .facts = facts_of_components,
       .write = write_components});
}

}  // namespace pram::programs
