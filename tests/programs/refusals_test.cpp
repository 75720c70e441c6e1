#include <doctest/doctest.h>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <pram/pram.hpp>
#include <pram/programs/emulation.hpp>
#include <pram/programs/geometry.hpp>
#include <pram/programs/graph.hpp>
#include <pram/programs/list.hpp>
#include <pram/programs/matrix.hpp>
#include <pram/programs/scan.hpp>
#include <pram/programs/search.hpp>
#include <pram/programs/sort.hpp>
#include <pram/programs/tree.hpp>

using namespace pram;
using namespace pram::programs;

namespace {

/// What a call is refused for; "" if it is not.
template <class Call>
std::string refused(Rule rule, const Call& call) {
  Machine machine({.components = 4, .rule = rule, .threads = 1});
  try {
    call(machine);
  } catch (const ConfigError& error) {
    return error.option;
  }
  return "";
}

}  // namespace

TEST_CASE("library calls refuse what readers of files would have refused") {
  const std::vector<Point> far = {{0, 0}, {5, -2000000000}};
  CHECK(refused(Rule::crew, [&](Machine& machine) { maximal_points(machine, far); }) == "points");
  CHECK(refused(Rule::crew, [&](Machine& machine) { convex_hull_root_way(machine, far); }) == "points");
  CHECK(refused(Rule::crew, [&](Machine& machine) { selection_deterministic(machine, {}, 0); }) == "rank");
  const std::vector<Point> near = {{0, 0}, {5, -1000000000}};
  CHECK(refused(Rule::crew, [&](Machine& machine) { maximal_points(machine, near); }).empty());

  for (const std::uint64_t order : {std::uint64_t{0}, most_recurrence_order + 1}) {
    const LinearRecurrence recurrence{.order = order, .coefficients = {}};
    CHECK(refused(Rule::erew, [&](Machine& machine) { linear_recurrence_of_order(machine, recurrence); }) == "order");
  }
  const LinearRecurrence uneven{.order = 2, .coefficients = {1, 1, 0, 1}};
  CHECK(refused(Rule::erew, [&](Machine& machine) { linear_recurrence_of_order(machine, uneven); }) == "coefficients");
  const std::vector<std::int64_t> six(6, 1);
  CHECK(refused(Rule::erew, [&](Machine& machine) { matrix_product_skewed(machine, six, six, 2); }) == "matrices");
  CHECK(refused(Rule::erew, [&](Machine& machine) { matrix_product_skewed(machine, six, six, 65536); }) == "matrices");

  CHECK(refused(Rule::crew, [&](Machine& machine) { matrix_product_strassen(machine, six, six, 2); }) == "matrices");
  CHECK(refused(Rule::crew, [&](Machine& machine) { matrix_product_strassen(machine, six, six, 1025); }) == "matrices");
  const std::vector<std::uint32_t> to_one_cell(most_paired_requests + 1, 0);
  const std::vector<std::int64_t> ones(most_paired_requests + 1, 1);
  CHECK(refused(Rule::common, [&](Machine& machine) {
          emulated_priority_write_all_pairs(machine, to_one_cell, ones, 1);
        }) == "cells");
  const Graph off{2, {{0, 2}}, {}};
  CHECK(refused(Rule::common, [&](Machine& machine) { first_independent_set(machine, off); }) == "edge");
  CHECK(refused(Rule::common, [&](Machine& machine) { strongly_connected_components(machine, off); }) == "edge");

  WeightedGraph graph;
  graph.graph = {3, {{0, 1}, {1, 2}}, {}};
  graph.weight = {7};
  CHECK(refused(Rule::crew, [&](Machine& machine) { all_pairs_shortest_paths(machine, graph); }) == "weights");
  CHECK(refused(Rule::minimum, [&](Machine& machine) { shortest_paths_bellman_ford(machine, graph); }) == "weights");
  CHECK(refused(Rule::minimum, [&](Machine& machine) { minimum_spanning_forest(machine, graph); }) == "weights");
  CHECK(refused(Rule::erew, [&](Machine& machine) { bsp_bellman_ford(machine, graph); }) == "weights");

  // In a graph without vertices there is none to begin at. The bundled programs, which choose it, find nothing.
  const Graph nothing;
  const WeightedGraph no_lengths;
  CHECK(refused(Rule::arbitrary, [&](Machine& machine) { breadth_first_search(machine, nothing, 0); }) == "source");
  CHECK(refused(Rule::minimum, [&](Machine& machine) { shortest_paths_bellman_ford(machine, no_lengths); }) ==
        "source");
  CHECK(refused(Rule::erew, [&](Machine& machine) { bsp_bellman_ford(machine, no_lengths); }) == "source");

  // The host puts these edges in order before the machine looks at them.
  WeightedGraph open;
  open.graph = {2, {{0, 1}, {1, 2}}, {}};
  open.weight = {7, 7};
  for (const auto& call : std::vector<std::function<void(Machine&)>>{
           [&](Machine& machine) { breadth_first_search_frontier(machine, open.graph, 0); },
           [&](Machine& machine) { vertex_colouring(machine, open.graph); },
           [&](Machine& machine) { connected_components_dense(machine, open.graph); },
           [&](Machine& machine) { bridges(machine, open.graph); },
           [&](Machine& machine) { biconnected_components(machine, open.graph); },
           [&](Machine& machine) { transitive_closure(machine, open.graph); },
           [&](Machine& machine) { all_pairs_shortest_paths(machine, open); },
           [&](Machine& machine) { bsp_page_rank(machine, open.graph); },
           [&](Machine& machine) { bsp_bellman_ford(machine, open); },
           [&](Machine& machine) { bsp_connected_components(machine, open.graph); }}) {
    CHECK(refused(Rule::minimum, call) == "edge");
  }
  const auto searched = [&] {
    Machine machine({.components = 4, .rule = Rule::arbitrary, .threads = 1});
    breadth_first_search(machine, open.graph, 0);
  };
  CHECK_THROWS_AS(searched(), AddressError);

  // A key beyond the buckets has bits that no round of the sort looks at.
  const std::vector<std::uint32_t> keys = {0, 4, 3};
  CHECK(refused(Rule::erew, [&](Machine& machine) { radix_sort(machine, keys, 4); }) == "key");
  CHECK(refused(Rule::erew, [&](Machine& machine) { radix_sort_data_parallel(machine, keys, 4); }) == "key");
  CHECK(refused(Rule::erew, [&](Machine& machine) { radix_sort(machine, keys, 0); }) == "key");
  CHECK(refused(Rule::erew, [&](Machine& machine) { radix_sort(machine, keys, 5); }).empty());
  CHECK(refused(Rule::erew, [&](Machine& machine) { radix_sort(machine, {}, 0); }).empty());

  // 2^32 rows and columns, and four cells more than 2^64, are none and four in 64 bits.
  const std::uint64_t many = std::uint64_t{1} << 32;
  const std::vector<std::uint8_t> four(4, 1);
  CHECK(refused(Rule::erew, [&](Machine& machine) { game_of_life(machine, {}, many, many, 1); }) == "cells");
  CHECK(refused(Rule::erew, [&](Machine& machine) { game_of_life(machine, four, (many << 30) + 1, 4, 1); }) == "cells");
  CHECK(refused(Rule::erew, [&](Machine& machine) { game_of_life(machine, four, 0, 0, 1); }) == "cells");
  CHECK(refused(Rule::erew, [&](Machine& machine) { game_of_life(machine, four, 2, 2, 1); }).empty());
  CHECK(refused(Rule::erew, [&](Machine& machine) { game_of_life(machine, {}, 0, 5, 1); }).empty());

  CHECK(refused(Rule::erew, [&](Machine& machine) { bsp_matrix_product_summa(machine, {}, {}, many); }) == "n");
  CHECK(refused(Rule::erew, [&](Machine& machine) { bsp_matrix_product_3d(machine, {}, {}, many); }) == "n");
  CHECK(refused(Rule::erew, [&](Machine& machine) { bsp_jacobi(machine, {}, many, 1); }) == "n");
  CHECK(refused(Rule::erew, [&](Machine& machine) { bsp_lu(machine, {}, many); }) == "n");

  Graph wide;
  wide.vertices = 1U << 31;
  CHECK(refused(Rule::arbitrary, [&](Machine& machine) { bridges(machine, wide); }) == "vertices and edges");
  CHECK(refused(Rule::arbitrary, [&](Machine& machine) { biconnected_components(machine, wide); }) ==
        "vertices and edges");

  // A node that is its own successor has the colour of its neighbour, whatever it is.
  const std::vector<std::uint32_t> own = {1, 2, 3, 4, 5, 6, 0, 7};
  CHECK(refused(Rule::erew, [&](Machine& machine) { three_colouring(machine, own); }) == "successors");
  CHECK(refused(Rule::crew, [&](Machine& machine) { lowest_common_ancestors(machine, AdjacencyTree(), {}); }) ==
        "tree");
}
