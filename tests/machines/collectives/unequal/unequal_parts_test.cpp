#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/thrown.hpp"
#include "machines/collectives/delivered.hpp"
#include "support.hpp"

using namespace pram;
using pram::testing::delivered;
using pram::testing::model_of;
using pram::testing::same;

namespace {

CollectiveTask gathered_counts(std::vector<std::uint64_t> counts) {
  CollectiveTask task{.operation = Collective::all_gather};
  task.words = std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
  task.counts = std::move(counts);
  return task;
}

/// Vectors of any lengths, of which some are empty; most words at one node; all at one node.
std::vector<std::uint64_t> drawn_counts(std::mt19937_64& random, std::uint32_t nodes) {
  std::vector<std::uint64_t> counts(nodes, 0);
  const std::uint64_t kind = random() % 4;
  const std::uint64_t most = std::vector<std::uint64_t>{2, 9, 100}[random() % 3];
  for (std::uint64_t& count : counts) count = kind == 3 ? 0 : random() % most;
  if (kind >= 1) counts[random() % nodes] += 1 + random() % 1000;
  return counts;
}

const std::vector<std::string> networks_of_counts = {"bus:1",
                                                     "bus:7",
                                                     "bus:9,modules=4",
                                                     "switch:1",
                                                     "switch:2",
                                                     "switch:3",
                                                     "switch:9",
                                                     "switch:16",
                                                     "switch:33",
                                                     "ring:2",
                                                     "ring:7",
                                                     "shared-memory:8,modules=3",
                                                     "ring:2,duplex=full",
                                                     "ring:8,ports=all",
                                                     "torus:3x4",
                                                     "torus:2x2",
                                                     "torus:4x4,ports=one",
                                                     "torus:2x3x4",
                                                     "grid:4x3",
                                                     "complete:6,duplex=full,ports=one",
                                                     "complete:5",
                                                     "hypercube:1",
                                                     "hypercube:3",
                                                     "hypercube:4,duplex=full",
                                                     "star:8",
                                                     "omega:8",
                                                     "de-bruijn:4",
                                                     "fat-tree:4,2",
                                                     "dragonfly:4,1",
                                                     "hamming-mesh:2,2,2,2"};

}  // namespace

TEST_CASE("unequal parts: every algorithm that takes counts delivers them, at what its formula says") {
  std::mt19937_64 random(testing::seed());
  std::set<std::string> met;
  const int draws = testing::size() == testing::Size::tiny ? 2 : testing::size() == testing::Size::large ? 60 : 12;
  for (const std::string& network : networks_of_counts) {
    CAPTURE(network);
    for (int draw = 0; draw < draws; ++draw) {
      const CollectiveModel model = model_of(network, std::vector{0.0, 1.0, 30.0, 1000.0}[random() % 4], 1);
      const CollectiveTask task = gathered_counts(drawn_counts(random, model.nodes));
      CAPTURE(task.counts);
      CAPTURE(model.startup);
      const double least = collective_lower_bound(model, task);
      CHECK((least > 0) == (task.words > 0 && model.nodes > 1));
      const auto fitting = algorithms_for(model, task);
      CHECK(!fitting.empty());
      for (const CollectiveAlgorithm* const algorithm : fitting) {
        CAPTURE(algorithm->name);
        met.insert(algorithm->name);
        const CollectiveCost cost = delivered(*algorithm, model, task);
        const CollectiveFormula formula = algorithm->formula(model, task);
        CHECK(cost.time(model) >= least * (1 - 1e-12));
        if (formula.cost.has_value()) {
          CHECK(cost.steps == formula.cost->steps);
          CHECK(cost.words <= formula.cost->words * (1 + 1e-12));
          if (formula.exact) CHECK(same(cost.words, formula.cost->words));
        } else {
          CHECK(cost.time(model) >= formula.time * (1 - 1e-9));
        }
      }
    }
  }
  for (const std::string name :
       {"bus", "shared-memory", "ring", "torus-broadcasts", "embedded-ring", "torus-alternating",
        "hypercube-alternating", "switch-ring", "switch-doubling", "circulant", "gather-broadcast", "matchings"})
    CHECK_MESSAGE(met.contains("all-gather-" + name), name);
}

