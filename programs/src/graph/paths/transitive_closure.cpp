#include <pram/programs/graph.hpp>

#include <algorithm>

#include <pram/programs/input/structure/graphs.hpp>
#include <pram/programs/row.hpp>
#include "graph/paths/vertex_matrix.hpp"
#include "programs.hpp"

namespace pram::programs {

std::vector<std::uint8_t> transitive_closure(Machine& machine, const Graph& graph) {
  check_cubic(graph);
  return closure_of(machine, graph).host();
}

Program transitive_closure_program() {
  return program<Graphs>(
      transitive_closure,
      {.name = "transitive-closure",
       .alias = "closure",
       .what = "which vertices of a directed graph reach which, by squaring its matrix of n x n bits",
       .columns = "vertex, vertex that it reaches",
       .source = "JáJá 5.5",
       .model = Rule::common,
       .needs_more_than = Rule::crew,
       .time = "O(log n)",
       .steps = [](std::uint64_t n) { return 3 * squarings_of(n); },
       .work = "O(n^3 log n)",
       .work_at_most = [](std::uint64_t n) { return 3 * n * n * n * squarings_of(n); },
       .degree_at_most = [](std::uint64_t n) { return n; },
       .size = {.usual = 128, .bytes_each = 16, .bytes_a_vertex = 16, .most = most_edges, .tested = 8},
       .oracle =
           [](const Graph& graph, const std::vector<std::uint8_t>& found) {
             const std::uint64_t n = graph.vertices;
             for (std::uint32_t first = 0; first < n; ++first) {
               const std::vector<bool> met = reached_from(graph, first);
               for (std::uint64_t vertex = 0; vertex < n; ++vertex) {
                 if ((found[first * n + vertex] != 0) != met[vertex]) return false;
               }
             }
             return found.size() == n * n;
           },
       .against = "a search from every vertex",
       .facts = [](const Graph&, const std::vector<std::uint8_t>& found) -> Facts {
         return {{"pairs", std::ranges::count(found, 1)}};
       },
       .write =
           [](std::ostream& out, const Graph& graph, const std::vector<std::uint8_t>& found) {
             for (std::uint32_t cell = 0; cell < found.size(); ++cell) {
               if (found[cell] != 0)
                 out << graph.id(cell / graph.vertices) << ' ' << graph.id(cell % graph.vertices) << '\n';
             }
           }});
}

}  // namespace pram::programs
