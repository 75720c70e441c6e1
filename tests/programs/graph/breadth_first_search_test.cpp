#include <pram/programs/graph.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <tuple>

#include "../input/graph/graphs.hpp"
#include "../on_machines.hpp"
#include "oracle/graph/queue_search.hpp"

namespace pram::testing {

namespace {

using programs::unreached;

auto searched(const Graph& graph, std::uint32_t source) {
  return on_all_machines(Rule::arbitrary, [&](Machine& machine) {
    const programs::BreadthFirstSearch found = programs::breadth_first_search(machine, graph, source);
    return std::tuple(found.level, found.parent, found.levels);
  });
}

}  // namespace

TEST_CASE("breadth-first search finds the levels and a tree, in the steps that it promises") {
  for (const auto& [name, graph] : graphs()) {
    CAPTURE(name);
    const auto source = static_cast<std::uint32_t>(seed() % graph.vertices);
    CAPTURE(source);
    const auto ran = searched(graph, source);
    const auto& [level, parent, levels] = ran.value;
    CHECK(level == programs::oracle::levels(graph, source));
    CHECK(programs::oracle::is_search_tree(graph, source, level, parent));
    std::uint32_t deepest = 0;
    for (const std::uint32_t one : level) deepest = one == unreached ? deepest : std::max(deepest, one);
    CHECK(levels == deepest + 1);
    if (levels >= 2) {
      CHECK(ran.ledger.steps() == 6 * (levels - 1) + 3);
    } else {
      CHECK(ran.ledger.steps() <= 3);
    }
    CHECK(ran.ledger.work() <= 2 * graph.edges.size() * 6 * levels);
  }
}

TEST_CASE("breadth-first search of a small graph, by hand") {
  // 0 - 1 - 2 - 3 with a chord 0 - 2; 4 - 5 apart
  const Graph graph{.vertices = 6, .edges = {{0, 1}, {1, 2}, {2, 3}, {2, 0}, {4, 5}}, .ids = {}};
  const auto [level, parent, levels] = searched(graph, 3).value;
  CHECK(level == std::vector<std::uint32_t>{2, 2, 1, 0, unreached, unreached});
  CHECK(parent == std::vector<std::uint32_t>{2, 2, 3, unreached, unreached, unreached});
  CHECK(levels == 3);
  CHECK(programs::oracle::levels(graph, 3) == level);
}

TEST_CASE("the check of a search tree sees what is wrong") {
  const Graph graph{.vertices = 4, .edges = {{0, 1}, {1, 2}, {0, 3}}, .ids = {}};
  const std::vector<std::uint32_t> level = {0, 1, 2, 1};
  const auto is_tree = [&](const std::vector<std::uint32_t>& parent) {
    return programs::oracle::is_search_tree(graph, 0, level, parent);
  };
  CHECK(is_tree({unreached, 0, 1, 0}));
  CHECK_FALSE(is_tree({unreached, 0, 3, 0}));          // no such edge
  CHECK_FALSE(is_tree({unreached, 2, 1, 0}));          // from below
  CHECK_FALSE(is_tree({1, 0, 1, 0}));                  // the source has none
  CHECK_FALSE(is_tree({unreached, 0, 1, unreached}));  // one is missing
  CHECK_FALSE(is_tree({unreached, 0, 77, 0}));         // no vertex
}

TEST_CASE("breadth-first search needs a source") {
  Machine machine({.components = 4});
  CHECK_THROWS_AS(programs::breadth_first_search(machine, path(3), 3), ConfigError);
  CHECK_THROWS_AS(programs::breadth_first_search(machine, Graph{}, 0), ConfigError);
}

}  // namespace pram::testing
