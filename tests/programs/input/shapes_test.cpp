#include <doctest/doctest.h>

#include <algorithm>
#include <functional>
#include <numeric>

#include <pram/detail/no_node.hpp>
#include <pram/programs/input/sequence/keys.hpp>
#include <pram/programs/input/sequence/numbers.hpp>
#include <pram/programs/input/structure/graphs.hpp>
#include <pram/programs/input/structure/lists.hpp>
#include <pram/programs/input/structure/matrices.hpp>
#include "../on_machines.hpp"
#include "kinds.hpp"
#include "oracle/graph/union_find.hpp"
#include "oracle/list_walk.hpp"

namespace pram::testing {

namespace {

using programs::Edge;
using programs::Graph;

/// The input of a kind and shape.
template <class Kind>
auto made(const std::string& shape, std::uint64_t n, std::uint64_t from_seed = seed()) {
  return input_of<Kind>({.size = n, .file = "", .seed = from_seed, .shape = shape}, {.usual = n});
}

/// How many vertices have how many ends of edges, as a sorted list of degrees.
std::vector<std::uint64_t> degrees_of(const Graph& graph) {
  std::vector<std::uint64_t> degrees(graph.vertices, 0);
  for (const Edge& edge : graph.edges) {
    ++degrees.at(edge.from);
    ++degrees.at(edge.to);
  }
  std::ranges::sort(degrees);
  return degrees;
}

bool is_connected(const Graph& graph) {
  return std::ranges::all_of(programs::oracle::components(graph), [](std::uint32_t root) { return root == 0; });
}

}  // namespace

TEST_CASE("graphs have the edges that were asked for, or nearly so, and their shape") {
  for (const std::uint64_t m : {0U, 1U, 2U, 3U, 4U, 7U, 12U, 13U, 100U, 1000U}) {
    CAPTURE(m);
    const auto graph = [m](const char* shape) { return made<programs::Graphs>(shape, m); };
    const Graph path = graph("path");
    CHECK(path.vertices == m + 1);
    CHECK(path.edges.size() == m);
    CHECK(is_connected(path));
    CHECK(std::ranges::all_of(degrees_of(path), [](std::uint64_t degree) { return degree <= 2; }));
    const Graph cycle = graph("cycle");
    CHECK(is_connected(cycle));
    CHECK(degrees_of(cycle) == std::vector<std::uint64_t>(m, 2));
    const Graph star = graph("star");
    CHECK(star.vertices == m + 1);
    CHECK(is_connected(star));
    CHECK(degrees_of(star).back() == m);
    const Graph tree = graph("tree");
    CHECK(tree.vertices == m + 1);
    CHECK(tree.edges.size() == m);
    CHECK(is_connected(tree));
    const Graph random = graph("random");
    CHECK(random.edges.size() == m);
    CHECK(random.vertices == m / 2 + 1);
    const Graph clique = graph("clique");
    CHECK(degrees_of(clique) == std::vector<std::uint64_t>(clique.vertices, clique.vertices - 1));
    CHECK(clique.edges.size() <= m);
    CHECK(clique.edges.size() + clique.vertices > m);
    const Graph grid = graph("grid");
    CHECK(is_connected(grid));
    CHECK(grid.edges.size() <= m);
    std::uint64_t side = 1;
    while (side * side < grid.vertices) ++side;
    CHECK(side * side == grid.vertices);
    CHECK(grid.edges.size() == 2 * side * (side - 1));
    CHECK(2 * (side + 1) * side > m);
    if (side > 2) {
      const std::vector<std::uint64_t> degrees = degrees_of(grid);
      CHECK(std::ranges::count(degrees, 2U) == 4);
      CHECK(static_cast<std::uint64_t>(std::ranges::count(degrees, 4U)) == (side - 2) * (side - 2));
    }
  }
}

TEST_CASE("a search begins at the first vertex with an edge, or where it is asked to") {
  using Kind = programs::GraphsWithSource;
  programs::GraphWithSource input{{.vertices = 6, .edges = {{4, 3}, {3, 5}}}, 0};
  Kind::begin_at(input, std::nullopt);
  CHECK(input.source == 3);
  Kind::begin_at(input, 5);
  CHECK(input.source == 5);
  CHECK_THROWS_WITH_AS(Kind::begin_at(input, 6), doctest::Contains("from 0 to 5"), ConfigError);
}

TEST_CASE("numbers, keys and bits have their shapes") {
  using Numbers = programs::Numbers;
  for (const std::uint64_t n : sizes()) {
    CAPTURE(n);
    CHECK(std::ranges::is_sorted(made<Numbers>("sorted", n)));
    CHECK(std::ranges::is_sorted(made<Numbers>("reversed", n), std::greater()));
    CHECK(std::ranges::is_permutation(made<Numbers>("sorted", n), made<Numbers>("random", n)));
    const auto equal = made<Numbers>("equal", n);
    CHECK(static_cast<std::uint64_t>(std::ranges::count(equal, n == 0 ? 0 : equal[0])) == n);
    for (const std::int64_t value : made<Numbers>("ties", n)) CHECK(std::abs(value) < 4);
    CHECK(std::ranges::is_sorted(made<programs::BucketKeys>("sorted", n).of));
    CHECK(std::ranges::is_permutation(made<programs::BucketKeys>("sorted", n).of,
                                      made<programs::BucketKeys>("zipf", n).of));
    for (const std::uint32_t key : made<programs::BucketKeys>("random", n).of) CHECK(key < 4096);
    CHECK(made<programs::Bits>("zeros", n) == std::vector<std::uint8_t>(n, 0));
    CHECK(made<programs::Bits>("ones", n) == std::vector<std::uint8_t>(n, 1));
    const auto last = made<programs::Bits>("last", n);
    CHECK(std::ranges::count(last, 1) == (n == 0 ? 0 : 1));
    if (n > 0) CHECK(last.back() == 1);
    const programs::Matrix matrix = made<programs::Matrices>("counted", n);
    CHECK(matrix.rows * matrix.columns == n);
    CHECK(matrix.rows <= matrix.columns);
    for (std::uint64_t more = matrix.rows + 1; more <= n / more; ++more) CHECK(n % more != 0);
    for (std::uint64_t i = 0; i < n; ++i) CHECK(matrix.values[i] == static_cast<std::int64_t>(i));
    const auto impulse = made<programs::ComplexNumbers>("impulse", n);
    for (std::uint64_t i = 0; i < n; ++i) CHECK(impulse[i] == std::complex<double>(i == 0 ? 1 : 0));
  }
}

TEST_CASE("lists have their shapes") {
  for (const std::uint32_t n : {0U, 1U, 2U, 3U, 100U, 1000U}) {
    CAPTURE(n);
    const auto ranks = [n](const char* shape) {
      return programs::oracle::list_ranks(made<programs::LinkedLists>(shape, n));
    };
    std::vector<std::uint32_t> counted(n);
    std::iota(counted.begin(), counted.end(), 0U);
    CHECK(ranks("reversed") == counted);
    std::ranges::reverse(counted);
    CHECK(ranks("sequential") == counted);
    CHECK(ranks("single") == std::vector<std::uint32_t>(n, 0));
    const auto several = made<programs::LinkedLists>("several", n);
    const auto lists = std::ranges::count(several, no_node);
    if (n == 1000) CHECK(std::abs(static_cast<double>(lists) - 126) < 6 * 10.5);  // one in 8: standard deviation 10.5
  }
}

}  // namespace pram::testing
