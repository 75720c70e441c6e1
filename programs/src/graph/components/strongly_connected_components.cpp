#include <pram/programs/graph.hpp>

#include <algorithm>
#include <cstdint>
#include <vector>

#include <pram/programs/detail/results.hpp>
#include <pram/programs/input/structure/graphs.hpp>
#include <pram/programs/row.hpp>
#include "graph/arcs.hpp"
#include "graph/paths/vertex_matrix.hpp"
#include "programs.hpp"

namespace pram::programs {

namespace {

/// The smallest vertex that reaches each vertex and is reached from it, by a search from every vertex.
std::vector<std::uint32_t> smallest_on_cycles(const Graph& graph) {
  std::vector<std::vector<bool>> met;
  for (std::uint32_t vertex = 0; vertex < graph.vertices; ++vertex) met.push_back(reached_from(graph, vertex));
  std::vector<std::uint32_t> smallest;
  for (std::uint32_t vertex = 0; vertex < graph.vertices; ++vertex) {
    std::uint32_t first = 0;
    while (!met[vertex][first] || !met[first][vertex]) ++first;
    smallest.push_back(first);
  }
  return smallest;
}

}  // namespace

std::vector<std::uint32_t> strongly_connected_components(Machine& machine, const Graph& graph) {
  check_cubic(graph);
  const std::uint64_t n = graph.vertices;
  const Array<std::uint8_t> reaches = closure_of(machine, graph);
  const auto mutual = machine.array<bool>(n * n, false, "mutual");
  const auto beaten = machine.array<bool>(n * n, false, "beaten");
  const auto root = machine.array<std::uint32_t>(n, 0, "root");
  machine.pardo(n * n, [&](Processor self) -> Task<> {
    const std::uint64_t one = self.id() / n;
    const std::uint64_t other = self.id() % n;
    const bool there = co_await reaches[one * n + other] != 0;
    const bool back = co_await reaches[other * n + one] != 0;
    if (there && back) co_await (mutual[self.id()] = true);
  });
  // Of the vertices of a component the smallest is not beaten.
  machine.pardo(n * n * n, [&](Processor self) -> Task<> {
    const std::uint64_t row = self.id() / (n * n) * n;
    const std::uint64_t smaller = self.id() / n % n;
    const std::uint64_t larger = self.id() % n;
    if (smaller >= larger) co_return;
    if (co_await mutual[row + smaller]) co_await (beaten[row + larger] = true);
  });
  machine.pardo(n * n, [&](Processor self) -> Task<> {
    const bool is_mutual = co_await mutual[self.id()];
    const bool is_beaten = co_await beaten[self.id()];
    if (is_mutual && !is_beaten) co_await (root[self.id() / n] = static_cast<std::uint32_t>(self.id() % n));
  });
  return root.host();
}

Program strongly_connected_components_program() {
  return program<Graphs>(
      strongly_connected_components,
      {.name = "strongly-connected-components",
       .alias = "scc",
       .what = "components of a directed graph whose vertices reach each other, by its transitive closure",
       .columns = "vertex, first vertex of its component",
       .source = "JáJá 5.5; Karp, Ramachandran 1990",
       .model = Rule::common,
       .needs_more_than = Rule::crew,
       .time = "O(log n)",
       .steps_at_most = [](std::uint64_t n) { return n == 0 ? 0 : 8 + 3 * squarings_of(n); },
       .work = "O(n^3 log n)",
       .work_at_most = [](std::uint64_t n) { return n * n * (6 + n) + 3 * n * n * n * squarings_of(n); },
       .degree_at_most = [](std::uint64_t n) { return n; },
       .size = {.usual = 128, .bytes_each = 16, .bytes_a_vertex = 16, .most = most_edges, .tested = 8},
       .pointers = "root",
       .oracle = smallest_on_cycles,
       .against = "a search from every vertex",
       .facts = [](const Graph&, const std::vector<std::uint32_t>& found) -> Facts {
         std::vector<std::int64_t> size(found.size(), 0);
         for (const std::uint32_t root : found) ++size[root];
         const auto components = std::ranges::count_if(size, [](std::int64_t all) { return all > 0; });
         return {{"components", components}, {"largest_component", size.empty() ? 0 : std::ranges::max(size)}};
       },
       .write =
           [](std::ostream& out, const Graph& graph, const std::vector<std::uint32_t>& found) {
             std::vector<std::uint64_t> shown;
             for (const std::uint32_t root : found) shown.push_back(graph.id(root));
             write_named(out, names_of(graph), shown);
           }});
}

}  // namespace pram::programs
