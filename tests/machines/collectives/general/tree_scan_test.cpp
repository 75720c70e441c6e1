#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "collectives/general/tree_scan/tree.hpp"
#include "machines/collectives/delivered.hpp"
#include "support.hpp"

using namespace pram;
using pram::testing::delivered;
using pram::testing::model_of;

namespace {

/// Nodes that follow each other: those from `first` up to the one before `end`.
struct NodeRun {
  std::uint32_t first = 0;
  std::uint32_t end = 0;
};

/// What a product combines, from its parts: each must touch what there is already, and nothing comes twice.
NodeRun combined_nodes(const std::vector<ScanProduct>& products, std::uint32_t product) {
  const std::uint32_t origin = products[product].origin;
  NodeRun run{origin, origin + 1};
  for (const std::uint32_t part : products[product].parts) {
    const NodeRun other = combined_nodes(products, part);
    REQUIRE((other.end == run.first || other.first == run.end));
    run = {std::min(run.first, other.first), std::max(run.end, other.end)};
  }
  return run;
}

}  // namespace

TEST_CASE("tree scan: products are the runs that they should be, and a node gets three vectors at the most") {
  for (const std::string network : {"path:1", "path:2", "ring:3", "torus:4x5", "de-bruijn:4", "star:23", "omega:16"}) {
    const CollectiveModel model = model_of(network, 1, 1);
    const ShortestWays ways(Wires(model, false));
    for (const RootChoice choice : all_root_choices) {
      CAPTURE(network);
      CAPTURE(static_cast<int>(choice));
      const ScanTree tree = scan_tree(ways, model.nodes, choice);
      const std::vector<ScanProduct> products = scan_products(tree);
      REQUIRE(products.size() == 2 * model.nodes);
      std::vector<std::uint32_t> comes(model.nodes, 0);
      std::uint32_t sent = 0;
      for (std::uint32_t v = 0; v < model.nodes; ++v) {
        const NodeRun result = combined_nodes(products, model.nodes + v);
        CHECK(result.first == 0);
        CHECK(result.end == v + 1);
        for (const std::uint32_t product : {v, model.nodes + v}) {
          CHECK(products[product].origin == v);
          sent += products[product].targets.empty() ? 0 : 1;
          for (const std::uint32_t target : products[product].targets) ++comes[target];
        }
        if (!products[v].targets.empty()) CHECK(products[v].targets.size() == 1);
      }
      for (const std::uint32_t vectors : comes) CHECK(vectors <= 3);
      CHECK(sent <= 2 * model.nodes);
      if (choice == RootChoice::last) CHECK(sent == model.nodes - 1);
    }
  }
}

TEST_CASE("tree scan: a chain on a path of both directions meets the lower bound") {
  for (const std::uint32_t nodes : {2U, 3U, 8U, 31U}) {
    for (const std::uint64_t vector : {1U, 4U, 16U}) {
      CAPTURE(nodes);
      CAPTURE(vector);
      // Each vector leaves the first node word by word, and the last word has nodes - 1 links to go.
      const CollectiveModel model = model_of("path:" + std::to_string(nodes) + ",ports=one,duplex=full", 0, 1);
      const CollectiveTask task{.operation = CollectiveOperation::scan, .words = vector * nodes};
      CHECK(collective_lower_bound(model, task) == static_cast<double>(vector + nodes - 2));
      const CollectiveAlgorithm& scan = collective_algorithms().find("scan-tree-matchings");
      CHECK(delivered(scan, model, task).time(model) == static_cast<double>(vector + nodes - 2));
    }
  }
}

TEST_CASE("tree scan: it delivers on any network, in any order of operands, at what its formula says") {
  std::mt19937_64 random(testing::seed());
  const CollectiveAlgorithm& scan = collective_algorithms().find("scan-tree-matchings");
  const int draws = testing::size() == testing::Size::tiny ? 1 : testing::size() == testing::Size::large ? 30 : 6;
  for (const std::string network :
       {"path:2", "ring:7", "star:9", "torus:3x5", "grid:4x3", "hypercube:4", "de-bruijn:4", "omega:8", "fat-tree:4,2",
        "dragonfly:4,1", "hamming-mesh:2,2,2,2", "tree:3", "complete:11", "torus:4x4,failed-links=3"}) {
    for (int draw = 0; draw < draws; ++draw) {
      const std::string options = std::string(",ports=") + (random() % 2 == 0 ? "all" : "one") +
                                  ",duplex=" + (random() % 2 == 0 ? "half" : "full");
      const CollectiveModel model = model_of(network + options, std::vector{0.0, 1.0, 100.0}[random() % 3], 1);
      const CollectiveTask task{
          .operation = CollectiveOperation::scan,
          .words = model.nodes * std::vector<std::uint64_t>{1, 2, 5, 16, 70}[random() % 5],
          .combine = std::vector{ReductionOperator::sum, ReductionOperator::maximum, ReductionOperator::exclusive_or,
                                 ReductionOperator::matrix}[random() % 4]};
      CAPTURE(network);
      CAPTURE(options);
      CAPTURE(model.startup);
      CAPTURE(task.words);
      CAPTURE(to_string(task.combine));
      REQUIRE(scan.fits(model, task));
      const CollectiveCost cost = delivered(scan, model, task);
      const CollectiveFormula formula = scan.formula(model, task);
      CHECK(formula.exact);
      REQUIRE(formula.cost.has_value());
      CHECK(cost.steps == formula.cost->steps);
      CHECK(cost.words == formula.cost->words);
      CHECK(cost.time(model) >= collective_lower_bound(model, task) * (1 - 1e-12));
    }
  }
}
