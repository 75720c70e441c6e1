#include <doctest/doctest.h>

#include <cstdint>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "machines/collectives/delivered.hpp"
#include "support.hpp"

using namespace pram;
using pram::testing::delivered;
using pram::testing::model_of;
using pram::testing::same;

namespace {

const char* const all_networks[] = {"bus:1",
                                    "bus:2",
                                    "bus:7",
                                    "bus:9,modules=4",
                                    "shared-memory:1",
                                    "shared-memory:2",
                                    "shared-memory:8,modules=3",
                                    "shared-memory:8,modules=8",
                                    "shared-memory:12,modules=4",
                                    "switch:1",
                                    "switch:2",
                                    "switch:3",
                                    "switch:6",
                                    "switch:7",
                                    "switch:8",
                                    "switch:16",
                                    "ring:1",
                                    "ring:2",
                                    "ring:3",
                                    "ring:4",
                                    "ring:7",
                                    "ring:8",
                                    "ring:2,ports=all",
                                    "ring:3,ports=all",
                                    "ring:9,ports=all",
                                    "ring:8,ports=all,duplex=full",
                                    "ring:2,duplex=full",
                                    "ring:5,duplex=full",
                                    "torus:1x1",
                                    "torus:1x5",
                                    "torus:6",
                                    "torus:2x2",
                                    "torus:2x3",
                                    "torus:3x3",
                                    "torus:4x3",
                                    "torus:4x4",
                                    "torus:5x5",
                                    "torus:4x6,duplex=full",
                                    "torus:2x2,duplex=full",
                                    "torus:3x4,ports=one",
                                    "torus:3x3x3",
                                    "torus:2x3x4",
                                    "grid:3x3",
                                    "grid:4x3",
                                    "grid:5x2,duplex=full",
                                    "grid:3x3x2",
                                    "grid:1x4",
                                    "path:2",
                                    "path:6",
                                    "hypercube:0",
                                    "hypercube:1",
                                    "hypercube:2",
                                    "hypercube:3",
                                    "hypercube:4",
                                    "hypercube:3,duplex=full",
                                    "hypercube:3,ports=one",
                                    "hypercube:2,ports=one,duplex=full",
                                    "complete:5",
                                    "star:5",
                                    "product:ring:3,path:2",
                                    "rcn-full:3,1",
                                    "torus:4x4,switching=wormhole"};

bool ours(const CollectiveAlgorithm& algorithm) { return algorithm.source.starts_with("Saad"); }

/// Formulas for N / p words on each of p paths; where p does not divide N, the longest path may have less to carry.
bool in_equal_parts(const CollectiveAlgorithm& algorithm) {
  return algorithm.name.find("-halves") != std::string::npos || algorithm.name.ends_with("-paths");
}

/// A number of words for which every formula divides.
std::uint64_t dividing(std::uint64_t nodes) { return nodes * nodes * 12; }

}  // namespace

