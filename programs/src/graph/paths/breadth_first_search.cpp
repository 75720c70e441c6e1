#include <pram/programs/graph.hpp>

#include <algorithm>
#include <string>

#include "graph/arcs.hpp"
#include "input/structure/graphs.hpp"
#include "oracle/graph/queue_search.hpp"
#include "program.hpp"
#include "programs.hpp"

namespace pram::programs {

BreadthFirstSearch breadth_first_search(Machine& machine, const Graph& graph, std::uint32_t source) {
  if (source >= graph.vertices) {
    throw ConfigError("source", std::to_string(source),
                      "a vertex of the graph, which has " + std::to_string(graph.vertices));
  }
  const auto arcs = machine.array<Edge>(2 * graph.edges.size(), {}, "arcs");
  const auto level = machine.array<std::uint32_t>(graph.vertices, unreached, "level");
  const auto parent = machine.array<std::uint32_t>(graph.vertices, unreached, "parent");
  const auto grown = machine.array<bool>(1, true, "grown");
  arcs.assign(arcs_of(graph));  // only once there is room for all of them
  level.set(source, 0);

  std::uint32_t depth = 0;
  // A search ends by itself. The bound is for rules under which it goes wrong.
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
  return program(
      +[](Machine& machine, const GraphWithSource& input) {
        return input.graph.vertices == 0 ? Found() : breadth_first_search(machine, input.graph, input.source);
      },
      {.name = "breadth-first-search",
       .alias = "bfs",
       .what = "levels of an undirected graph from its first vertex with an edge, or --source",
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
       .degree_at_most = [](const GraphWithSource& input) { return 2 * input.graph.edges.size(); },
       .size = graph_sizes(1 << 15, 2 * cell_bytes),
       .oracle =
           [](const GraphWithSource& input, const Found& found) {
             return input.graph.vertices == 0 ||
                    (found.level == oracle::levels(input.graph, input.source) &&
                     oracle::is_search_tree(input.graph, input.source, found.level, found.parent));
           },
       .against = "a search with a queue on one thread",
       .facts =
           [](const GraphWithSource& input, const Found& found) {
             const auto reached =
                 std::ranges::count_if(found.level, [](std::uint32_t level) { return level != unreached; });
             Facts facts = {{"levels", std::int64_t{found.levels}}, {"reached", reached}};
             if (input.graph.vertices > 0)
               facts.insert(facts.begin(), {"source", std::to_string(input.graph.id(input.source))});
             return facts;
           },
       .write =
           [](std::ostream& out, const GraphWithSource& input, const Found& found) {
             std::vector<std::int64_t> shown(found.level.begin(), found.level.end());
             std::ranges::replace(shown, std::int64_t{unreached}, std::int64_t{-1});
             write_named(out, names_of(input.graph), shown);
           }});
}

}  // namespace pram::programs
