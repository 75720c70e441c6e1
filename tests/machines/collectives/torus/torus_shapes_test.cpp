#include <doctest/doctest.h>

#include <cstdint>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <pram/machines/detail/torus_exchange.hpp>

#include "machines/collectives/delivered.hpp"
#include "machines/collectives/torus/naive_exchange.hpp"
#include "support.hpp"

using namespace pram;
using pram::testing::delivered;
using pram::testing::model_of;

namespace {

using LineKind = TopologyFactor::Kind;

std::vector<TopologyFactor> all_of(LineKind kind, const std::vector<std::uint32_t>& sizes) {
  std::vector<TopologyFactor> factors;
  for (const std::uint32_t size : sizes) factors.push_back({kind, size});
  return factors;
}

void check_against_naive(const TorusExchange& schedule) {
  CAPTURE(schedule.name());
  CAPTURE(schedule.splits());
  const testing::NaiveExchange naive = testing::naive_exchange(schedule);
  CHECK(naive.delivered);
  CHECK(naive.lawful);
  const TorusRun run = check_torus_exchange(schedule);
  CHECK(run.undelivered == 0);
  CHECK(run.startups == schedule.steps());
  CHECK(run.largest == naive.largest);
  CHECK(run.transmissions == naive.transmissions);
  CHECK(run.buffer == naive.buffer);
  CHECK(run.rearrangement == naive.rearrangement);
  const TorusCost cost = torus_exchange_cost(schedule);
  CHECK(cost.startups == run.startups);
  CHECK(cost.transmissions == naive.transmissions);
  CHECK(cost.buffer == naive.buffer);
}

struct Known {
  std::vector<std::uint32_t> sizes;
  std::uint64_t startups;
  std::uint64_t transmissions;
};

}  // namespace

TEST_CASE("torus exchange: start-ups and transmissions of tori of any dimensions are those that are known") {
  // d (a / 4 + 1) start-ups and d / 8 (a + 4) Π a_i messages, where all sizes are equal or d = 2.
  for (const Known& known :
       {Known{{8, 8}, 6, 192}, Known{{12, 12}, 8, 576}, Known{{12, 8}, 8, 384}, Known{{16, 8}, 10, 640},
        Known{{8, 8, 8}, 9, 2304}, Known{{12, 12, 12}, 12, 10368}, Known{{4, 4, 4, 4}, 8, 1024}}) {
    const TorusRun run = check_torus_exchange(TorusExchange(all_of(LineKind::ring, known.sizes), 0));
    CHECK(run.startups == known.startups);
    CHECK(run.transmissions == known.transmissions);
    CHECK(run.undelivered == 0);
  }
  // Where sizes differ, Suh and Shin let shorter dimensions wait for the longest: 12 start-ups and 2112 messages, and 9
  // and 512. Here all others are gone through while one parity works in the longest.
  for (const Known& known : {Known{{12, 8, 4}, 9, 1856}, Known{{4, 8, 12}, 9, 1856}, Known{{8, 4, 4}, 7, 448}}) {
    const TorusRun run = check_torus_exchange(TorusExchange(all_of(LineKind::ring, known.sizes), 0));
    CHECK(run.startups == known.startups);
    CHECK(run.transmissions == known.transmissions);
  }
}

TEST_CASE("torus exchange: start-ups of other sizes and of grids") {
  const auto steps = [](LineKind kind, const std::vector<std::uint32_t>& sizes) {
    return TorusExchange(all_of(kind, sizes), 0).steps();
  };
  CHECK(steps(LineKind::ring, {10, 10}) == 10);
  CHECK(steps(LineKind::ring, {6, 6}) == 6);
  CHECK(steps(LineKind::ring, {9, 9}) == 12);
  CHECK(steps(LineKind::ring, {2, 2, 2}) == 3);
  // Twice as often between groups: 4 (a / 4 - 1) + 4.
  for (const std::uint32_t side : {4U, 8U, 12U, 40U}) CHECK(steps(LineKind::path, {side, side}) == side);
}

TEST_CASE("torus exchange: lines of every size up to 41, rings and paths, alone and beside another one") {
  const std::uint32_t most = testing::size() <= testing::Size::small ? 21 : 41;
  for (std::uint32_t size = 2; size <= most; ++size) {
    for (const LineKind kind : {LineKind::ring, LineKind::path}) {
      const std::vector<TopologyFactor> alone = {{kind, size}};
      const std::vector<TopologyFactor> beside = {{kind, size}, {LineKind::ring, 3}};
      for (std::uint32_t k = 0; k <= TorusExchange::most_splits(alone); ++k) check_against_naive({alone, k});
      check_against_naive({beside, 0});
    }
  }
}

TEST_CASE("torus exchange: random tori, grids and products, divided as often as can be") {
  std::mt19937_64 random(testing::seed());
  const int trials = testing::size() <= testing::Size::small ? 40 : 300;
  for (int trial = 0; trial < trials; ++trial) {
    std::vector<TopologyFactor> factors;
    const std::uint64_t dimensions = 1 + random() % 5;
    const bool even = random() % 2 == 0;
    std::uint32_t nodes = 1;
    for (std::uint64_t d = 0; d < dimensions; ++d) {
      const auto size = static_cast<std::uint32_t>(even ? 2 + 2 * (random() % 8) : 2 + random() % 14);
      if (nodes * size > 300) continue;
      nodes *= size;
      factors.push_back({random() % 2 == 0 ? LineKind::ring : LineKind::path, size});
    }
    for (std::uint32_t k = 0; k <= TorusExchange::most_splits(factors); ++k) check_against_naive({factors, k});
  }
}