TEST_CASE("exchange: every algorithm delivers on every network that it fits, at what its formula says") {
  std::set<std::string> met;
  std::mt19937 random(6);
  for (const char* const network : all_networks) {
    for (const auto& [startup, bandwidth] : {std::pair{1.0, 1.0}, {25.0, 2.0}, {0.0, 1.0}}) {
      if (startup != 1.0 && testing::size() == testing::Size::tiny) continue;
      const CollectiveModel model = model_of(network, startup, bandwidth);
      const std::uint64_t k = model.nodes;
      std::set<std::uint64_t> sizes = {dividing(k)};
      if (startup == 1.0) sizes.insert({0, 1, 2, k - 1, k, k + 1, 5 * k + 2, k * k + 1});
      for (const Collective operation : all_collectives()) {
        for (const std::uint64_t words : sizes) {
          const CollectiveTask task{.operation = operation,
                                    .words = words,
                                    .source = static_cast<std::uint32_t>(random() % k),
                                    .target = static_cast<std::uint32_t>(random() % k)};
          const double least = collective_lower_bound(model, task);
          for (const CollectiveAlgorithm* const algorithm : algorithms_for(model, task)) {
            if (!ours(*algorithm)) continue;
            CAPTURE(network);
            CAPTURE(algorithm->name);
            CAPTURE(words);
            CAPTURE(startup);
            CAPTURE(task.source);
            CAPTURE(task.target);
            met.insert(algorithm->name);
            const CollectiveCost cost = delivered(*algorithm, model, task);
            const CollectiveFormula formula = algorithm->formula(model, task);
            const double time = cost.time(model);
            CHECK(time >= least * (1 - 1e-12));
            if (words == dividing(k) || words == 0) CHECK(formula.exact == formula.cost.has_value());
            if (formula.exact) {
              REQUIRE(formula.cost.has_value());
              CHECK(cost.steps == formula.cost->steps);
              CHECK(same(cost.words, formula.cost->words));
              CHECK(same(time, formula.time));
            } else if (formula.cost.has_value()) {
              // No more than for the next number of words that divides.
              CollectiveTask rounded = task;
              rounded.words = dividing(k);
              const CollectiveFormula above = algorithm->formula(model, rounded);
              if (words <= rounded.words) CHECK(cost.words <= above.cost->words * (1 + 1e-9));
              CHECK(cost.steps <= formula.cost->steps);
            } else if (words % 12 == 0 || !in_equal_parts(*algorithm)) {
              CHECK(time >= formula.time * (1 - 1e-9));
            }
          }
        }
      }
    }
  }
  for (const CollectiveAlgorithm& algorithm : collective_algorithms().entries()) {
    if (ours(algorithm)) CHECK_MESSAGE(met.contains(algorithm.name), algorithm.name);
  }
}

TEST_CASE("exchange: a tree of routes goes through switches, in packets as good as its formula says") {
  for (const char* const network : {"hamming-mesh:2,2,2,2", "hamming-mesh:4,3,1,2,duplex=full", "hamming-mesh:1,2,3,4",
                                    "fat-tree:2,3", "fat-tree:4,2", "dragonfly:2,2,2", "tree:3,3", "slim-fly:3,2"}) {
    const CollectiveModel model = model_of(network, 20, 1);
    CAPTURE(network);
    for (const CollectiveOperation operation :
         {CollectiveOperation(Collective::broadcast), CollectiveOperation(CollectiveOperation::reduce),
          CollectiveOperation(CollectiveOperation::all_reduce)}) {
      const std::string name =
          to_string(operation) +
          (operation == Collective::broadcast && model.switches() ? "-tree-through-switches" : "-tree");
      const CollectiveAlgorithm& tree = collective_algorithms().find(name);
      for (const std::uint64_t words : {std::uint64_t{model.nodes}, model.nodes * std::uint64_t{500}}) {
        const CollectiveTask task{
            .operation = operation, .words = words, .source = model.nodes - 1, .target = model.nodes / 2};
        CAPTURE(name);
        CAPTURE(words);
        REQUIRE(tree.fits(model, task));
        const CollectiveCost cost = delivered(tree, model, task);
        const double formula = tree.formula(model, task).time;
        CHECK(cost.time(model) >= collective_lower_bound(model, task) * (1 - 1e-12));
        CHECK(cost.time(model) >= formula * (1 - 1e-9));
        CHECK(cost.time(model) <= formula * 1.05 + static_cast<double>(cost.steps));
      }
    }
  }
}

TEST_CASE("exchange: names begin with the operation, and every row says what it is") {
  for (const CollectiveAlgorithm& algorithm : collective_algorithms().entries()) {
    CAPTURE(algorithm.name);
    CHECK(algorithm.name.starts_with(to_string(algorithm.operation) + "-"));
    CHECK(!algorithm.summary.empty());
    CHECK(!algorithm.source.empty());
  }
}

