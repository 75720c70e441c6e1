#include <algorithm>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include <pram/pram.hpp>

#include "../../../support.hpp"

namespace pram {

namespace {

using bsp::Algorithm;

}  // namespace

TEST_CASE("formulas of collectives are those of the book") {
  const bsp::Parameters machine = {3, 50};
  for (const std::uint64_t p : {4U, 16U, 64U}) {
    for (const std::uint64_t m : {p, 4 * p, 100 * p}) {
      const auto straight = bsp::broadcast_cost(p, m, 8, machine, Algorithm::one_phase);
      CHECK(straight.charge(machine) == static_cast<double>((p - 1) * m * 3 + 50));
      const auto two = bsp::broadcast_cost(p, m, 8, machine, Algorithm::two_phase);
      CHECK(two.charge(machine) == static_cast<double>(2 * (p - 1) * (m / p) * 3 + 2 * 50));
      const auto sum = bsp::reduce_cost(p, m, 8, machine, Algorithm::two_phase);
      CHECK(sum.charge(machine) == static_cast<double>((p - 1) * (m / p) * (1 + 2 * 3) + 2 * 50));
      std::uint64_t rounds = 0;
      for (std::uint64_t have = 1; have < p; have *= 2) ++rounds;
      // With no price on supersteps the binary tree is best of all trees.
      const auto tree = bsp::scan_cost(p, m, 8, {1, 0}, Algorithm::tree);
      CHECK(tree.degree == 2);
      CHECK(tree.supersteps == rounds);
      CHECK(tree.charge(machine) == static_cast<double>(rounds * (m + 3 * m + 50)));
      CHECK(bsp::all_reduce_cost(p, m, 8, {1, 0}, Algorithm::tree).relation == 2 * rounds * m);
    }
  }
  CHECK_THROWS_AS((void)bsp::broadcast_cost(0, 1, 8, machine), Error);
}

TEST_CASE("best is the cheapest by g, l and size, and is what runs") {
  std::mt19937_64 draw(testing::seed());
  const auto formulas = {bsp::broadcast_cost, bsp::reduce_cost, bsp::all_reduce_cost, bsp::scan_cost,
                         bsp::exclusive_scan_cost};
  for (int round = 0; round < 300; ++round) {
    const std::uint64_t p = 1 + draw() % 5000;
    const std::uint64_t m = draw() % (draw() % 2 == 0 ? 10 : 100'000);
    const bsp::Parameters machine = {static_cast<double>(draw() % 10), static_cast<double>(draw() % 10'000)};
    for (const auto formula : formulas) {
      const auto best = formula(p, m, 8, machine, Algorithm::best);
      double least = best.charge(machine) + 1;
      for (const Algorithm algorithm : {Algorithm::one_phase, Algorithm::two_phase, Algorithm::tree})
        least = std::min(least, formula(p, m, 8, machine, algorithm).charge(machine));
      CHECK(best.charge(machine) == least);
    }
  }
  CHECK(bsp::broadcast_cost(64, 1, 8, {1, 1'000'000}).algorithm == Algorithm::one_phase);
  CHECK(bsp::broadcast_cost(64, 100'000, 8, {1, 100}).algorithm == Algorithm::two_phase);
  CHECK(bsp::broadcast_cost(4096, 1, 8, {1, 0}).algorithm == Algorithm::tree);
  CHECK(bsp::broadcast_cost(4096, 1, 8, {1, 50}).degree > 2);

  const auto supersteps = [](const char* network, std::uint64_t values) {
    Machine machine({.components = 64, .network = network});
    machine.spmd([&](bsp::Process self) -> Task<> {
      std::vector<double> row(values);
      co_await bsp::broadcast(self, row);
    });
    return machine.ledger().supersteps();
  };
  CHECK(supersteps("router:g=1,l=1000000", 1) == 1);
  CHECK(supersteps("router:g=1,l=100", 100'000) == 2);
  CHECK(supersteps("router", 1) == 6);
  CHECK(supersteps("ideal", 1) == 1);
}

TEST_CASE("processes know g and l of their network") {
  const auto parameters = [](const char* network) {
    bsp::Parameters known;
    Machine machine({.components = 16, .network = network});
    machine.spmd([&](bsp::Process self) -> Task<> {
      if (self.id() == 0) known = self.parameters();
      co_return;
    });
    return std::pair(known.g, known.l);
  };
  CHECK(parameters("router:g=4,l=30") == std::pair(4.0, 30.0));
  CHECK(parameters("ideal") == std::pair(0.0, 1.0));
  CHECK(parameters("torus:4x4") == std::pair(1.0, 0.0));
}

TEST_CASE("link by link: trees of collectives cost what their messages do on the links that they cross") {
  constexpr std::uint64_t p = 16;
  constexpr std::uint64_t side = 4;
  constexpr std::uint64_t rounds = 4;
  const bsp::CollectiveOptions tree = {.algorithm = Algorithm::tree, .parameters = bsp::Parameters{1, 0}};
  const bsp::CollectiveOptions straight = {.algorithm = Algorithm::one_phase};
  const bsp::CollectiveOptions two = {.algorithm = Algorithm::two_phase};
  for (const std::uint64_t m : {1U, 5U, 16U}) {
    const auto charge = [m](const char* network, const auto& collective) {
      Machine machine({.components = p, .network = network});
      machine.spmd([&](bsp::Process self) -> Task<> {
        std::vector<std::uint64_t> values(m, self.id());
        co_await collective(self, values);
      });
      return machine.ledger().superstep_charge();
    };
    using Values = std::vector<std::uint64_t>;
    const auto broadcast = [&](const bsp::CollectiveOptions& by) {
      return [by](bsp::Process self, Values& values) { return bsp::broadcast(self, values, 0, by); };
    };
    const auto reduce = [&](bsp::Process self, Values& values) { return bsp::reduce(self, values, Sum{}, 0, tree); };
    const auto all_reduce = [&](bsp::Process self, Values& values) {
      return bsp::all_reduce(self, values, Sum{}, tree);
    };
    const auto scan = [&](bsp::Process self, Values& values) { return bsp::scan(self, values, Sum{}, tree); };
    // In round i messages go 2^i processes far. Along a path the links between them carry 2^i of a broadcast one after
    // the other, and each message of a reduction or scan crosses 2^i links.
    CHECK(charge("path:16", broadcast(tree)) == (p - 1) * m);
    CHECK(charge("path:16", reduce) == (p - 1) * m);
    CHECK(charge("path:16", all_reduce) == 2 * (p - 1) * m);
    CHECK(charge("path:16", scan) == (p - 1) * m);
    // All messages leave by one link, the nearest first; the last of them crosses all links.
    CHECK(charge("path:16", broadcast(straight)) == (2 * p - 3) * m);
    // The same along the rows of a torus, then along its columns, all of which go on at a time.
    CHECK(charge("torus:4x4", broadcast(tree)) == 2 * (side - 1) * m);
    CHECK(charge("torus:4x4", reduce) == 2 * (side - 1) * m);
    CHECK(charge("torus:4x4", all_reduce) == 4 * (side - 1) * m);
    // Neighbours in every round.
    CHECK(charge("hypercube:4", broadcast(tree)) == rounds * m);
    CHECK(charge("hypercube:4", reduce) == rounds * m);
    // A link for each message.
    CHECK(charge("complete:16", broadcast(straight)) == m);
    CHECK(charge("complete:16", broadcast(two)) ==
          (m == 1 ? 1 : 2 * ((m + p - 1) / p)));  // the root has the only block
    CHECK(charge("complete:16", broadcast(tree)) == rounds * m);
    CHECK(charge("complete:16", scan) == rounds * m);
    CHECK(charge("router:g=3,l=7", broadcast(straight)) == 3 * (p - 1) * m + 7);
  }
}

}  // namespace pram
