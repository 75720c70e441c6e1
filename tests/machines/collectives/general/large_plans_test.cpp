#include <doctest/doctest.h>

#include <cstdint>
#include <string>

#include "machines/collectives/delivered.hpp"
#include "support.hpp"

using namespace pram;
using pram::testing::delivered;
using pram::testing::model_of;

TEST_CASE("large plans: thousands of nodes send to one and hear from one, within four times the lower bound") {
  const bool few = testing::size() == testing::Size::tiny;
  for (const std::string network : {"de-bruijn:10", "hamming-mesh:2,2,16,16", "fat-tree:4,5", "star-graph:6"}) {
    if (few && network != "de-bruijn:10") continue;
    const CollectiveModel model = model_of(network, 10, 1);
    CHECK(model.nodes > 512);
    for (const CollectiveOperation operation :
         {CollectiveOperation(Collective::broadcast), CollectiveOperation(Collective::gather),
          CollectiveOperation(Collective::scatter), CollectiveOperation(CollectiveOperation::reduce),
          CollectiveOperation(CollectiveOperation::all_reduce)}) {
      const std::uint64_t words = operation == Collective::broadcast ? 64 : model.nodes * std::uint64_t{2};
      const CollectiveTask task{
          .operation = operation, .words = words, .source = model.nodes / 3, .target = model.nodes / 2};
      CAPTURE(network);
      CAPTURE(to_string(operation));
      const CollectiveAlgorithm& plan = collective_algorithms().find(to_string(operation) + "-matchings");
      REQUIRE(plan.fits(model, task));
      const CollectiveCost cost = delivered(plan, model, task);
      const CollectiveFormula formula = plan.formula(model, task);
      REQUIRE(formula.cost.has_value());
      CHECK(cost.steps == formula.cost->steps);
      CHECK(cost.words == formula.cost->words);
      const double bound = collective_lower_bound(model, task);
      CHECK(cost.time(model) >= bound);
      CHECK(cost.time(model) <= 4 * bound);
    }
    // What is for every node from every other one takes too large a plan.
    const CollectiveTask gather{.operation = Collective::all_gather, .words = model.nodes};
    CHECK_FALSE(collective_algorithms().find("all-gather-matchings").fits(model, gather));
  }
  const CollectiveModel larger = model_of("de-bruijn:13", 10, 1);
  CHECK_FALSE(collective_algorithms()
                  .find("broadcast-matchings")
                  .fits(larger, {.operation = Collective::broadcast, .words = 64}));
}