TEST_CASE("exchange: pipelines with whole packets are near their formula") {
  std::mt19937 random(17);
  for (int trial = 0; trial < 60; ++trial) {
    const auto startup = static_cast<double>(1 + random() % 100);
    const char* const network =
        std::vector{"ring:16", "torus:6x6", "hypercube:5", "switch:15", "grid:5x4"}[random() % 5];
    const CollectiveModel model = model_of(network, startup, static_cast<double>(1 + random() % 3));
    const CollectiveTask task{.operation = Collective::broadcast,
                              .words = 200 + random() % 3000,
                              .source = static_cast<std::uint32_t>(random() % model.nodes)};
    for (const CollectiveAlgorithm* const algorithm : algorithms_for(model, task)) {
      const CollectiveFormula formula = algorithm->formula(model, task);
      if (!ours(*algorithm) || formula.cost.has_value()) continue;
      const CollectiveCost cost = delivered(*algorithm, model, task);
      CAPTURE(network);
      CAPTURE(algorithm->name);
      CAPTURE(task.words);
      CAPTURE(startup);
      // Packets are rounded up to whole words, and their number to a whole one.
      const double rounding = static_cast<double>(cost.steps) / model.bandwidth;
      CHECK(cost.time(model) <= formula.time * 1.05 + rounding);
      CHECK(cost.time(model) >= formula.time * (1 - 1e-9));
    }
  }
}

TEST_CASE("exchange: the best algorithm is the one with the least formula") {
  const CollectiveModel model = model_of("torus:4x4", 10, 1);
  const CollectiveTask little{.operation = Collective::broadcast, .words = 1};
  const CollectiveTask much{.operation = Collective::broadcast, .words = 100000};
  for (const CollectiveTask& task : {little, much}) {
    const CollectiveAlgorithm* const best = best_algorithm(model, task);
    REQUIRE(best != nullptr);
    for (const CollectiveAlgorithm* const other : algorithms_for(model, task))
      CHECK(best->formula(model, task).time <= other->formula(model, task).time);
  }
}

TEST_CASE("exchange: data of the wrong number of nodes is refused") {
  const CollectiveModel model = model_of("ring:4", 1, 1);
  const CollectiveTask task{.operation = Collective::broadcast, .words = 3};
  CollectiveData out;
  CHECK_THROWS_AS(best_algorithm(model, task)->run(model, task, collective_input(task, 5), out), ConfigError);
}

TEST_CASE("exchange: what is written for products and tori alone refuses other networks") {
  const CollectiveModel model = model_of("star:16", 1, 1);
  const CollectiveTask task{.operation = Collective::all_to_all, .words = 256};
  std::uint64_t asked = 0;
  for (const CollectiveAlgorithm& algorithm : collective_algorithms().entries()) {
    if (!algorithm.name.starts_with("all-to-all-product") && !algorithm.name.starts_with("all-to-all-torus-")) continue;
    CAPTURE(algorithm.name);
    CHECK_FALSE(algorithm.fits(model, task));
    CollectiveData out;
    CHECK_THROWS_WITH_AS(algorithm.formula(model, task), doctest::Contains("network = 'star:16'"), ConfigError);
    CHECK_THROWS_AS(algorithm.run(model, task, collective_input(task, 16), out), ConfigError);
    ++asked;
  }
  CHECK(asked >= 8);
}

TEST_CASE("exchange: every algorithm refuses a task that is not its own, and data that is not the task's") {
  const CollectiveModel model = model_of("ring:4", 1, 1);
  for (const Collective operation : all_collectives()) {
    CAPTURE(to_string(operation));
    const CollectiveTask task{.operation = operation, .words = 33, .target = 2};
    for (const CollectiveAlgorithm* const algorithm : algorithms_for(model, task)) {
      CAPTURE(algorithm->name);
      CollectiveData out;
      CollectiveData in = collective_input(task, 4);
      CHECK_NOTHROW(algorithm->run(model, task, in, out));
      in[0].pop_back();
      CHECK_THROWS_AS(algorithm->run(model, task, in, out), ConfigError);
      CollectiveTask other = task;
      other.operation = operation == Collective::scatter ? Collective::gather : Collective::scatter;
      CHECK_THROWS_AS(algorithm->run(model, other, collective_input(other, 4), out), ConfigError);
      other = task;
      other.source = 4;
      CHECK_THROWS_AS(algorithm->run(model, other, CollectiveData(4), out), ConfigError);
    }
  }
}
