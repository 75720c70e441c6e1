#include <pram/programs/graph.hpp>

#include <algorithm>

#include <pram/programs/input/structure/graphs.hpp>
#include <pram/programs/row.hpp>
#include "graph/components/component_facts.hpp"
#include "graph/components/shiloach_vishkin.hpp"
#include "programs.hpp"

namespace pram::programs {

namespace {

/// The parts of a round.
struct ShiloachVishkin : ShiloachVishkinMemory {
  using ShiloachVishkinMemory::ShiloachVishkinMemory;

  /// Each vertex then points to its grandparent, which is thereby touched.
  void shortcut(std::uint32_t round) {
    machine.pardo(parent.size(), [&](Processor self) -> Task<> {
      const std::uint32_t above = co_await parent[self.id()];
      const std::uint32_t top = co_await parent[above];
      if (top == above) co_return;
      co_await (parent[self.id()] = top);
      co_await (touched[top] = round);
      co_await (moved[self.id()] = round);
    });
  }

  /// An unmoved vertex points to a root, and hooks this root to the parent of a neighbour, if that parent is smaller.
  void hook(std::uint32_t round) {
    machine.pardo(arcs.size(), [&](Processor self) -> Task<> {
      const Edge arc = co_await arcs[self.id()];
      if (co_await moved[arc.from] == round) co_return;
      const std::uint32_t root = co_await parent[arc.from];
      const std::uint32_t other = co_await parent[arc.to];
      if (other >= root) co_return;
      co_await (parent[root] = other);
      // The target of a lost write stays stagnant. Else a star whose centre is the last vertex could take n rounds.
      if (co_await parent[root] == other) co_await (touched[other] = round);
    });
  }

  /// A root that nothing touched in this round heads a star without smaller neighbours, and hooks to any other tree.
  void hook_stagnant(std::uint32_t round) {
    machine.pardo(arcs.size(), [&](Processor self) -> Task<> {
      const Edge arc = co_await arcs[self.id()];
      const std::uint32_t root = co_await parent[arc.from];
      if (co_await parent[root] != root) co_return;
      if (co_await touched[root] == round) co_return;
      const std::uint32_t other = co_await parent[arc.to];
      if (other != root) co_await (parent[root] = other);
    });
  }

  void shortcut_again() {
    machine.pardo(parent.size(), [&](Processor self) -> Task<> {
      const std::uint32_t above = co_await parent[self.id()];
      const std::uint32_t top = co_await parent[above];
      if (top != above) co_await (parent[self.id()] = top);
    });
  }

  /// Notes whether anything was touched in this round.
  void note_change(std::uint32_t round) {
    machine.pardo(touched.size(), [&](Processor self) -> Task<> {
      if (co_await touched[self.id()] == round) co_await (changed[0] = true);
    });
  }
};

}  // namespace

ConnectedComponents connected_components(Machine& machine, const Graph& graph) {
  return shiloach_vishkin<ShiloachVishkin>(machine, graph);
}

Program connected_components_program() {
  return program<Graphs>(
      connected_components,
      {.name = "connected-components",
       .alias = "cc",
       .what = "components of an undirected graph, Shiloach-Vishkin",
       .columns = "vertex, vertex that stands for its component",
       .source = "Shiloach, Vishkin 1982; JáJá 5.1",
       .model = Rule::arbitrary,
       .needs_more_than = Rule::common,
       .time = "O(log n)",
       .steps_at_most =
           [](std::uint64_t n) {
             return n == 0 ? 0 : 23 * most_shiloach_vishkin_rounds(static_cast<std::uint32_t>(n));
           },
       .work = "O((n + m) log n)",
       .work_at_most =
           [](const Graph& graph, const ConnectedComponents& found) {
             return 23 * found.rounds * std::max<std::uint64_t>(graph.vertices, 2 * graph.edges.size());
           },
       .degree_at_most =
           [](const Graph& graph) { return std::max<std::uint64_t>(graph.vertices, 2 * graph.edges.size()); },
       .size = graph_sizes(1 << 15, 3 * cell_bytes + processor_bytes),
       .pointers = "parent",
       .oracle = are_components,
       .against = "union-find on one thread",
       .facts = facts_of_components,
       .write = write_components});
}

}  // namespace pram::programs
