#include <doctest/doctest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "machines/collectives/delivered.hpp"
#include "optimum.hpp"
#include "support.hpp"

using namespace pram;
using pram::testing::delivered;
using pram::testing::model_of;
using pram::testing::searched_optimum;

TEST_CASE("lower bounds: no schedule of a small network is faster, of all that there are") {
  std::uint64_t tight = 0;
  for (const std::string network : {"path:3", "star:4", "complete:3", "path:4", "de-bruijn:2", "fat-tree:2,1",
                                    "fat-tree:3,1", "omega:2", "tree:1"}) {
    for (const std::string options :
         {",ports=all,duplex=full", ",ports=one,duplex=full", ",ports=all,duplex=half", ",ports=one,duplex=half"}) {
      for (const double startup : {0.0, 1.0, 7.0}) {
        const CollectiveModel model = model_of(network + options, startup, 1);
        for (const CollectiveOperation operation :
             {Collective::broadcast, Collective::scatter, Collective::gather, Collective::all_gather}) {
          if (operation != Collective::broadcast && model.topology->nodes() > 3) continue;
          const CollectiveTask task{.operation = operation,
                                    .words = operation == Collective::broadcast ? 2 : std::uint64_t{model.nodes},
                                    .source = model.nodes - 1,
                                    .target = model.nodes - 1};
          CAPTURE(model.network);
          CAPTURE(options);
          CAPTURE(startup);
          CAPTURE(to_string(operation));
          const double optimum = searched_optimum(model, task);
          const double bound = collective_lower_bound(model, task);
          REQUIRE(optimum > 0);
          CHECK(bound <= optimum * (1 + 1e-12));
          CHECK(bound >= optimum / 4);
          tight += bound == doctest::Approx(optimum) ? 1 : 0;
          for (const CollectiveAlgorithm* const algorithm : algorithms_for(model, task)) {
            CAPTURE(algorithm->name);
            CHECK(delivered(*algorithm, model, task).time(model) >= optimum * (1 - 1e-12));
          }
        }
      }
    }
  }
  CHECK(tight > 0);
}

TEST_CASE("lower bounds: what must go through one node, one port") {
  // The hub of a star sends every word once to each of the others, in messages of their own.
  const CollectiveModel star = model_of("star:9,ports=one,duplex=full", 10, 1);
  CHECK(collective_lower_bound(star, {.operation = Collective::broadcast, .words = 6}) == 8 * 10 + 8 * 6);
  // It gets the 9 vectors of 2 words that are not its own, and sends 8 results.
  CHECK(collective_lower_bound(star, {.operation = CollectiveOperation::all_reduce, .words = 18}) == 8 * 10 + 8 * 2);
  // Over the link between two halves of a tree all blocks of pairs go that it parts.
  const CollectiveModel tree = model_of("tree:2,ports=all,duplex=full", 0, 1);
  CHECK(collective_lower_bound(tree, {.operation = Collective::all_to_all, .words = 49}) == 3 * 4);
}

TEST_CASE("lower bounds: results of a scan say every run of nodes that another one follows") {
  // Nodes of even and of odd numbers: 8 vectors of 64 words over 8 links, and 7 back.
  const CollectiveTask task{.operation = CollectiveOperation::scan, .words = 1024};
  const CollectiveModel cube = model_of("hypercube:4,ports=all,duplex=half", 0, 1);
  CHECK(collective_lower_bound(cube, task) == 15 * 64 / 8);
  CHECK(collective_lower_bound(model_of("hypercube:4,ports=all,duplex=full", 0, 1), task) == 8 * 64 / 8);
  // Columns 0 and 1 of a torus, and 2 and 3: 4 vectors over 8 links, and 3 back; every second column: 15 over 16.
  CHECK(collective_lower_bound(model_of("torus:4x4,ports=all,duplex=half", 0, 1), task) == 15 * 64 / 16);
  // Every pair of nodes has a link of its own: 8 · 8 links, and the node in the middle of 15 sends and gets a vector.
  CHECK(collective_lower_bound(model_of("complete:16,ports=all,duplex=half", 0, 1), task) == 15 * 64 / 64);
  // Switches stand where most of their neighbours are.
  CHECK(collective_lower_bound(model_of("fat-tree:4,2,ports=all,duplex=full", 0, 1), task) >= 64);
  // What takes two exchanges over the links of the cube comes near.
  const CollectiveAlgorithm& exchanges = collective_algorithms().find("scan-exchange-matchings");
  for (const ReductionOperator combine : {ReductionOperator::sum, ReductionOperator::matrix}) {
    CollectiveTask combined = task;
    combined.combine = combine;
    CHECK(delivered(exchanges, cube, combined).time(cube) == 144);
  }
}

TEST_CASE("lower bounds: the last word of a vector has all of its way still to go") {
  // Node 8 is 8 links from node 0, to which 2 links lead: 4 steps of a word each for 8 words.
  const CollectiveModel ring = model_of("ring:16,ports=all,duplex=full", 0, 1);
  for (const CollectiveOperation operation :
       {CollectiveOperation::scan, CollectiveOperation::reduce, CollectiveOperation::all_reduce})
    CHECK(collective_lower_bound(ring, {.operation = operation, .words = 8 * 16}) == 8 / 2 - 1 + 8);
  // With one port a word is at up to 2^t nodes t steps after it has left.
  const CollectiveModel complete = model_of("complete:20,ports=one,duplex=full", 0, 1);
  CHECK(collective_lower_bound(complete, {.operation = CollectiveOperation::scan, .words = 4 * 20}) == 4 - 1 + 5);
  // A reduction along a path takes just that.
  const CollectiveModel path = model_of("path:9,ports=one,duplex=full", 0, 1);
  const CollectiveTask task{.operation = CollectiveOperation::reduce, .words = 5 * 9};
  CHECK(collective_lower_bound(path, task) == 5 - 1 + 8);
  CHECK(delivered(collective_algorithms().find("reduce-chain"), path, task).time(path) == 5 - 1 + 8);
}

TEST_CASE("lower bounds: switches hold nothing, and pass on over all ports") {
  const CollectiveModel model = model_of("fat-tree:4,1,ports=one,duplex=full", 5, 1);
  CHECK(model.nodes == 4);
  CHECK(model.topology->nodes() == 5);
  const CollectiveTask task{.operation = Collective::broadcast, .words = 3};
  // To the switch, and from there to all at once.
  CHECK(collective_lower_bound(model, task) == 2 * 5 + 3);
  CHECK(delivered(collective_algorithms().find("broadcast-matchings"), model, task).time(model) == 2 * 5 + 6);
}