TEST_CASE("unequal parts: counts that are all equal cost what no counts do") {
  for (const std::string& network : networks_of_counts) {
    const CollectiveModel model = model_of(network, 10, 1);
    CollectiveTask task = gathered_counts(std::vector<std::uint64_t>(model.nodes, 12));
    CollectiveTask even = task;
    even.counts.clear();
    CAPTURE(network);
    CHECK(collective_lower_bound(model, task) == collective_lower_bound(model, even));
    CHECK(collective_input(task, model.nodes) == collective_input(even, model.nodes));
    for (const CollectiveAlgorithm* const algorithm : algorithms_for(model, task)) {
      CAPTURE(algorithm->name);
      // A plan for unequal parts may cut the vectors, and that for equal ones may go by way of one node.
      if (algorithm->planned) continue;
      CHECK(same(algorithm->formula(model, task).time, algorithm->formula(model, even).time));
      CHECK(same(delivered(*algorithm, model, task).time(model), delivered(*algorithm, model, even).time(model)));
    }
  }
}

TEST_CASE("unequal parts: what one node has alone goes as a broadcast does, on a circulant graph") {
  const CollectiveModel model = model_of("switch:64", 100, 1);
  std::vector<std::uint64_t> counts(64, 0);
  counts[17] = 4096;
  const CollectiveTask task = gathered_counts(counts);
  const CollectiveTask broadcast{.operation = Collective::broadcast, .words = 4096, .source = 17};
  const CollectiveAlgorithm& gather = collective_algorithms().find("all-gather-circulant");
  const CollectiveAlgorithm& spread = collective_algorithms().find("broadcast-circulant");
  CHECK(gather.formula(model, task).time == 7467);
  CHECK(spread.formula(model, broadcast).time == 7467);
  const CollectiveCost cost = delivered(gather, model, task);
  CHECK(cost.steps == 19);
  CHECK(cost.words == delivered(spread, model, broadcast).words);
  // A ring passes everything on 63 times, and by doubling it goes whole in each of 6 steps.
  CHECK(delivered(collective_algorithms().find("all-gather-switch-ring"), model, task).words == 63 * 4096);
  CHECK(delivered(collective_algorithms().find("all-gather-switch-doubling"), model, task).words == 6 * 4096);
  CHECK(best_algorithm(model, task)->name == "all-gather-circulant");
}

TEST_CASE("unequal parts: long vectors are cut where links of a network would wait for them") {
  // Of a vector at one node each of the four links of its torus takes a part.
  const CollectiveModel model = model_of("torus:4x4,duplex=full", 1, 1);
  std::vector<std::uint64_t> counts(16, 0);
  counts[5] = 1024;
  const CollectiveTask task = gathered_counts(counts);
  const CollectiveCost cost = delivered(collective_algorithms().find("all-gather-matchings"), model, task);
  CHECK(collective_lower_bound(model, task) >= 256);
  CHECK(cost.time(model) <= 2 * collective_lower_bound(model, task));
}

TEST_CASE("unequal parts: counts that are not those of the nodes, or of another operation, are refused") {
  const CollectiveModel model = model_of("switch:4", 1, 1);
  const CollectiveTask right = gathered_counts({1, 2, 0, 5});
  CHECK(algorithms_for(model, right).size() == 4);
  const auto with = [&](Collective operation, std::uint64_t words, std::vector<std::uint64_t> counts) {
    CollectiveTask task{.operation = operation, .words = words};
    task.counts = std::move(counts);
    return task;
  };
  for (const CollectiveTask& wrong :
       {with(Collective::all_gather, 8, {1, 2, 5}), with(Collective::all_gather, 8, {1, 2, 0, 5, 0}),
        with(Collective::all_gather, 9, {1, 2, 0, 5}), with(Collective::all_gather, 7, {1, 2, 0, 5}),
        with(Collective::all_gather, 4, {~std::uint64_t{0}, 2, 0, 3}), with(Collective::gather, 8, {1, 2, 0, 5})}) {
    CAPTURE(wrong.counts);
    CHECK(algorithms_for(model, wrong).empty());
    for (const CollectiveAlgorithm& algorithm : collective_algorithms().entries()) {
      if (algorithm.operation != wrong.operation) continue;
      CAPTURE(algorithm.name);
      CHECK_FALSE(algorithm.fits(model, wrong));
      CollectiveData out;
      const auto error =
          testing::thrown<ConfigError>([&] { static_cast<void>(algorithm.run(model, wrong, CollectiveData(4), out)); });
      CHECK(testing::is_one_line(error.what()));
    }
  }
}
