#include <doctest/doctest.h>

#include <cstdint>
#include <string>
#include <vector>

#include <pram/pram.hpp>
#include <pram/programs/geometry.hpp>
#include <pram/programs/graph.hpp>
#include <pram/programs/list.hpp>
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
  const std::vector<Point> near = {{0, 0}, {5, -1000000000}};
  CHECK(refused(Rule::crew, [&](Machine& machine) { maximal_points(machine, near); }).empty());

  WeightedGraph graph;
  graph.graph = {3, {{0, 1}, {1, 2}}, {}};
  graph.weight = {7};
  CHECK(refused(Rule::crew, [&](Machine& machine) { all_pairs_shortest_paths(machine, graph); }) == "weights");
  CHECK(refused(Rule::minimum, [&](Machine& machine) { shortest_paths_bellman_ford(machine, graph); }) == "weights");
  CHECK(refused(Rule::minimum, [&](Machine& machine) { minimum_spanning_forest(machine, graph); }) == "weights");
  CHECK(refused(Rule::erew, [&](Machine& machine) { bsp_bellman_ford(machine, graph); }) == "weights");

  // A node that is its own successor has the colour of its neighbour, whatever it is.
  const std::vector<std::uint32_t> own = {1, 2, 3, 4, 5, 6, 0, 7};
  CHECK(refused(Rule::erew, [&](Machine& machine) { three_colouring(machine, own); }) == "successors");
  CHECK(refused(Rule::crew, [&](Machine& machine) { lowest_common_ancestors(machine, AdjacencyTree(), {}); }) ==
        "tree");
}
