#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>
#include <set>
#include <string>
#include <vector>

#include <pram/detail/circulant.hpp>

#include "collectives/circulant/bruck.hpp"
#include "machines/collectives/delivered.hpp"
#include "support.hpp"

using namespace pram;
using pram::testing::delivered;
using pram::testing::model_of;
using pram::testing::same;

namespace {

std::uint64_t rounds_to_all(std::uint32_t nodes) {
  std::uint64_t rounds = 0;
  while (std::uint64_t{1} << rounds < nodes) ++rounds;
  return rounds;
}

/// The number of nodes that are tried: all small ones, and some near powers of two.
std::vector<std::uint32_t> numbers_of_nodes() {
  std::vector<std::uint32_t> numbers;
  for (std::uint32_t p = 2; p <= 69; ++p) numbers.push_back(p);
  numbers.insert(numbers.end(), {100, 127, 128, 129});
  return numbers;
}

CollectiveCost executed(const char* algorithm, const CollectiveModel& model, const CollectiveTask& task) {
  CAPTURE(algorithm);
  const CollectiveAlgorithm& row = collective_algorithms().find(algorithm);
  REQUIRE(row.fits(model, task));
  const CollectiveCost cost = delivered(row, model, task);
  const CollectiveFormula formula = row.formula(model, task);
  CHECK(cost.time(model) >= collective_lower_bound(model, task) * (1 - 1e-12));
  REQUIRE(formula.cost.has_value());
  CHECK(cost.steps == formula.cost->steps);
  if (formula.exact) CHECK(same(cost.words, formula.cost->words));
  return cost;
}

/// The blocks of radix r, counted one by one.
CollectiveCost counted_blocks(std::uint32_t nodes, std::uint32_t radix) {
  CollectiveCost cost;
  for (std::uint64_t weight = 1; weight < nodes; weight *= radix) {
    for (std::uint64_t digit = 1; digit < radix && digit * weight < nodes; ++digit) {
      ++cost.steps;
      for (std::uint64_t distance = 0; distance < nodes; ++distance)
        cost.words += distance / weight % radix == digit ? 1 : 0;
    }
  }
  return cost;
}

}  // namespace

TEST_CASE("circulant: receive schedules of nine nodes are Träff's, and all are the blocks that they must be") {
  CHECK(circulant_receives(9, 1) == std::vector<std::int32_t>{0, -2, -3, -1});
  CHECK(circulant_receives(9, 5) == std::vector<std::int32_t>{-4, -2, -3, 3});
  CHECK(circulant_receives(9, 8) == std::vector<std::int32_t>{-3, -4, -1, 2});
  CHECK(circulant_skips(9) == std::vector<std::uint32_t>{1, 2, 3, 5, 9});
  for (const std::uint32_t p : numbers_of_nodes()) {
    const auto q = static_cast<std::int32_t>(rounds_to_all(p));
    for (std::uint32_t node = 1; node < p; ++node) {
      const std::vector<std::int32_t> blocks = circulant_receives(p, node);
      const std::set<std::int32_t> set(blocks.begin(), blocks.end());
      CHECK(set.size() == static_cast<std::size_t>(q));
      const auto base = std::ranges::find_if(blocks, [](std::int32_t block) { return block >= 0; });
      REQUIRE(base != blocks.end());
      for (std::int32_t block = -q; block < 0; ++block) CHECK(set.contains(block) == (block != *base - q));
    }
  }
}

TEST_CASE("circulant: a broadcast takes blocks - 1 + ⌈log2 p⌉ rounds, and sends nothing that is not there") {
  for (const std::uint32_t p : numbers_of_nodes()) {
    for (const std::uint32_t blocks : {1U, 2U, 3U, 5U, 8U, 14U}) {
      CAPTURE(p);
      CAPTURE(blocks);
      const auto rounds = circulant_broadcast(p, blocks);
      CHECK(rounds.size() == blocks - 1 + rounds_to_all(p));
      std::vector<std::vector<bool>> held(p, std::vector<bool>(blocks));
      held[0].assign(blocks, true);
      for (const auto& round : rounds) {
        CHECK_FALSE(round.empty());
        const auto before = held;
        std::set<std::uint32_t> senders;
        std::set<std::uint32_t> receivers;
        for (const CirculantSend& one : round) {
          CHECK(before[one.from][one.block]);
          CHECK_FALSE(held[one.to][one.block]);
          held[one.to][one.block] = true;
          CHECK(senders.insert(one.from).second);
          CHECK(receivers.insert(one.to).second);
        }
      }
      for (const auto& one : held) CHECK(std::ranges::count(one, true) == blocks);
    }
  }
}

