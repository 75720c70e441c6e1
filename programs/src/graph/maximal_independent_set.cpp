#include <pram/programs/graph.hpp>

#include <algorithm>

#include <pram/programs/input/structure/graphs.hpp>
#include <pram/programs/row.hpp>
#include "graph/arcs.hpp"
#include "programs.hpp"
#include "random_rounds.hpp"

namespace pram::programs {

namespace {

/// Whether no edge joins two members, and every other vertex has a member among its neighbours.
bool is_maximal(const Graph& graph, const MaximalIndependentSet& found) {
  std::vector<bool> covered(found.member);
  for (const Edge& edge : graph.edges) {
    if (edge.from == edge.to) continue;
    if (found.member[edge.from] && found.member[edge.to]) return false;
    if (found.member[edge.from]) covered[edge.to] = true;
    if (found.member[edge.to]) covered[edge.from] = true;
  }
  return std::ranges::all_of(covered, [](bool one) { return one; });
}

}  // namespace

MaximalIndependentSet maximal_independent_set(Machine& machine, const Graph& graph) {
  const std::uint32_t n = graph.vertices;
  const auto arcs = machine.array<Edge>(2 * graph.edges.size(), {}, "arcs");
  const auto open = machine.array<bool>(n, true, "open");  // neither a member nor a member's neighbour
  const auto draw = machine.array<std::uint64_t>(n, 0, "draw");
  const auto largest = machine.array<bool>(n, false, "largest");
  const auto member = machine.array<bool>(n, false, "member");
  const auto left = machine.array<bool>(1, n > 0, "left");
  arcs.assign(arcs_of(graph));
  MaximalIndependentSet found;
  for (; left.get(0); ++found.rounds) {
    left.set(0, false);
    machine.pardo(n, [&](Processor self) -> Task<> {
      const bool mine = co_await open[self.id()];
      if (!mine) co_return;
      co_await (draw[self.id()] = self.random());
      co_await (largest[self.id()] = true);
    });
    machine.pardo(arcs.size(), [&](Processor self) -> Task<> {
      const Edge arc = co_await arcs[self.id()];
      const bool from = co_await open[arc.from];
      const bool to = co_await open[arc.to];
      if (!from || !to || arc.from == arc.to) co_return;
      const std::uint64_t mine = co_await draw[arc.from];
      const std::uint64_t other = co_await draw[arc.to];
      if (mine < other || (mine == other && arc.from < arc.to)) co_await (largest[arc.from] = false);
    });
    machine.pardo(n, [&](Processor self) -> Task<> {
      const bool mine = co_await open[self.id()];
      const bool wins = co_await largest[self.id()];
      if (!mine || !wins) co_return;
      co_await (member[self.id()] = true);
      co_await (open[self.id()] = false);
    });
    machine.pardo(arcs.size(), [&](Processor self) -> Task<> {
      const Edge arc = co_await arcs[self.id()];
      const bool beside = co_await member[arc.from];
      if (beside) co_await (open[arc.to] = false);
    });
    machine.pardo(n, [&](Processor self) -> Task<> {
      const bool mine = co_await open[self.id()];
      if (mine) co_await (left[0] = true);
    });
  }
  found.member = member.host();
  return found;
}

Program maximal_independent_set_program() {
  return program<Graphs>(
      maximal_independent_set,
      {.name = "maximal-independent-set",
       .alias = "mis",
       .what = "vertices without neighbours among them, as long as there is room: the largest random numbers win",
       .columns = "vertex of the set",
       .source = "Luby 1986",
       .model = Rule::common,
       .needs_more_than = Rule::crew,
       .time = "O(log n) with high probability",
       .steps_at_most = [](const Graph& graph) { return 18 * most_rounds_of_halves(2 * graph.edges.size() + 1); },
       .work = "O((n + m) log n) with high probability",
       .work_at_most =
           [](const Graph& graph) {
             return most_rounds_of_halves(2 * graph.edges.size() + 1) *
                    (9 * std::uint64_t{graph.vertices} + 9 * 2 * graph.edges.size());
           },
       .degree_at_most =
           [](const Graph& graph) { return std::max<std::uint64_t>(graph.vertices, largest_degree(graph)); },
       .size = graph_sizes(1 << 15, 4 * cell_bytes + processor_bytes),
       .oracle = is_maximal,
       .against = "every edge, and every vertex that is left out",
       .facts = [](const Graph&, const MaximalIndependentSet& found) -> Facts {
         return {{"members", std::ranges::count(found.member, true)}, {"rounds", std::int64_t{found.rounds}}};
       },
       .write =
           [](std::ostream& out, const Graph& graph, const MaximalIndependentSet& found) {
             for (std::uint32_t vertex = 0; vertex < graph.vertices; ++vertex) {
               if (found.member[vertex]) out << graph.id(vertex) << '\n';
             }
           }});
}

}  // namespace pram::programs
