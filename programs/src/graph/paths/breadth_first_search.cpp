#include <pram/programs/graph.hpp>

#include <algorithm>

#include <pram/programs/input/structure/graphs.hpp>
#include <pram/programs/row.hpp>
#include "graph/arcs.hpp"
#include "graph/paths/search_facts.hpp"
#include "programs.hpp"

namespace pram::programs {

BreadthFirstSearch breadth_first_search(Machine& machine, const Graph& graph, std::uint32_t source) {
  check_source(graph, source);
  const auto arcs = machine.array<Edge>(2 * graph.edges.size(), {}, "arcs");
  const auto level = machine.array<std::uint32_t>(graph.vertices, unreached, "level");
  const auto parent = machine.array<std::uint32_t>(graph.vertices, unreached, "parent");
  const auto grown = machine.array<bool>(1, true, "grown");
  arcs.assign(arcs_of(graph));  // only once there is room for all of them
  level.set(source, 0);

  std::uint32_t depth = 0;
  // The search ends by itself. The bound is for rules under which the search goes wrong.
  for (; grown.get(0) && depth < graph.vertices; ++depth) {
    grown.set(0, false);
    machine.pardo(arcs.size(), [&](Processor self) -> Task<> {
      const Edge arc = co_await arcs[self.id()];
      if (co_await level[arc.from] != depth) co_return;
      if (co_await level[arc.to] != unreached) co_return;
      co_await (parent[arc.to] = arc.from);
      co_await (level[arc.to] = depth + 1);
      co_await (grown[0] = true);
    });
  }
  return {level.host(), parent.host(), depth};
}

Program breadth_first_search_program() {
  using Found = BreadthFirstSearch;
  return program<GraphsWithSource>(
      +[](Machine& machine, const GraphWithSource& input) {
        return input.graph.vertices == 0 ? Found() : breadth_first_search(machine, input.graph, input.source);
      },
      {.name = "breadth-first-search",
       .what = "levels of an undirected graph from its first vertex with an edge, or --source: all edges on each level",
       .columns = "vertex, its level or -1 if it is not reached",
       .source = "Moore 1959; Quinn, Deo 1984",
       .model = Rule::arbitrary,
       .needs_more_than = Rule::common,
       .time = "O(levels)",
       // With one level only, all edges are loops, if there are any.
       .steps_at_most = [](const auto&,
                           const Found& found) { return found.levels == 0 ? 0 : 6 * (found.levels - 1) + 3; },
       .work = "O(levels m)",
       .work_at_most = [](const GraphWithSource& input,
                          const Found& found) { return 2 * input.graph.edges.size() * 6 * found.levels; },
       // Of the two arcs of an edge one at most leads to a new vertex, but both look at the levels of their ends.
       .degree_at_most =
           [](const GraphWithSource& input) {
             return std::max<std::uint64_t>(largest_degree(input.graph), input.graph.edges.size());
           },
       .size = graph_sizes(1 << 15, 2 * cell_bytes),
       .pointers = "parent",
       .oracle = is_search_result,
       .against = "a search with a queue on one thread",
       .facts = facts_of_search,
       .write = write_levels});
}

}  // namespace pram::programs