TEST_CASE("circulant: algorithms deliver for any number of nodes, words and roots") {
  std::mt19937_64 random(testing::seed());
  for (const std::uint32_t p : numbers_of_nodes()) {
    for (const std::string& network :
         {"switch:" + std::to_string(p), "complete:" + std::to_string(p) + ",duplex=full"}) {
      if (p > 40 && network[0] == 'c') continue;
      const CollectiveModel model = model_of(network, static_cast<double>(1 + random() % 100), 1);
      CAPTURE(network);
      for (const std::uint64_t words :
           {std::uint64_t{1}, std::uint64_t{p} + 1, std::uint64_t{p} * p, random() % 5000}) {
        CAPTURE(words);
        CollectiveTask task{.words = words, .source = static_cast<std::uint32_t>(random() % p)};
        if (words == 0) continue;
        task.operation = Collective::broadcast;
        executed("broadcast-circulant", model, task);
        task.operation = Collective::all_gather;
        CHECK(executed("all-gather-circulant", model, task).steps == rounds_to_all(p));
        task.operation = Collective::all_to_all;
        if (words == std::uint64_t{p} * p) executed("all-to-all-bruck", model, task);
      }
    }
  }
}

TEST_CASE("circulant: a switch of 64 nodes broadcasts 4096 words in 19 rounds, τ = 100") {
  const CollectiveModel model = model_of("switch:64", 100, 1);
  const CollectiveTask task{.operation = Collective::broadcast, .words = 4096};
  const CollectiveCost cost = executed("broadcast-circulant", model, task);
  CHECK(cost.steps == 19);
  // The last rounds have only packets of 292 words, of which the formula knows nothing.
  CHECK(collective_algorithms().find("broadcast-circulant").formula(model, task).time == 7467);
  CHECK(cost.time(model) == 7462);
  CHECK(best_algorithm(model, task)->name == "broadcast-circulant");
}

TEST_CASE("all-to-all in radix r: rounds and blocks are counted right, and the best radix is found") {
  struct Printed {
    std::uint32_t nodes, radix;
    std::uint64_t rounds;
    double blocks;
  };
  for (const Printed& one : {Printed{64, 2, 6, 192},
                             {64, 3, 8, 158},
                             {64, 4, 9, 144},
                             {64, 8, 14, 112},
                             {64, 16, 18, 108},
                             {64, 64, 63, 63},
                             {60, 4, 9, 133},
                             {100, 8, 15, 207}}) {
    CAPTURE(one.nodes);
    CAPTURE(one.radix);
    CHECK(bruck_blocks(one.nodes, one.radix).steps == one.rounds);
    CHECK(bruck_blocks(one.nodes, one.radix).words == one.blocks);
  }
  for (std::uint32_t nodes = 2; nodes <= 70; ++nodes) {
    for (std::uint32_t radix = 2; radix <= nodes; ++radix) {
      CHECK(bruck_blocks(nodes, radix).words == counted_blocks(nodes, radix).words);
      CHECK(bruck_blocks(nodes, radix).steps == counted_blocks(nodes, radix).steps);
    }
  }
  // Every radix is executed: each block comes to its target.
  for (const std::uint32_t nodes : {5U, 16U, 27U, 60U}) {
    const CollectiveModel model = model_of("switch:" + std::to_string(nodes), 1, 1);
    const CollectiveTask task{.operation = Collective::all_to_all, .words = std::uint64_t{nodes} * nodes};
    const CollectiveData in = collective_input(task, nodes);
    const CollectiveData expected = collective_expected(task, in);
    for (std::uint32_t radix = 2; radix <= nodes; ++radix) {
      CollectiveExecutor executor(model, "bruck");
      add_blocks(executor, task, in);
      run_bruck(executor, radix);
      for (std::uint32_t to = 0; to < nodes; ++to) {
        std::vector<Piece> blocks;
        for (std::uint32_t from = 0; from < nodes; ++from) blocks.push_back(from * nodes + to);
        CHECK(executor.collect(to, blocks) == expected[to]);
      }
      CHECK(executor.cost().words == bruck_blocks(nodes, radix).words);
    }
  }
  const CollectiveTask task{.operation = Collective::all_to_all, .words = 65536};
  const CollectiveModel model = model_of("switch:64", 100, 1);
  CHECK(best_radix(model, task) == 8);
  CHECK(executed("all-to-all-bruck", model, task).time(model) == 3192);
  CHECK(best_radix(model_of("switch:64", 0, 1), task) == 64);
  CHECK(best_radix(model_of("switch:64", 1e6, 1), task) == 2);
}
