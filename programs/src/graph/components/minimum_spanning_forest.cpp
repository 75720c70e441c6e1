#include <pram/programs/graph.hpp>

#include <algorithm>
#include <numeric>
#include <ranges>

#include <pram/programs/input/structure/graphs.hpp>
#include <pram/programs/row.hpp>
#include "graph/arcs.hpp"
#include "logarithm.hpp"
#include "oracle/graph/kruskal.hpp"
#include "programs.hpp"

namespace pram::programs {

namespace {

constexpr std::uint64_t no_arc = ~std::uint64_t{0};

std::uint64_t total_weight(const WeightedGraph& input, const SpanningForest& found) {
  std::uint64_t sum = 0;
  for (const std::uint64_t edge : found.edges) sum += input.weight[edge];
  return sum;
}

}  // namespace

SpanningForest minimum_spanning_forest(Machine& machine, const WeightedGraph& input) {
  const std::uint32_t n = input.graph.vertices;
  if (n == 0) return {};
  check_weights(input);
  const auto arcs = machine.array<Edge>(2 * input.graph.edges.size(), {}, "arcs");
  const auto weight = machine.array(input.weight, "weight");
  const auto root = machine.array<std::uint32_t>(n, 0, "root");
  const auto lightest = machine.array<std::uint64_t>(n, no_arc, "lightest");  // its weight, and the arc: no ties
  const auto chosen = machine.array<bool>(input.graph.edges.size(), false, "chosen");
  const auto hooked = machine.array<bool>(1, true, "hooked");
  arcs.assign(arcs_of(input.graph));
  root.assign(std::views::iota(0U, n));
  SpanningForest found;
  for (; hooked.get(0); ++found.rounds) {
    hooked.set(0, false);
    machine.pardo(arcs.size(), [&](Processor self) -> Task<> {
      const Edge arc = co_await arcs[self.id()];
      const std::uint32_t mine = co_await root[arc.from];
      const std::uint32_t other = co_await root[arc.to];
      if (mine == other) co_return;
      const std::uint64_t heavy = co_await weight[self.id() / 2];
      co_await lightest[mine].min(heavy << 32 | self.id());
    });
    machine.pardo(n, [&](Processor self) -> Task<> {
      if (co_await root[self.id()] != self.id()) co_return;
      const std::uint64_t best = co_await lightest[self.id()];
      if (best == no_arc) co_return;
      const std::uint64_t along = best & 0xFFFFFFFF;
      const Edge arc = co_await arcs[along];
      const std::uint32_t other = co_await root[arc.to];
      co_await (root[self.id()] = other);
      co_await (lightest[self.id()] = no_arc);
      co_await (chosen[along / 2] = true);
      co_await (hooked[0] = true);
    });
    // Of two roots that have hooked to each other the smaller one stays. Then all nodes jump to their roots.
    machine.pardo(n, [&](Processor self) -> Task<> {
      std::uint32_t mine = co_await root[self.id()];
      const std::uint32_t above = co_await root[mine];
      if (above == self.id() && mine > above) co_await (root[self.id()] = static_cast<std::uint32_t>(self.id()));
    });
    machine.pardo(n, [&](Processor self) -> Task<> {
      std::uint32_t mine = co_await root[self.id()];
      for (;;) {
        const std::uint32_t above = co_await root[mine];
        if (above == mine) co_return;
        mine = above;
        co_await (root[self.id()] = mine);
      }
    });
  }
  for (std::uint64_t edge = 0; const bool one : chosen.host()) {
    if (one) found.edges.push_back(edge);
    ++edge;
  }
  return found;
}

Program minimum_spanning_forest_program() {
  return program<WeightedGraphs>(
      minimum_spanning_forest,
      {.name = "minimum-spanning-forest",
       .alias = "boruvka",
       .what =
           "the lightest spanning tree of each component of a graph with weights: each tree takes its lightest edge",
       .columns = "one end of an edge of the forest, the other end, its weight",
       .source = "Borůvka 1926; Sollin 1965; JáJá 5.2",
       .model = Rule::minimum,
       .needs_more_than = Rule::crew,
       .time = "O(log^2 n)",
       .steps_at_most = [](std::uint64_t n) { return n == 0 ? 0 : (1 + ceil_log2(n)) * (18 + 2 * ceil_log2(n)); },
       .work = "O(m log n + n log^2 n)",
       .work_at_most =
           [](const WeightedGraph& input, const SpanningForest& found) {
             const std::uint64_t n = input.graph.vertices;
             return n == 0 ? 0 : found.rounds * (10 * input.graph.edges.size() + n * (13 + 2 * ceil_log2(n)));
           },
       .degree_at_most =
           [](const WeightedGraph& input) {
             // Of an edge one arc at most leaves a tree; at the beginning both arcs of a loop look at one vertex.
             return std::max<std::uint64_t>(
                 {input.graph.vertices, input.graph.edges.size(), largest_degree(input.graph)});
           },
       .size = graph_sizes(1 << 13, 3 * cell_bytes + processor_bytes),
       .pointers = "root",
       .begins_at_source = false,
       .oracle = [](const WeightedGraph& input,
                    const SpanningForest& found) { return found.edges == oracle::kruskal(input); },
       .against = "Kruskal's algorithm on one thread",
       .facts = [](const WeightedGraph& input, const SpanningForest& found) -> Facts {
         return {{"edges", static_cast<std::int64_t>(found.edges.size())},
                 {"weight", static_cast<std::int64_t>(total_weight(input, found))},
                 {"rounds", std::int64_t{found.rounds}}};
       },
       .write =
           [](std::ostream& out, const WeightedGraph& input, const SpanningForest& found) {
             const Graph& graph = input.graph;
             for (const std::uint64_t edge : found.edges)
               out << graph.id(graph.edges[edge].from) << ' ' << graph.id(graph.edges[edge].to) << ' '
                   << input.weight[edge] << '\n';
           }});
}

}  // namespace pram::programs
