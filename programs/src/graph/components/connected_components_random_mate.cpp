#include <pram/programs/graph.hpp>

#include <algorithm>
#include <ranges>

#include <pram/programs/input/structure/graphs.hpp>
#include <pram/programs/row.hpp>
#include "graph/arcs.hpp"
#include "graph/components/component_facts.hpp"
#include "programs.hpp"
#include "random_rounds.hpp"

namespace pram::programs {

ConnectedComponents connected_components_random_mate(Machine& machine, const Graph& graph) {
  const std::uint32_t n = graph.vertices;
  const auto arcs = machine.array<Edge>(2 * graph.edges.size(), {}, "arcs");
  const auto parent = machine.array<std::uint32_t>(n, 0, "parent");
  const auto stays = machine.array<bool>(n, false, "stays");  // of a root: what its coin says
  const auto left = machine.array<bool>(1, n > 0, "left");
  arcs.assign(arcs_of(graph));
  parent.assign(std::views::iota(0U, n));
  ConnectedComponents found;
  for (; left.get(0); ++found.rounds) {
    left.set(0, false);
    machine.pardo(n, [&](Processor self) -> Task<> { co_await (stays[self.id()] = self.random(2) == 1); });
    // All trees are stars here. Roots that do not stay hook to neighbouring roots that stay.
    machine.pardo(arcs.size(), [&](Processor self) -> Task<> {
      const Edge arc = co_await arcs[self.id()];
      const std::uint32_t mine = co_await parent[arc.from];
      const std::uint32_t other = co_await parent[arc.to];
      if (mine == other) co_return;
      co_await (left[0] = true);
      if (co_await stays[mine]) co_return;
      if (co_await stays[other]) co_await (parent[mine] = other);
    });
    machine.pardo(n, [&](Processor self) -> Task<> {
      const std::uint32_t above = co_await parent[self.id()];
      const std::uint32_t top = co_await parent[above];
      if (top != above) co_await (parent[self.id()] = top);
    });
  }
  found.root = parent.host();
  return found;
}

Program connected_components_random_mate_program() {
  return program<Graphs>(
      connected_components_random_mate,
      {.name = "connected-components-random-mate",
       .what = "components of an undirected graph, whose trees hook by the fall of coins",
       .columns = "vertex, vertex that stands for its component",
       .source = "Reif 1985; Gazit 1991",
       .model = Rule::arbitrary,
       .needs_more_than = Rule::common,
       .time = "O(log n) with high probability",
       .steps_at_most = [](const Graph& graph) { return 11 * most_rounds_of_quarters(graph.vertices); },
       .work = "O((n + m) log n) with high probability",
       .work_at_most =
           [](const Graph& graph) {
             return most_rounds_of_quarters(graph.vertices) *
                    (4 * std::uint64_t{graph.vertices} + 14 * graph.edges.size());
           },
       .degree_at_most =
           [](const Graph& graph) { return std::max<std::uint64_t>(graph.vertices, 2 * graph.edges.size()); },
       .size = graph_sizes(1 << 13, 3 * cell_bytes + processor_bytes),
       .pointers = "parent",
       .oracle = are_components,
       .against = "union-find on one thread",
       .facts = facts_of_components,
       .write = write_components});
}

}  // namespace pram::programs
