#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

#include "cayley_graph.hpp"
#include "product_case.hpp"
#include "support.hpp"

namespace pram {

namespace {

using testing::CayleyGraph;
using testing::equal_factors;
using testing::Ports;
using testing::ProductCase;
using testing::ProductGraph;
using testing::steps_checked;
using testing::total_exchange_on_cayley;

/// Executed steps of one dimension.
std::uint64_t steps_of(const std::string& kind, std::uint32_t size, Ports ports, bool plain = false) {
  const ProductCase one = equal_factors(kind, size, 1, ports, plain);
  return steps_checked(*one.factors[0], *one.graph, ports);
}

std::vector<std::vector<std::uint32_t>> addition_table(std::uint32_t size) {
  std::vector<std::vector<std::uint32_t>> table(size, std::vector<std::uint32_t>(size));
  for (std::uint32_t a = 0; a < size; ++a) {
    for (std::uint32_t b = 0; b < size; ++b) table[a][b] = (a + b) % size;
  }
  return table;
}

/// Star graph: the first symbol changes places with another. Pancake graph: a prefix is turned round.
std::vector<std::vector<std::uint32_t>> star_generators(std::uint32_t symbols, bool pancake) {
  std::vector<std::vector<std::uint32_t>> generators;
  for (std::uint32_t k = 1; k < symbols; ++k) {
    std::vector<std::uint32_t> one(symbols);
    std::iota(one.begin(), one.end(), 0u);
    if (pancake) {
      std::reverse(one.begin(), one.begin() + k + 1);
    } else {
      std::swap(one[0], one[k]);
    }
    generators.push_back(one);
  }
  return generators;
}

/// Cube-connected cycles as a group: the bit at the cursor changes, the cursor moves on or back.
std::vector<std::vector<std::uint32_t>> cube_connected_cycles(std::uint32_t dimension) {
  // On 2 · dimension points (place, bit): turn the circle of places, or exchange the two points of place 0.
  std::vector<std::uint32_t> on(2 * dimension), back(2 * dimension), flip(2 * dimension);
  for (std::uint32_t place = 0; place < dimension; ++place) {
    for (std::uint32_t bit = 0; bit < 2; ++bit) {
      on[2 * place + bit] = 2 * ((place + 1) % dimension) + bit;
      back[2 * place + bit] = 2 * ((place + dimension - 1) % dimension) + bit;
      flip[2 * place + bit] = 2 * place + (place == 0 ? 1 - bit : bit);
    }
  }
  return {on, back, flip};
}

}  // namespace

TEST_CASE("total exchange: one dimension takes the steps of the reference") {
  const std::uint64_t ring_one[] = {2, 4, 6, 9, 12, 16, 20, 25};
  for (std::uint32_t n = 3; n <= 10; ++n) CHECK(steps_of("ring", n, Ports::one) == ring_one[n - 3]);
  CHECK(steps_of("ring", 16, Ports::one) == 64);
  const std::uint64_t path_one[] = {1, 4, 7, 12, 17, 24, 31, 40, 49};
  for (std::uint32_t n = 2; n <= 10; ++n) CHECK(steps_of("path", n, Ports::one) == path_one[n - 2]);
  CHECK(steps_of("path", 16, Ports::one) == 127);
  const std::uint64_t ring_all[] = {1, 2, 3, 5, 6, 8, 10, 13, 15, 18, 21, 25, 28, 32};
  for (std::uint32_t n = 3; n <= 16; ++n) CHECK(steps_of("ring", n, Ports::all) == ring_all[n - 3]);
  CHECK(steps_of("ring", 20, Ports::all) == 50);
  CHECK(steps_of("ring", 32, Ports::all) == 128);
  const std::uint64_t path_all[] = {1, 2, 4, 6, 9, 12, 16, 20, 25};
  for (std::uint32_t n = 2; n <= 10; ++n) CHECK(steps_of("path", n, Ports::all) == path_all[n - 2]);
  CHECK(steps_of("path", 16, Ports::all) == 64);
  CHECK(steps_of("path", 32, Ports::all) == 256);
  // Two nodes, as a path, a ring or a complete graph.
  for (const char* kind : {"path", "ring", "complete"}) {
    for (const Ports ports : {Ports::one, Ports::all}) CHECK(steps_of(kind, 2, ports) == 1);
    for (const Ports ports : {Ports::one, Ports::all}) CHECK(steps_of(kind, 1, ports) == 0);
  }
}

TEST_CASE("total exchange: one dimension of any size takes the steps of its formula") {
  const std::uint32_t most = testing::size() <= testing::Size::small ? 20 : 70;
  for (std::uint32_t n = 3; n <= most; n += 1 + n / 12) {
    CAPTURE(n);
    CHECK(steps_of("ring", n, Ports::one) == n * n / 4);
    CHECK(steps_of("ring", n, Ports::all) == (n % 2 == 1 ? (n * n - 1) / 8 : (n * n + 7) / 8));
    CHECK(steps_of("path", n, Ports::one) == (n % 2 == 1 ? (n * n - 1) / 2 : n * n / 2 - 1));
    CHECK(steps_of("path", n, Ports::one, true) == 2 * (n * n / 4));
    CHECK(steps_of("path", n, Ports::all) == n * n / 4);
    CHECK(steps_of("complete", n, Ports::one) == n - 1);
    CHECK(steps_of("complete", n, Ports::all) == 1);
  }
}

TEST_CASE("total exchange: bounds of one dimension and who meets them") {
  for (std::uint32_t n = 2; n <= 33; n += n < 20 ? 1 : 4) {
    CAPTURE(n);
    const ProductCase ring = equal_factors("ring", n, 1, Ports::one);
    CHECK(ring.bounds.total_status == n * (n * n / 4));
    CHECK(ring.bounds.optimal(ring.factors[0]->steps(), Ports::one));
    const std::uint64_t all = total_exchange_on_ring(n, Ports::all)->steps();
    CHECK(ring.bounds.all_ports() == all);
    const ProductCase path = equal_factors("path", n, 1, Ports::one);
    CHECK(path.bounds.total_status == n * (n * n - 1) / 3);
    CHECK(path.bounds.all_ports() == n * n / 4);
    CHECK(path.bounds.optimal(path.factors[0]->steps(), Ports::one) == (n == 2));
    for (std::uint32_t v = 1; v <= n; ++v)
      CHECK(status(*path.graph, v - 1) == v * (v - 1) / 2 + (n - v) * (n - v + 1) / 2);
    const ProductCase complete = equal_factors("complete", n, 1, Ports::one);
    CHECK(complete.bounds.total_status == n * (n - 1));
    CHECK(complete.bounds.optimal(n - 1, Ports::one));
    CHECK(complete.bounds.optimal(1, Ports::all));
  }
}

TEST_CASE("total exchange: Cayley graphs by shortest words") {
  const auto check = [](const CayleyGraph& graph, std::uint64_t status_of_0) {
    const auto shared = std::make_shared<const CayleyGraph>(graph);
    CAPTURE(graph.name());
    CHECK(status(graph, 0) == status_of_0);
    const auto one = total_exchange_on_cayley(shared, Ports::one);
    const auto all = total_exchange_on_cayley(shared, Ports::all);
    CHECK(steps_checked(*one, graph, Ports::one) == status_of_0);
    const TotalExchangeBounds bounds = total_exchange_bounds(graph);
    CHECK(bounds.optimal(one->steps(), Ports::one));
    CHECK(steps_checked(*all, graph, Ports::all) >= bounds.all_ports());
    CHECK(all->steps() < one->steps());
  };
  // Z_n with generators: the ring, and a circulant with chords.
  check(CayleyGraph("Z13", addition_table(13), {1, 12}), 42);
  check(CayleyGraph("Z15 with chords", addition_table(15), {1, 14, 4, 11}), 4 * 1 + 8 * 2 + 2 * 3);
  // 4 symbols: 24 nodes, diameter 4. Distances of the star graph: 3, 6, 9, 5; of the pancake graph: 3, 6, 11, 3.
  check(CayleyGraph("star 4", star_generators(4, false)), 3 + 2 * 6 + 3 * 9 + 4 * 5);
  check(CayleyGraph("pancake 4", star_generators(4, true)), 3 + 2 * 6 + 3 * 11 + 4 * 3);
  const CayleyGraph cycles("cube-connected cycles 3", cube_connected_cycles(3));
  CHECK(cycles.nodes() == 24);
  CHECK(cycles.properties().largest_degree == 3);
  CHECK(cycles.properties().diameter == 6);
  check(cycles, status(cycles, 0));
  if (testing::size() > testing::Size::small) {
    const CayleyGraph star("star 5", star_generators(5, false));
    CHECK(star.nodes() == 120);
    check(star, 4 + 2 * 12 + 3 * 30 + 4 * 44 + 5 * 26 + 6 * 3);
  }
}

TEST_CASE("total exchange: products with Cayley graphs") {
  const auto star = std::make_shared<const CayleyGraph>("star 3", star_generators(3, false));
  const auto chords =
      std::make_shared<const CayleyGraph>("Z7", addition_table(7), std::vector<std::uint32_t>{2, 5, 3, 4});
  const std::shared_ptr<const Topology> path = make_topology("path:3");
  const ProductGraph graph({star, path, chords});
  CHECK(graph.nodes() == 6 * 3 * 7);
  const TotalExchangeBounds parts[] = {total_exchange_bounds(*star), total_exchange_bounds(*path),
                                       total_exchange_bounds(*chords)};
  const TotalExchangeBounds bounds = total_exchange_bounds(parts);
  CHECK(bounds.total_status == total_exchange_bounds(graph).total_status);
  const auto factors = [&](Ports ports) {
    return std::vector{total_exchange_on_cayley(star, ports), total_exchange_on_path(3, ports),
                       total_exchange_on_cayley(chords, ports)};
  };
  CHECK(steps_checked(*total_exchange_a2(factors(Ports::one)), graph, Ports::one) == 21 * 9 + 42 * 4 + 18 * 8);
  const auto mixed = total_exchange_mixed(factors(Ports::all));
  CHECK(steps_checked(*mixed, graph, Ports::all) >= bounds.all_ports());
  // Both factors Cayley graphs: optimal (Theorem 3).
  const auto both =
      total_exchange_a2(total_exchange_on_cayley(star, Ports::one), total_exchange_on_cayley(chords, Ports::one));
  const ProductGraph cayley({star, chords});
  CHECK(steps_checked(*both, cayley, Ports::one) == total_exchange_bounds(cayley).one_port());
}

TEST_CASE("total exchange: what is no group is refused") {
  CHECK_THROWS_AS(CayleyGraph("x", {{0, 1, 1}}), ConfigError);
  CHECK_THROWS_AS(CayleyGraph("x", {{0, 1, 2}}), ConfigError);             // the identity
  CHECK_THROWS_AS(CayleyGraph("x", {{1, 2, 0}}), ConfigError);             // no inverse
  CHECK_THROWS_AS(CayleyGraph("x", {{1, 0, 2}, {1, 0, 2}}), ConfigError);  // twice
  CHECK_THROWS_AS(CayleyGraph("x", addition_table(6), {2, 4}), ConfigError);
  CHECK_THROWS_AS(CayleyGraph("x", addition_table(6), {1}), ConfigError);
  auto table = addition_table(5);
  std::swap(table[2], table[3]);
  CHECK_THROWS_AS(CayleyGraph("x", table, {1, 4}), ConfigError);
  table = addition_table(5);
  table[4][4] = 4;
  CHECK_THROWS_AS(CayleyGraph("x", table, {1, 4}), ConfigError);
}

}  // namespace pram
