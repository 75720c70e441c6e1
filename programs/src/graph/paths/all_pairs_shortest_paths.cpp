#include <pram/programs/graph.hpp>

#include <algorithm>

#include <pram/programs/input/structure/graphs.hpp>
#include <pram/programs/row.hpp>
#include "graph/arcs.hpp"
#include "graph/paths/vertex_matrix.hpp"
#include "programs.hpp"

namespace pram::programs {

namespace {

/// The lengths of edges as a matrix; no_distance where there is none.
std::vector<std::uint64_t> lengths_of(const WeightedGraph& input) {
  const std::uint64_t n = input.graph.vertices;
  std::vector<std::uint64_t> length(n * n, no_distance);
  for (std::uint64_t edge = 0; edge < input.graph.edges.size(); ++edge) {
    const auto [from, to] = input.graph.edges[edge];
    for (const std::uint64_t cell : {from * n + to, to * n + from})
      length[cell] = std::min<std::uint64_t>(length[cell], input.weight[edge]);
  }
  for (std::uint64_t vertex = 0; vertex < n; ++vertex) length[vertex * n + vertex] = 0;
  return length;
}

/// The distances by Floyd's and Warshall's algorithm.
std::vector<std::uint64_t> floyd_warshall(const WeightedGraph& input) {
  const std::uint64_t n = input.graph.vertices;
  std::vector<std::uint64_t> length = lengths_of(input);
  for (std::uint64_t over = 0; over < n; ++over) {
    for (std::uint64_t from = 0; from < n; ++from) {
      const std::uint64_t before = length[from * n + over];
      if (before == no_distance) continue;
      for (std::uint64_t to = 0; to < n; ++to) {
        const std::uint64_t behind = length[over * n + to];
        if (behind != no_distance) length[from * n + to] = std::min(length[from * n + to], before + behind);
      }
    }
  }
  return length;
}

}  // namespace

std::vector<std::uint64_t> all_pairs_shortest_paths(Machine& machine, const WeightedGraph& input) {
  check_cubic(input.graph);
  check_weights(input);
  const std::uint64_t n = input.graph.vertices;
  const auto distance = machine.array(lengths_of(input), "distance");
  square_paths(machine, n, [&](std::uint64_t before, std::uint64_t behind, std::uint64_t both) -> Task<> {
    const std::uint64_t to_middle = co_await distance[before];
    const std::uint64_t from_there = co_await distance[behind];
    if (to_middle == no_distance || from_there == no_distance) co_return;
    co_await distance[both].min(to_middle + from_there);
  });
  return distance.host();
}

Program all_pairs_shortest_paths_program() {
  return program<WeightedGraphs>(
      all_pairs_shortest_paths,
      {.name = "all-pairs-shortest-paths",
       .alias = "apsp",
       .what =
           "shortest paths between all vertices of a graph with weights, by squaring its n x n matrix with + and min",
       .columns = "vertex, vertex that it reaches, distance",
       .source = "JáJá 5.5",
       .model = Rule::minimum,
       .needs_more_than = Rule::crew,
       .time = "O(log n)",
       .steps = [](std::uint64_t n) { return 3 * squarings_of(n); },
       .work = "O(n^3 log n)",
       .work_at_most = [](std::uint64_t n) { return 3 * n * n * n * squarings_of(n); },
       .degree_at_most = [](std::uint64_t n) { return n; },
       .size = {.usual = 128, .bytes_each = 32, .bytes_a_vertex = 32, .most = most_edges, .tested = 8},
       .begins_at_source = false,
       .oracle = floyd_warshall,
       .against = "Floyd's and Warshall's algorithm",
       .facts = [](const WeightedGraph&, const std::vector<std::uint64_t>& found) -> Facts {
         std::uint64_t longest = 0;
         for (const std::uint64_t distance : found)
           longest = distance == no_distance ? longest : std::max(longest, distance);
         return {{"diameter", static_cast<std::int64_t>(longest)}};
       },
       .write =
           [](std::ostream& out, const WeightedGraph& input, const std::vector<std::uint64_t>& found) {
             const Graph& graph = input.graph;
             for (std::uint32_t cell = 0; cell < found.size(); ++cell) {
               if (found[cell] == no_distance) continue;
               out << graph.id(cell / graph.vertices) << ' ' << graph.id(cell % graph.vertices) << ' ' << found[cell]
                   << '\n';
             }
           }});
}

}  // namespace pram::programs
