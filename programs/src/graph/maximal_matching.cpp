#include <pram/programs/graph.hpp>

#include <algorithm>

#include <pram/programs/input/structure/graphs.hpp>
#include <pram/programs/row.hpp>
#include "logarithm.hpp"
#include "programs.hpp"

namespace pram::programs {

namespace {

/// Whether no two of the edges meet, and every other edge meets one of them.
bool is_maximal_matching(const Graph& graph, const MaximalMatching& found) {
  std::vector<bool> matched(graph.vertices, false);
  for (const std::uint64_t edge : found.edges) {
    if (edge >= graph.edges.size()) return false;
    const auto [from, to] = graph.edges[edge];
    if (from == to || matched[from] || matched[to]) return false;
    matched[from] = matched[to] = true;
  }
  return std::ranges::all_of(
      graph.edges, [&](const Edge& edge) { return edge.from == edge.to || matched[edge.from] || matched[edge.to]; });
}

}  // namespace

MaximalMatching maximal_matching(Machine& machine, const Graph& graph) {
  constexpr std::uint64_t nobody = ~std::uint64_t{0};
  const auto edges = machine.array(graph.edges, "edges");
  const auto matched = machine.array<bool>(graph.vertices, false, "matched");
  const auto smallest = machine.array<std::uint64_t>(graph.vertices, nobody, "smallest");
  const auto chosen = machine.array<bool>(edges.size(), false, "chosen");
  const auto left = machine.array<bool>(1, !graph.edges.empty(), "left");
  MaximalMatching found;
  for (; left.get(0); ++found.rounds) {
    left.set(0, false);
    machine.pardo(edges.size(), [&](Processor self) -> Task<> {
      const Edge edge = co_await edges[self.id()];
      if (edge.from == edge.to) co_return;
      if (co_await matched[edge.from]) co_return;
      if (co_await matched[edge.to]) co_return;
      // The number of the edge makes its random number differ from all others.
      const std::uint64_t draw = self.random() >> 32 << 32 | self.id();
      co_await (left[0] = true);
      co_await smallest[edge.from].min(draw);
      co_await smallest[edge.to].min(draw);
      const std::uint64_t here = co_await smallest[edge.from];
      const std::uint64_t there = co_await smallest[edge.to];
      if (here == draw && there == draw) {
        co_await (chosen[self.id()] = true);
        co_await (matched[edge.from] = true);
        co_await (matched[edge.to] = true);
      } else {
        co_await self.idle(3);
      }
      co_await (smallest[edge.from] = nobody);
      co_await (smallest[edge.to] = nobody);
    });
  }
  for (std::uint64_t edge = 0; const bool one : chosen.host()) {
    if (one) found.edges.push_back(edge);
    ++edge;
  }
  return found;
}

Program maximal_matching_program() {
  // A maximal matching is a maximal independent set of the line graph, at least half of whose edges vanish in a
  // round, on average.
  const auto most_rounds_of = [](std::uint64_t m) { return 8 + 4 * ceil_log2(m + 1); };
  return program<Graphs>(
      maximal_matching,
      {.name = "maximal-matching",
       .what = "edges of which no two meet, as long as there is room: the smallest random numbers win",
       .columns = "one end of an edge of the matching, the other end",
       .source = "Luby 1986; Israeli, Itai 1986",
       .model = Rule::minimum,
       .needs_more_than = Rule::crew,
       .time = "O(log n) with high probability",
       .steps_at_most = [most_rounds_of](const Graph& graph) { return 13 * most_rounds_of(graph.edges.size()); },
       .work = "O(m log n) with high probability",
       .work_at_most = [most_rounds_of](
                           const Graph& graph) { return 13 * most_rounds_of(graph.edges.size()) * graph.edges.size(); },
       .degree_at_most = [](const Graph& graph) { return std::max<std::uint64_t>(1, graph.edges.size()); },
       .size = graph_sizes(1 << 13, 2 * cell_bytes),
       .oracle = is_maximal_matching,
       .against = "every edge, and every edge that is left out",
       .facts = [](const Graph&, const MaximalMatching& found) -> Facts {
         return {{"edges", static_cast<std::int64_t>(found.edges.size())}, {"rounds", std::int64_t{found.rounds}}};
       },
       .write =
           [](std::ostream& out, const Graph& graph, const MaximalMatching& found) {
             for (const std::uint64_t edge : found.edges)
               out << graph.id(graph.edges[edge].from) << ' ' << graph.id(graph.edges[edge].to) << '\n';
           }});
}

}  // namespace pram::programs
