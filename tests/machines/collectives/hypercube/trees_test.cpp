#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <map>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "collectives/hypercube/spanning_trees.hpp"
#include "machines/collectives/delivered.hpp"
#include "support.hpp"

using namespace pram;
using pram::testing::delivered;
using pram::testing::model_of;
using pram::testing::same;

namespace {

CollectiveCost run_on(const std::string& network, double startup, const char* algorithm, const CollectiveTask& task) {
  CAPTURE(network);
  CAPTURE(algorithm);
  CAPTURE(task.words);
  const CollectiveModel model = model_of(network, startup, 1);
  const CollectiveAlgorithm& row = collective_algorithms().find(algorithm);
  REQUIRE(row.fits(model, task));
  const CollectiveCost cost = delivered(row, model, task);
  const CollectiveFormula formula = row.formula(model, task);
  REQUIRE(formula.cost.has_value());
  CHECK(cost.time(model) >= collective_lower_bound(model, task) * (1 - 1e-12));
  CHECK(cost.steps <= formula.cost->steps);
  if (formula.exact) CHECK(cost.steps == formula.cost->steps);
  if (formula.exact) CHECK(same(cost.words, formula.cost->words));
  return cost;
}

}  // namespace

TEST_CASE("hypercube: the n disjoint trees use every link into a node but the root's once, and are n + 1 deep") {
  for (std::uint32_t n = 2; n <= 8; ++n) {
    std::set<std::pair<std::uint32_t, std::uint32_t>> links;
    std::uint32_t deepest = 0;
    for (std::uint32_t tree = 0; tree < n; ++tree) {
      for (std::uint32_t node = 1; node < 1U << n; ++node) {
        const std::uint32_t parent = disjoint_tree_parent(n, tree, node);
        CHECK(std::has_single_bit(parent ^ node));
        CHECK(links.insert({parent, node}).second);
        std::uint32_t depth = 0;
        for (std::uint32_t at = node; at != 0 && depth <= 2 * n; ++depth) at = disjoint_tree_parent(n, tree, at);
        deepest = std::max(deepest, depth);
      }
    }
    CHECK(deepest == n + 1);
    CHECK(links.size() == n * ((std::size_t{1} << n) - 1));
  }
}

TEST_CASE("hypercube: subtrees of the balanced tree are of the sizes that are known") {
  const std::map<std::uint32_t, std::uint32_t> largest = {{3, 3}, {4, 5}, {5, 7}, {6, 13}, {7, 19}, {8, 35}};
  for (const auto& [n, size] : largest) {
    std::map<std::uint32_t, std::uint32_t> sizes;  // of subtrees
    for (std::uint32_t node = 1; node < 1U << n; ++node) {
      std::uint32_t depth = 1;
      std::uint32_t top = node;
      for (; balanced_tree_parent(n, top) != 0; ++depth) top = balanced_tree_parent(n, top);
      CHECK(depth == static_cast<std::uint32_t>(std::popcount(node)));
      CHECK(top == 1U << balanced_tree_base(n, node));
      ++sizes[top];
    }
    std::uint32_t most = 0;
    for (const auto& [top, count] : sizes) most = std::max(most, count);
    CHECK(most == size);
  }
}

TEST_CASE("hypercube: scatter, gather and broadcast over all ports take what is known, τ = 100 and 10") {
  for (const char* const network : {"hypercube:6", "hypercube:6,duplex=full"}) {
    for (const std::uint32_t root : {0U, 37U}) {
      const CollectiveTask scatter{.operation = Collective::scatter, .words = 4096, .source = root};
      const CollectiveTask gather{.operation = Collective::gather, .words = 65536, .target = root};
      CHECK(run_on(network, 100, "scatter-hypercube-balanced-tree", scatter).time(model_of(network, 100, 1)) == 1432);
      CHECK(run_on(network, 10, "gather-hypercube-balanced-tree", gather).time(model_of(network, 10, 1)) == 13372);
    }
  }
  const CollectiveTask broadcast{.operation = Collective::broadcast, .words = 4096, .source = 5};
  const CollectiveModel full = model_of("hypercube:6,duplex=full", 100, 1);
  const CollectiveAlgorithm& trees = collective_algorithms().find("broadcast-hypercube-disjoint-trees");
  CHECK(trees.formula(full, broadcast).time == 2568);
  const CollectiveCost cost = run_on(full.network + ",duplex=full", 100, trees.name.c_str(), broadcast);
  CHECK(cost.steps == 12);
  CHECK(cost.time(full) <= 2568);
  // Nothing but a plan for this very network is faster.
  for (const CollectiveAlgorithm* const other : algorithms_for(full, broadcast)) {
    CAPTURE(other->name);
    CHECK((other->formula(full, broadcast).time >= 2568 || other->name == "broadcast-matchings"));
  }
}

TEST_CASE("hypercube: the trees deliver for all sizes, words, roots and both duplexes") {
  std::mt19937_64 random(testing::seed());
  for (std::uint32_t n = 0; n <= 7; ++n) {
    for (const char* const duplex : {"half", "full"}) {
      const std::string network = "hypercube:" + std::to_string(n) + ",duplex=" + duplex;
      const std::uint32_t nodes = 1U << n;
      for (const std::uint64_t words :
           {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{nodes}, std::uint64_t{840}, 1 + random() % 5000}) {
        CollectiveTask task{.operation = Collective::scatter,
                            .words = words,
                            .source = static_cast<std::uint32_t>(random() % nodes),
                            .target = static_cast<std::uint32_t>(random() % nodes)};
        const double startup = static_cast<double>(random() % 50);
        run_on(network, startup, "scatter-hypercube-balanced-tree", task);
        task.operation = Collective::gather;
        run_on(network, startup, "gather-hypercube-balanced-tree", task);
        task.operation = Collective::broadcast;
        if (n > 1) run_on(network, startup, "broadcast-hypercube-disjoint-trees", task);
      }
    }
  }
}
