#include <pram/programs/graph.hpp>

#include <algorithm>
#include <string>

#include <pram/programs/detail/results.hpp>
#include <pram/programs/input/structure/graphs.hpp>
#include <pram/programs/row.hpp>
#include "graph/arcs.hpp"
#include "programs.hpp"
#include "random_rounds.hpp"

namespace pram::programs {

namespace {

constexpr std::uint32_t no_colour = 0xFFFFFFFF;
// Slots of palettes, one a vertex and two an edge, are distinguished by 32 bits.
constexpr std::uint64_t most_coloured_edges = std::uint64_t{1} << 30;
constexpr std::uint64_t no_slot = ~std::uint64_t{0};

/// The palettes of all vertices, one after the other. A vertex of d arcs has d + 1 colours, a slot for each.
struct Palettes {
  explicit Palettes(const Graph& graph) : first(graph.vertices + std::size_t{1}, 0) {
    for (const Edge& arc : arcs_of(graph)) ++first[arc.from + std::size_t{1}];
    for (std::size_t v = 1; v < first.size(); ++v) first[v] += first[v - 1] + 1;
    for (std::uint32_t v = 0; v < graph.vertices; ++v)
      owner.insert(owner.end(), first[v + std::size_t{1}] - first[v], v);
  }

  std::vector<std::uint32_t> first;  // per vertex: its first slot; then the number of slots
  std::vector<std::uint32_t> owner;  // per slot: its vertex
};

/// Whether neighbours have different colours, and no vertex has a colour above its number of arcs.
bool is_colouring(const Graph& graph, const VertexColouring& found) {
  const Palettes palettes(graph);
  for (std::uint32_t v = 0; v < graph.vertices; ++v) {
    if (found.colour[v] >= palettes.first[v + std::size_t{1}] - palettes.first[v]) return false;
  }
  return std::ranges::all_of(graph.edges, [&](const Edge& edge) {
    return edge.from == edge.to || found.colour[edge.from] != found.colour[edge.to];
  });
}

}  // namespace

VertexColouring vertex_colouring(Machine& machine, const Graph& graph) {
  const std::uint32_t n = graph.vertices;
  if (graph.edges.size() > most_coloured_edges)
    throw ConfigError("edges", std::to_string(graph.edges.size()), "at most " + std::to_string(most_coloured_edges));
  check_edges(graph);
  const Palettes palettes(graph);
  const auto arcs = machine.array<Edge>(2 * graph.edges.size(), {}, "arcs");
  const auto first = machine.array(palettes.first, "first");
  const auto owner = machine.array(palettes.owner, "owner");
  const auto taken = machine.array<bool>(owner.size(), false, "taken");
  const auto colour = machine.array<std::uint32_t>(n, no_colour, "colour");
  const auto tried = machine.array<std::uint32_t>(n, no_colour, "tried");
  const auto drawn = machine.array<std::uint64_t>(n, no_slot, "drawn");
  const auto clashes = machine.array<bool>(n, false, "clashes");
  const auto left = machine.array<bool>(1, n > 0, "left");
  arcs.assign(arcs_of(graph));
  VertexColouring found;
  for (; left.get(0); ++found.rounds) {
    left.set(0, false);
    // Each free colour of a vertex draws a random number. The smallest number wins.
    machine.pardo(owner.size(), [&](Processor self) -> Task<> {
      const std::uint32_t vertex = co_await owner[self.id()];
      if (co_await colour[vertex] != no_colour) co_return;
      if (co_await taken[self.id()]) co_return;
      co_await drawn[vertex].min(self.random() >> 32 << 32 | self.id());
    });
    machine.pardo(n, [&](Processor self) -> Task<> {
      if (co_await colour[self.id()] != no_colour) co_return;
      const std::uint64_t lot = co_await drawn[self.id()];
      const std::uint32_t begin = co_await first[self.id()];
      co_await (drawn[self.id()] = no_slot);
      co_await (tried[self.id()] = static_cast<std::uint32_t>(lot) - begin);
      co_await (clashes[self.id()] = false);
    });
    machine.pardo(arcs.size(), [&](Processor self) -> Task<> {
      const Edge arc = co_await arcs[self.id()];
      if (arc.from == arc.to) co_return;
      const std::uint32_t mine = co_await tried[arc.from];
      const std::uint32_t other = co_await tried[arc.to];
      if (mine == other && mine != no_colour) co_await (clashes[arc.from] = true);
    });
    // A vertex that gets its colour in this round keeps it in `tried`, too, until its neighbours have read it.
    machine.pardo(n, [&](Processor self) -> Task<> {
      const std::uint32_t mine = co_await tried[self.id()];
      if (mine == no_colour) co_return;
      if (co_await clashes[self.id()]) {
        co_await (tried[self.id()] = no_colour);
        co_await (left[0] = true);
      } else {
        co_await (colour[self.id()] = mine);
      }
    });
    machine.pardo(arcs.size(), [&](Processor self) -> Task<> {
      const Edge arc = co_await arcs[self.id()];
      const std::uint32_t gone = co_await tried[arc.from];
      if (gone == no_colour) co_return;
      const std::uint32_t begin = co_await first[arc.to];
      const std::uint32_t end = co_await first[arc.to + std::uint64_t{1}];
      if (gone < end - begin) co_await (taken[begin + gone] = true);
    });
    machine.pardo(n, [&](Processor self) -> Task<> { co_await (tried[self.id()] = no_colour); });
  }
  found.colour = colour.host();
  return found;
}

Program vertex_colouring_program() {
  return program<Graphs>(
      vertex_colouring,
      {.name = "vertex-colouring",
       .alias = "colouring",
       .what =
           "colours for vertices, other than their neighbours', at most one more than the largest degree; at random",
       .columns = "vertex, its colour from 0 on",
       .source = "Luby 1993; Johansson 1999",
       .model = Rule::minimum,
       .needs_more_than = Rule::crew,
       .time = "O(log n) with high probability",
       .steps_at_most = [](const Graph& graph) { return 24 * most_rounds_of_quarters(graph.vertices); },
       .work = "O((n + m) log n) with high probability",
       .work_at_most =
           [](const Graph& graph) {
             return most_rounds_of_quarters(graph.vertices) *
                    (15 * std::uint64_t{graph.vertices} + 26 * graph.edges.size());
           },
       .degree_at_most =
           [](const Graph& graph) { return std::max<std::uint64_t>(graph.vertices, largest_degree(graph) + 1); },
       .size = graph_sizes(1 << 13, 8 * cell_bytes + 2 * processor_bytes),
       .oracle = is_colouring,
       .against = "the ends of every edge, and the degree of every vertex",
       .facts = [](const Graph&, const VertexColouring& found) -> Facts {
         std::vector<std::uint32_t> colours = found.colour;
         std::ranges::sort(colours);
         const auto repeated = std::ranges::unique(colours);
         return {{"colours", repeated.begin() - colours.begin()}, {"rounds", std::int64_t{found.rounds}}};
       },
       .write = [](std::ostream& out, const Graph& graph,
                   const VertexColouring& found) { write_named(out, names_of(graph), found.colour); }});
}

}  // namespace pram::programs
