#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include <pram/machines/collectives.hpp>

#include "collectives/algorithm_families.hpp"
#include "support.hpp"

namespace pram {

namespace {

using Ports = SwitchingOptions::Ports;
using Duplex = SwitchingOptions::Duplex;
using Technique = SwitchingOptions::Technique;

CollectiveModel model_of(const std::string& network, Ports ports, Technique switching = Technique::store_and_forward) {
  CollectiveModel model = collective_model(network);
  model.startup = 7;
  model.bandwidth = 2;
  model.ports = ports;
  model.duplex = Duplex::full;
  model.switching = switching;
  return model;
}

std::vector<CollectiveAlgorithm> all_algorithms() {
  std::vector<CollectiveAlgorithm> all = total_exchange_algorithms();
  for (CollectiveAlgorithm& one : torus_exchange_algorithms()) all.push_back(std::move(one));
  return all;
}

/// Runs all that fit; names of those.
std::set<std::string> run_all(const CollectiveModel& model, std::uint64_t words) {
  const CollectiveTask task{.operation = Collective::all_to_all, .words = words};
  const CollectiveData in = collective_input(task, model.nodes);
  const CollectiveData expected = collective_expected(task, in);
  std::set<std::string> names;
  for (const CollectiveAlgorithm& row : all_algorithms()) {
    CAPTURE(model.network);
    CAPTURE(words);
    CAPTURE(row.name);
    CHECK(row.operation == Collective::all_to_all);
    if (!row.fits(model, task)) continue;
    names.insert(row.name);
    CollectiveData out;
    const CollectiveCost cost = row.run(model, task, in, out);
    const CollectiveFormula formula = row.formula(model, task);
    CHECK(out == expected);
    CHECK(formula.exact == (words % (std::uint64_t{model.nodes} * model.nodes) == 0));
    REQUIRE(formula.cost.has_value());
    CHECK(cost.steps == formula.cost->steps);
    if (formula.exact) {
      CHECK(cost.words == formula.cost->words);
      CHECK(cost.time(model) == formula.time);
    } else {
      CHECK(cost.time(model) <= formula.time);
    }
  }
  return names;
}

}  // namespace

TEST_CASE("total exchange: algorithms of the table run on every product and cost their formula") {
  const std::set<std::string> one = {"all-to-all-product-direct", "all-to-all-product-one-port"};
  const std::set<std::string> any = {"all-to-all-product-all-ports-any"};
  const std::set<std::string> both = {"all-to-all-product-all-ports", "all-to-all-product-all-ports-any"};
  for (const auto& [network, homogeneous] : {std::pair{"ring:9", true},
                                             {"ring:10", true},
                                             {"path:6", true},
                                             {"path:7", true},
                                             {"grid:3x4", false},
                                             {"grid:4x4", true},
                                             {"complete:7", true},
                                             {"torus:5x5", true},
                                             {"torus:2x6", false},
                                             {"hypercube:4", true},
                                             {"hypercube:5", false},
                                             {"torus:1x3x3", true},
                                             {"product:complete:3,ring:3", true},
                                             {"grid:2x2x2x2", true},
                                             {"product:ring:5,complete:4,path:3", false},
                                             {"product:path:4,ring:7", false},
                                             {"torus:3x3x3", false}}) {
    const std::uint64_t nodes = make_topology(network)->nodes();
    for (const std::uint64_t words : {nodes * nodes, 3 * nodes * nodes, nodes * nodes / 2 + 5, std::uint64_t{0}}) {
      CHECK(run_all(model_of(network, Ports::one), words) == one);
      CHECK(run_all(model_of(network, Ports::all), words) == (homogeneous ? both : any));
    }
  }
}

TEST_CASE("total exchange: algorithms of the table on wormhole tori choose the best split") {
  const std::uint32_t most = testing::size() <= testing::Size::small ? 8 : 16;
  for (std::uint32_t side = 4; side <= most; side *= 2) {
    const std::string network = "torus:" + std::to_string(side) + "x" + std::to_string(side);
    const std::uint64_t pairs = std::uint64_t{side} * side * side * side;
    CollectiveModel model = model_of(network, Ports::one, Technique::wormhole);
    for (const std::uint64_t words : {pairs, 2 * pairs, pairs / 3}) {
      const std::set<std::string> names = run_all(model, words);
      CHECK(names.count("all-to-all-torus-suh") == 1);
      CHECK(names.count("all-to-all-torus-a1") == 1);
      CHECK(names.count("all-to-all-torus-split-2") == (side >= 8 ? 1 : 0));
      CHECK(names.count("all-to-all-torus-split-3") == (side >= 16 ? 1 : 0));
      CHECK(names.count("all-to-all-torus-best-split") == 1);
    }
    for (const double startup : {1.0, 1e6}) {
      model.startup = startup;
      const CollectiveTask task{.operation = Collective::all_to_all, .words = pairs};
      double least = 0;
      double chosen = -1;
      for (const CollectiveAlgorithm& row : torus_exchange_algorithms()) {
        if (!row.fits(model, task)) continue;
        const double time = row.formula(model, task).time;
        if (row.name == "all-to-all-torus-best-split") {
          chosen = time;
        } else {
          least = least == 0 ? time : std::min(least, time);
        }
      }
      CHECK(chosen == least);
    }
  }
}

TEST_CASE("total exchange: algorithms of the table leave other networks alone") {
  const CollectiveTask task{.operation = Collective::all_to_all, .words = 64};
  const auto fitting = [&](const CollectiveModel& model) {
    std::set<std::string> names;
    for (const CollectiveAlgorithm& row : all_algorithms()) {
      if (row.fits(model, task)) names.insert(row.name);
    }
    return names;
  };
  for (const char* network : {"bus:8", "shared-memory:8", "switch:8", "omega:8", "star:5", "rcn-full:4,1",
                              "product:star:4,ring:3", "ring:16384", "hypercube:14", "path:1", "ring:4000"}) {
    CAPTURE(network);
    CHECK(fitting(model_of(network, Ports::all)).empty());
    CHECK(fitting(model_of(network, Ports::one)).empty());
  }
  for (const char* network : {"omega:12", "nonsense", "torus"}) CHECK_THROWS_AS(collective_model(network), ConfigError);
  CHECK(fitting({.network = "none", .nodes = 8, .duplex = Duplex::full}).empty());
  CHECK(fitting(collective_model("torus:8x8")).empty());  // half duplex
  CollectiveModel worms = model_of("torus:8x8", Ports::all, Technique::wormhole);
  CHECK(fitting(worms).count("all-to-all-torus-a1") == 0);
  for (const char* network : {"torus:8x4", "torus:6x6", "grid:8x8", "torus:128x128", "torus:2x2", "torus:8x8x8"}) {
    CAPTURE(network);
    worms = model_of(network, Ports::one, Technique::wormhole);
    CHECK(fitting(worms).count("all-to-all-torus-suh") == 0);
    CHECK(fitting(worms).count("all-to-all-torus-best-split") == 0);
  }
}

}  // namespace pram
