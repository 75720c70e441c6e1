#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

#include <pram/programs/input/graph.hpp>
#include <pram/programs/input/sequence/keys.hpp>
#include <pram/programs/input/sequence/numbers.hpp>
#include <pram/programs/input/structure/lists.hpp>
#include <pram/programs/list.hpp>
#include "../on_machines.hpp"
#include "random.hpp"

namespace pram::testing {

namespace {

using programs::Graph;

std::vector<std::uint64_t> degrees_of(const Graph& graph) {
  std::vector<std::uint64_t> degrees(graph.vertices, 0);
  for (const auto& edge : graph.edges) {
    ++degrees.at(edge.from);
    ++degrees.at(edge.to);
  }
  std::ranges::sort(degrees, std::greater());
  return degrees;
}

}  // namespace

TEST_CASE("random numbers by counter are the same everywhere") {
  // Fixed once and for all: another hash, or another order of its bytes, would change every generated input.
  const programs::Random random(1, 2);
  CHECK(random(0) == 12847897236636912027U);
  CHECK(random(1) == 2350683043161562502U);
  CHECK(programs::Random(1, 3)(0) != random(0));
  CHECK(programs::Random(2, 2)(0) != random(0));
  std::vector<std::uint64_t> count(10, 0);
  for (std::uint64_t i = 0; i < 100000; ++i) ++count[random.below(i, 10)];
  for (const std::uint64_t one : count)
    CHECK(std::abs(static_cast<double>(one) - 10000) < 6 * 95);  // standard deviation 95
  CHECK(random.below(5, 1) == 0);
}

TEST_CASE("an R-MAT graph has the size that was asked for, and few vertices with many edges") {
  for (const std::uint64_t edges : {1U, 2U, 3U, 8U, 9U, 100U, 1U << 15}) {
    const Graph graph = programs::rmat_graph(edges, seed());
    CHECK(graph.edges.size() == edges);
    CHECK((graph.vertices & (graph.vertices - 1)) == 0);
    CHECK(graph.vertices >= 2);
    CHECK(std::uint64_t{graph.vertices} * 4 >= edges);
    if (edges > 8) CHECK(std::uint64_t{graph.vertices} * 4 < 2 * edges + 8);
    for (const auto& edge : graph.edges) CHECK_UNARY(edge.from < graph.vertices && edge.to < graph.vertices);
    CHECK(programs::rmat_graph(edges, seed()).edges == graph.edges);
  }
  CHECK(programs::rmat_graph(0, 1).vertices == 0);
  CHECK(programs::rmat_graph(1 << 10, 1).edges != programs::rmat_graph(1 << 10, 2).edges);
  CHECK_THROWS_AS(programs::rmat_graph(programs::most_edges + 1, 1), ConfigError);
}

TEST_CASE("the degrees of an R-MAT graph are those of its quadrants") {
  const Graph graph = programs::rmat_graph(1 << 15, seed());
  CHECK(graph.vertices == 8192);
  const std::vector<std::uint64_t> degrees = degrees_of(graph);
  // Vertex 0 before the shuffle: an end of an edge is there with probability 0.76^13 each, 1850 expected of 65536,
  // standard deviation 42.
  CHECK(degrees[0] > 1850 - 6 * 45);
  CHECK(degrees[0] < 1850 + 6 * 45);
  // The mean is 8, yet more than a quarter of the vertices have no edge at all.
  CHECK(std::ranges::count(degrees, 0U) > 2048);
  const std::uint64_t top = std::accumulate(degrees.begin(), degrees.begin() + 82, std::uint64_t{0});
  CHECK(top > 65536 / 5);
}

TEST_CASE("Zipf keys have their shares") {
  const programs::Keys keys = programs::zipf_keys(100000, 1000, seed());
  std::vector<double> count(1000, 0);
  for (const std::uint32_t key : keys.of) ++count.at(key);
  double harmonic = 0;
  for (int k = 1; k <= 1000; ++k) harmonic += 1.0 / k;
  for (const std::size_t k : {0U, 1U, 2U, 9U, 99U}) {
    const double expected = 100000 / (static_cast<double>(k + 1) * harmonic);
    CHECK(std::abs(count[k] - expected) < 6 * std::sqrt(expected));
  }
  CHECK(keys.values.size() == 1000);
  CHECK(keys.values[999] == 999);
  CHECK(programs::zipf_keys(1000, 1, seed()).of == std::vector<std::uint32_t>(1000, 0));
  CHECK(programs::zipf_keys(0, 5, seed()).of.empty());
}

TEST_CASE("a random permutation has each number once, in no fixed place") {
  for (const std::uint32_t n : {0U, 1U, 2U, 3U, 1000U}) {
    std::vector<std::uint32_t> order = programs::random_permutation(n, seed());
    CHECK(order == programs::random_permutation(n, seed()));
    std::ranges::sort(order);
    std::vector<std::uint32_t> all(n);
    std::iota(all.begin(), all.end(), 0U);
    CHECK(order == all);
  }
  // All six orders of three, each 1000 times in 6000 with a standard deviation of 29.
  std::vector<int> seen(27, 0);
  for (std::uint64_t s = 0; s < 6000; ++s) {
    const auto order = programs::random_permutation(3, seed() + s);
    ++seen[order[0] * 9 + order[1] * 3 + order[2]];
  }
  CHECK(std::ranges::count(seen, 0) == 21);
  for (const int times : seen) CHECK((times == 0 || std::abs(times - 1000) < 6 * 29));
}

TEST_CASE("a random list has one first and one last node and passes them all") {
  for (const std::uint32_t n : {1U, 2U, 3U, 1000U}) {
    const std::vector<std::uint32_t> next = programs::random_list(n, seed());
    std::vector<bool> has_predecessor(n, false);
    for (const std::uint32_t node : next) {
      if (node != programs::no_node) has_predecessor.at(node) = true;
    }
    CHECK(std::ranges::count(has_predecessor, false) == 1);
    std::uint32_t passed = 0;
    auto node = static_cast<std::uint32_t>(std::ranges::find(has_predecessor, false) - has_predecessor.begin());
    for (; node != programs::no_node && passed <= n; node = next[node]) ++passed;
    CHECK(passed == n);
  }
  CHECK(programs::random_list(0, 1).empty());
}

TEST_CASE("random bits have their first one anywhere, and zeros before it") {
  std::uint64_t sum = 0;
  for (std::uint64_t s = 0; s < 1000; ++s) {
    const std::vector<std::uint8_t> bits = programs::random_bits(1000, seed() + s);
    const auto first = std::ranges::find(bits, 1) - bits.begin();
    REQUIRE(first < 1000);
    sum += static_cast<std::uint64_t>(first);
  }
  CHECK(std::abs(static_cast<double>(sum) / 1000 - 499.5) < 6 * 9.2);  // uniform: standard deviation 289 / sqrt(1000)
  CHECK(programs::random_bits(0, 1).empty());
}

TEST_CASE("random numbers keep to their range") {
  const std::vector<std::int64_t> values = programs::random_numbers(10000, seed());
  CHECK(std::ranges::min(values) >= -1000000);
  CHECK(std::ranges::max(values) <= 1000000);
  CHECK(std::ranges::min(values) < -990000);
  CHECK(std::ranges::max(values) > 990000);
}

}  // namespace pram::testing
