#include <pram/programs/graph.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "../input/graph/graphs.hpp"
#include "../on_machines.hpp"
#include "oracle/graph/union_find.hpp"

namespace pram::testing {

namespace {

auto found_in(const Graph& graph) {
  return on_all_machines(Rule::arbitrary, [&](Machine& machine) {
    const programs::ConnectedComponents found = programs::connected_components(machine, graph);
    return std::pair(found.root, found.rounds);
  });
}

/// Each vertex has the smallest one of its component, made from any representatives.
std::vector<std::uint32_t> smallest_of(const std::vector<std::uint32_t>& root) {
  std::vector<std::uint32_t> first(root.size(), 0xFFFFFFFF);
  std::vector<std::uint32_t> smallest;
  for (std::uint32_t v = 0; v < root.size(); ++v) {
    if (first[root[v]] == 0xFFFFFFFF) first[root[v]] = v;
    smallest.push_back(first[root[v]]);
  }
  return smallest;
}

std::uint64_t most_rounds(std::uint32_t n) { return static_cast<std::uint64_t>(std::log(n) / std::log(1.5)) + 2; }

}  // namespace

TEST_CASE("connected components are those of union-find, in the rounds and steps promised") {
  for (const auto& [name, graph] : graphs()) {
    CAPTURE(name);
    const auto ran = found_in(graph);
    const auto& [root, rounds] = ran.value;
    CHECK(smallest_of(root) == programs::oracle::components(graph));
    for (const std::uint32_t vertex : root) CHECK(root[vertex] == vertex);
    CHECK(rounds <= most_rounds(graph.vertices));
    CHECK(ran.ledger.steps() <= 23 * rounds);
    CHECK(ran.ledger.work() <= 23 * rounds * std::max<std::uint64_t>(graph.vertices, 2 * graph.edges.size()));
  }
}

TEST_CASE("long paths take a number of rounds that grows with the logarithm") {
  std::vector<std::uint32_t> sizes_of_paths = {1U << 10, 1U << 12};
  if (size() == Size::large) sizes_of_paths.push_back(1U << 18);
  for (const std::uint32_t n : sizes_of_paths) {
    for (const Graph& graph : {path(n), shuffled(path(n), seed())}) {
      Machine machine({.components = 64, .network = "ideal", .access = "direct"});
      const programs::ConnectedComponents found = programs::connected_components(machine, graph);
      CHECK(smallest_of(found.root) == std::vector<std::uint32_t>(n, 0));
      CHECK(found.rounds < most_rounds(n));
    }
  }
}

TEST_CASE("a star with its centre last takes few rounds even if the worst write always wins") {
  const std::uint32_t n = 200;
  Graph star{.vertices = n, .edges = {}, .ids = {}};
  for (std::uint32_t v = n - 1; v > 0; --v) star.edges.push_back({n - 1, v - 1});
  Machine machine({.components = 8, .network = "ideal", .access = "direct", .rule = Rule::priority});
  const programs::ConnectedComponents found = programs::connected_components(machine, star);
  CHECK(smallest_of(found.root) == std::vector<std::uint32_t>(n, 0));
  CHECK(found.rounds <= 4);
}

TEST_CASE("union-find finds the components of a small graph") {
  const Graph graph{.vertices = 7, .edges = {{5, 1}, {3, 3}, {1, 6}, {2, 0}, {0, 2}}, .ids = {}};
  CHECK(programs::oracle::components(graph) == std::vector<std::uint32_t>{0, 1, 0, 3, 4, 1, 1});
}

TEST_CASE("a graph without vertices has no components") {
  Machine machine({.components = 4});
  const programs::ConnectedComponents found = programs::connected_components(machine, {});
  CHECK(found.root.empty());
  CHECK(machine.ledger().steps() == 0);
}

}  // namespace pram::testing
