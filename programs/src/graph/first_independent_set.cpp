#include <pram/programs/graph.hpp>

#include <algorithm>
#include <cstdint>
#include <vector>

#include <pram/programs/input/structure/graphs.hpp>
#include <pram/programs/row.hpp>
#include "graph/arcs.hpp"
#include "graph/distributed_arcs.hpp"
#include "programs.hpp"

namespace pram::programs {

namespace {

/// Whether a vertex is a member if and only if no smaller neighbour is one, which only one set can be.
bool is_first_independent_set(const Graph& graph, const std::vector<bool>& found) {
  std::vector<bool> has_smaller_member(graph.vertices, false);
  for (const Edge& edge : graph.edges) {
    const auto [smaller, larger] = std::minmax(edge.from, edge.to);
    if (smaller != larger && found[smaller]) has_smaller_member[larger] = true;
  }
  has_smaller_member.flip();
  return found == has_smaller_member;
}

}  // namespace

std::vector<bool> first_independent_set(Machine& machine, const Graph& graph) {
  check_edges(graph);
  const Adjacency lists(graph.vertices, arcs_of(graph));
  const auto to = machine.array(lists.to, "to");
  const auto blocked = machine.array<bool>(graph.vertices, false, "blocked");
  const auto member = machine.array<bool>(graph.vertices, false, "member");
  for (std::uint32_t vertex = 0; vertex < graph.vertices; ++vertex) {
    const std::uint64_t first = lists.first[vertex];
    machine.pardo(lists.first[vertex + std::size_t{1}] - first + 1, [&, vertex, first](Processor self) -> Task<> {
      const bool is_blocked = co_await blocked[vertex];
      if (is_blocked) co_return;
      if (self.id() == 0) {
        co_await (member[vertex] = true);
        co_return;
      }
      const std::uint32_t neighbour = co_await to[first + self.id() - 1];
      if (neighbour != vertex) co_await (blocked[neighbour] = true);
    });
  }
  return member.host();
}

Program first_independent_set_program() {
  return program<Graphs>(
      first_independent_set,
      {.name = "first-independent-set",
       .what =
           "the lexicographically first maximal independent set, vertex by vertex: no faster way is known (P-complete)",
       .columns = "vertex of the set",
       .source = "Cook 1985; Karp, Ramachandran 1990",
       .model = Rule::common,
       .needs_more_than = Rule::crew,
       .time = "O(n)",
       .steps_at_most = [](const Graph& graph) { return 3 * std::uint64_t{graph.vertices}; },
       .work = "O(n + m)",
       .work_at_most =
           [](const Graph& graph) { return 2 * std::uint64_t{graph.vertices} + 6 * std::uint64_t{graph.edges.size()}; },
       .degree_at_most = [](const Graph& graph) { return 1 + largest_degree(graph); },
       .size = graph_sizes(1 << 12, 2 * cell_bytes),
       .oracle = is_first_independent_set,
       .against = "what makes each vertex a member or none",
       .facts = [](const Graph&, const std::vector<bool>& found) -> Facts {
         return {{"members", std::ranges::count(found, true)}};
       },
       .write =
           [](std::ostream& out, const Graph& graph, const std::vector<bool>& found) {
             for (std::uint32_t vertex = 0; vertex < graph.vertices; ++vertex) {
               if (found[vertex]) out << graph.id(vertex) << '\n';
             }
           }});
}

}  // namespace pram::programs
