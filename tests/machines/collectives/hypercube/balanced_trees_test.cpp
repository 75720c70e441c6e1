#include <doctest/doctest.h>

#include <cstdint>
#include <random>
#include <string>

#include "machines/collectives/delivered.hpp"
#include "support.hpp"

using namespace pram;
using pram::testing::delivered;
using pram::testing::model_of;
using pram::testing::same;

namespace {

CollectiveCost run_row(const std::string& algorithm, const CollectiveModel& model, const CollectiveTask& task) {
  CAPTURE(model.network);
  CAPTURE(algorithm);
  CAPTURE(task.words);
  const CollectiveAlgorithm& row = collective_algorithms().find(algorithm);
  REQUIRE(row.fits(model, task));
  const CollectiveCost cost = delivered(row, model, task);
  const CollectiveFormula formula = row.formula(model, task);
  REQUIRE(formula.cost.has_value());
  CHECK(cost.time(model) >= collective_lower_bound(model, task) * (1 - 1e-12));
  CHECK(cost.steps <= formula.cost->steps);  // steps in which nobody has a word are not counted
  CHECK(cost.words <= formula.cost->words);
  if (formula.exact) CHECK(cost.steps == formula.cost->steps);
  if (formula.exact) CHECK(same(cost.words, formula.cost->words));
  return cost;
}

}  // namespace

TEST_CASE("hypercube: balanced trees of all nodes load all links alike, where the dimensions are a prime number") {
  // Rotations of a node are n, but for the one of ones alone: its links are in one dimension a step.
  for (const std::uint32_t n : {3U, 5U, 7U}) {
    const CollectiveModel model = model_of("hypercube:" + std::to_string(n) + ",duplex=full", 10, 1);
    const std::uint64_t k = model.nodes;
    const double blocks = static_cast<double>((k - 2) / n + 1);
    const CollectiveCost gathered =
        run_row("all-gather-hypercube-balanced-trees", model, {.operation = Collective::all_gather, .words = 3 * k});
    CHECK(gathered.steps == n);
    CHECK(gathered.words == 3 * blocks);
    const CollectiveCost combined = run_row("reduce-scatter-hypercube-balanced-trees", model,
                                            {.operation = CollectiveOperation::reduce_scatter, .words = 2 * k * k});
    CHECK(combined.steps == n);
    CHECK(combined.words == 2 * blocks);
    const CollectiveCost everywhere = run_row("all-reduce-hypercube-balanced-trees", model,
                                              {.operation = CollectiveOperation::all_reduce, .words = 2 * k * k});
    CHECK(everywhere.steps == 2 * n);
    CHECK(everywhere.words == 4 * blocks);
    // Half of all bits are ones: N / 2 links a dimension, but for the node of ones alone.
    const CollectiveCost exchanged =
        run_row("all-to-all-hypercube-balanced-trees", model, {.operation = Collective::all_to_all, .words = k * k});
    CHECK(exchanged.steps == n);
    CHECK(exchanged.words == static_cast<double>(k / 2 - 1 + n));
    const CollectiveCost parts = run_row("all-reduce-hypercube-parts", model,
                                         {.operation = CollectiveOperation::all_reduce, .words = 4 * n * k});
    CHECK(parts.steps == n);
    CHECK(parts.words == 4 * n);
  }
}

TEST_CASE("hypercube: balanced trees of all nodes deliver for all sizes, words and both duplexes") {
  std::mt19937_64 random(testing::seed());
  for (std::uint32_t n = 1; n <= 6; ++n) {
    for (const char* const duplex : {"half", "full"}) {
      const CollectiveModel model =
          model_of("hypercube:" + std::to_string(n) + ",duplex=" + duplex, static_cast<double>(random() % 50), 1);
      const std::uint64_t k = model.nodes;
      for (const std::uint64_t words : {std::uint64_t{1}, k, k * k, 3 * k * k + 5, 1 + random() % 3000}) {
        run_row("all-gather-hypercube-balanced-trees", model, {.operation = Collective::all_gather, .words = words});
        run_row("all-to-all-hypercube-balanced-trees", model, {.operation = Collective::all_to_all, .words = words});
        for (const ReductionOperator combine : {ReductionOperator::sum, ReductionOperator::maximum}) {
          CollectiveTask task{.operation = CollectiveOperation::reduce_scatter, .words = words * k, .combine = combine};
          run_row("reduce-scatter-hypercube-balanced-trees", model, task);
          task.operation = CollectiveOperation::all_reduce;
          run_row("all-reduce-hypercube-balanced-trees", model, task);
          run_row("all-reduce-hypercube-parts", model, task);
        }
      }
    }
  }
}

TEST_CASE("hypercube: all ports combine and exchange in the fewest steps, and are the best where they should be") {
  const CollectiveModel cube = model_of("hypercube:6,duplex=full", 100, 1);
  const CollectiveTask little{.operation = CollectiveOperation::all_reduce, .words = 64 * 6};
  const CollectiveTask much{.operation = CollectiveOperation::all_reduce, .words = 64 * 64000};
  // What is planned for the very network may be better still.
  const auto best_row = [&](const CollectiveTask& task) {
    const CollectiveAlgorithm* best = nullptr;
    for (const CollectiveAlgorithm* const one : algorithms_for(cube, task)) {
      if (one->name.ends_with("-matchings")) continue;
      if (best == nullptr || one->formula(cube, task).time < best->formula(cube, task).time) best = one;
    }
    return best->name;
  };
  CHECK(best_row(little) == "all-reduce-hypercube-parts");
  CHECK(best_row(much) == "all-reduce-hypercube-balanced-trees");
  const CollectiveTask gather{.operation = Collective::all_gather, .words = 4096};
  CHECK(run_row("all-gather-hypercube-balanced-trees", cube, gather).words == 64 * 13);
}
