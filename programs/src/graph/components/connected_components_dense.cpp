#include <pram/programs/graph.hpp>

#include <algorithm>
#include <string>

#include <pram/detail/no_node.hpp>
#include "graph/arcs.hpp"
#include "graph/components/component_facts.hpp"
#include "input/structure/graphs.hpp"
#include "logarithm.hpp"
#include "program.hpp"
#include "programs.hpp"

namespace pram::programs {

namespace {

/// The shared memory of the algorithm, and the parts of a round.
struct Hirschberg {
  Hirschberg(Machine& emulated, const Graph& graph)
      : machine(emulated),
        n(graph.vertices),
        adjacent(machine.array<bool>(n * n, false, "adjacent")),
        candidate(machine.array<std::uint32_t>(n * n, no_node, "candidate")),
        label(machine.array<std::uint32_t>(n, 0, "label")),
        least(machine.array<std::uint32_t>(n, 0, "least")),
        target(machine.array<std::uint32_t>(n, 0, "target")),
        top(machine.array<std::uint32_t>(n, 0, "top")) {
    for (const Edge& edge : graph.edges) {
      adjacent.set(edge.from * n + edge.to, true);
      adjacent.set(edge.to * n + edge.from, true);
    }
    for (std::uint64_t vertex = 0; vertex < n; ++vertex) label.set(vertex, static_cast<std::uint32_t>(vertex));
  }

  /// Gives to each vertex the smallest candidate of its row, on a balanced tree; its label if there is none.
  void smallest_of_rows(const Array<std::uint32_t>& smallest) {
    for (std::uint64_t left = n; left > 1; left = (left + 1) / 2) {
      const std::uint64_t half = (left + 1) / 2;
      const std::uint64_t pairs = left / 2;
      machine.pardo(n * pairs, [&](Processor self) -> Task<> {
        const std::uint64_t cell = self.id() / pairs * n + self.id() % pairs;
        const std::uint32_t one = co_await candidate[cell];
        const std::uint32_t other = co_await candidate[cell + half];
        co_await (candidate[cell] = std::min(one, other));
      });
    }
    machine.pardo(n, [&](Processor self) -> Task<> {
      std::uint32_t found = co_await candidate[self.id() * n];
      if (found == no_node) found = co_await label[self.id()];
      co_await (smallest[self.id()] = found);
    });
  }

  void round() {
    // Each vertex takes the smallest label of other components among its neighbours.
    machine.pardo(n * n, [&](Processor self) -> Task<> {
      const bool is_edge = co_await adjacent[self.id()];
      const std::uint32_t mine = co_await label[self.id() / n];
      const std::uint32_t other = co_await label[self.id() % n];
      co_await (candidate[self.id()] = is_edge && mine != other ? other : no_node);
    });
    smallest_of_rows(least);
    // Each component takes the smallest label that its vertices found, and hooks to that component.
    machine.pardo(n * n, [&](Processor self) -> Task<> {
      const std::uint64_t root = self.id() / n;
      const std::uint32_t member_of = co_await label[self.id() % n];
      const std::uint32_t other = co_await least[self.id() % n];
      co_await (candidate[self.id()] = member_of == root && other != root ? other : no_node);
    });
    smallest_of_rows(target);
    // All hooks lead to pairs of roots that hook to each other. The smaller root of a pair becomes the label.
    machine.pardo(n, [&](Processor self) -> Task<> {
      std::uint32_t above = co_await target[self.id()];
      co_await (top[self.id()] = above);
      for (std::uint64_t span = 1; span < n; span *= 2) {
        above = co_await top[above];
        co_await (top[self.id()] = above);
      }
      const std::uint32_t beside = co_await target[above];
      co_await (label[self.id()] = std::min(above, beside));
    });
  }

  Machine& machine;
  std::uint64_t n;
  Array<bool> adjacent;
  Array<std::uint32_t> candidate;
  Array<std::uint32_t> label;   ///< D in the paper
  Array<std::uint32_t> least;   ///< C
  Array<std::uint32_t> target;  ///< T before the jumps
  Array<std::uint32_t> top;     ///< T after them
};

}  // namespace

ConnectedComponents connected_components_dense(Machine& machine, const Graph& graph) {
  if (graph.vertices > most_dense_vertices) {
    throw ConfigError("vertices", std::to_string(graph.vertices),
                      "at most " + std::to_string(most_dense_vertices) + ": every pair has a processor");
  }
  check_edges(graph);
  if (graph.vertices == 0) return {};
  Hirschberg algorithm(machine, graph);
  const auto rounds = static_cast<std::uint32_t>(ceil_log2(graph.vertices));
  for (std::uint32_t round = 0; round < rounds; ++round) algorithm.round();
  return {algorithm.label.host(), rounds};
}

Program connected_components_dense_program() {
  return program(
      connected_components_dense,
      {.name = "connected-components-dense",
       .what = "components of a graph by its n x n matrix, without concurrent writes",
       .source = "Hirschberg, Chandra, Sarwate 1979; JáJá 5.1",
       .model = Rule::crew,
       .needs_more_than = Rule::erew,
       .time = "O(log^2 n)",
       .steps_at_most = [](std::uint64_t n) { return n == 0 ? 0 : ceil_log2(n) * (17 + 8 * ceil_log2(n)); },
       .work = "O(n^2 log n)",
       .work_at_most =
           [](std::uint64_t n) { return n == 0 ? 0 : ceil_log2(n) * (13 * n * n + n * (10 + 2 * ceil_log2(n))); },
       .degree_at_most = [](std::uint64_t n) { return n; },
       .size = {.usual = 512, .bytes_each = 64, .bytes_a_vertex = 64, .most = most_edges, .tested = 16},
       .oracle = are_components,
       .against = "union-find on one thread",
       .facts = facts_of_components,
       .write = write_components});
}

}  // namespace pram::programs