TEST_CASE("torus exchange: a split saves what the formula says in any number of dimensions") {
  // d + 1 start-ups a split; then d (M / 4 + 1), and of M = 2 one a dimension.
  for (const std::uint32_t dimensions : {2U, 3U}) {
    for (const std::uint32_t side : {8U, 16U}) {
      const std::vector<TopologyFactor> factors(dimensions, {LineKind::ring, side});
      for (std::uint32_t k = 0; k <= TorusExchange::most_splits(factors); ++k) {
        const std::uint64_t logical = side >> k;
        const std::uint64_t exchange = logical == 2 ? dimensions : dimensions * (logical / 4 + 1);
        CHECK(TorusExchange(factors, k).steps() == k * (dimensions + 1) + exchange);
      }
    }
  }
}

TEST_CASE("torus exchange: what is copied inside a memory is what the paper prints for Suh's algorithm and A1") {
  for (const std::uint32_t side : {8U, 16U, 24U}) {
    const std::uint64_t square = std::uint64_t{side} * side;
    CHECK(check_torus_exchange(TorusExchange(side, 0)).rearrangement == 3 * square);
    if (side > 8) CHECK(check_torus_exchange(TorusExchange(side, 1)).rearrangement == 10 * square);
  }
}

TEST_CASE("torus exchange: the table of algorithms delivers words of any number on tori and grids of all kinds") {
  for (const char* const network :
       {"torus:8x8x8", "torus:12x8", "torus:10x10", "torus:5x4x3", "grid:8x8", "grid:5x3", "ring:12", "path:9",
        "torus:4x4x2", "torus:1x6", "product:ring:8,path:5", "hypercube:4", "torus:2x2"}) {
    const CollectiveModel model = model_of(std::string(network) + ",ports=one,duplex=full,switching=wormhole", 50, 1);
    const std::uint64_t pairs = std::uint64_t{model.nodes} * model.nodes;
    for (const std::uint64_t words : {std::uint64_t{0}, pairs / 3, pairs, 2 * pairs + 7}) {
      if (model.nodes > 300 && words != pairs) continue;
      const CollectiveTask task{.operation = Collective::all_to_all, .words = words};
      std::uint64_t met = 0;
      for (const CollectiveAlgorithm* const one : algorithms_for(model, task)) {
        if (!one->name.starts_with("all-to-all-torus-")) continue;
        CAPTURE(network);
        CAPTURE(one->name);
        CAPTURE(words);
        ++met;
        const CollectiveCost cost = delivered(*one, model, task);
        const CollectiveFormula formula = one->formula(model, task);
        CHECK(formula.exact == (words % pairs == 0));
        CHECK(cost.steps == formula.cost->steps);
        CHECK(cost.words <= formula.cost->words);
        if (formula.exact) CHECK(cost.words == formula.cost->words);
        CHECK(cost.time(model) >= collective_lower_bound(model, task) * (1 - 1e-12));
      }
      CHECK(met >= 2);
    }
  }
}

TEST_CASE("torus exchange: what takes too long to execute is not for the table") {
  const CollectiveTask task{.operation = Collective::all_to_all, .words = 1};
  for (const auto& [network, fits] : {std::pair{"torus:64x64", true},
                                      {"torus:16x16x16", true},
                                      {"ring:1024", true},
                                      {"ring:4096", false},
                                      {"torus:65x65", false},
                                      {"complete:8", false}}) {
    const CollectiveModel model = collective_model(std::string(network) + ",ports=one,duplex=full,switching=wormhole");
    CHECK(collective_algorithms().find("all-to-all-torus-suh").fits(model, task) == fits);
  }
}

TEST_CASE("torus exchange: the best member changes at the crossovers, and nowhere else") {
  for (const auto& sizes : std::vector<std::vector<std::uint32_t>>{{16, 16}, {64, 64}, {16, 16, 16}, {24, 12}, {10}}) {
    for (const LineKind kind : {LineKind::ring, LineKind::path}) {
      const std::vector<TopologyFactor> factors = all_of(kind, sizes);
      const std::vector<TorusCrossover> members = torus_crossovers(factors);
      REQUIRE(!members.empty());
      CHECK(members.front().startup == 0);
      for (std::size_t k = 0; k < members.size(); ++k) {
        const double begin = members[k].startup;
        const double end = k + 1 < members.size() ? members[k + 1].startup : 4 * begin + 1e6;
        CHECK(begin < end);
        for (const double part : {0.001, 0.5, 0.999})
          CHECK(best_torus_splits(factors, begin + part * (end - begin), 1) == members[k].splits);
        const TorusCost cost = torus_exchange_cost(TorusExchange(factors, members[k].splits));
        CHECK(members[k].cost.startups == cost.startups);
        CHECK(members[k].cost.transmissions == cost.transmissions);
        CHECK(members[k].cost.buffer == cost.buffer);
      }
    }
  }
}
