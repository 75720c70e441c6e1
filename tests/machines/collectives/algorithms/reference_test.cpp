#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "collectives/model/pipeline.hpp"
#include "machines/collectives/delivered.hpp"
#include "printed_formulas.hpp"

// Saad and Schultz with k = 64, b = 1 and k* = 8: N = 4096 with τ = 100, and N = 65536 with τ = 10.

using namespace pram;
using pram::testing::delivered;
using pram::testing::model_of;

namespace {

struct Size {
  std::uint64_t words;
  double startup;
};
constexpr std::array<Size, 2> columns = {Size{4096, 100}, {65536, 10}};

bool to_the_cent(double one, double other) { return std::abs(one - other) < 0.00501; }

struct Reference {
  const char* algorithm;
  const char* network;
  std::uint32_t target;  // of one-to-one
  std::array<double, 2> times;
  bool exact;
};

constexpr Reference references[] = {
    {"one-to-one-bus", "bus:64", 9, {4196.00, 65546.00}, true},
    {"one-to-one-shared-memory", "shared-memory:64,modules=8", 9, {8392.00, 131092.00}, true},
    {"one-to-one-store-and-forward", "ring:64", 1, {4196.00, 65546.00}, true},
    {"one-to-one-store-and-forward", "ring:64", 4, {16784.00, 262184.00}, true},
    {"one-to-one-store-and-forward", "ring:64", 32, {134272.00, 2097472.00}, true},
    {"one-to-one-pipelined", "ring:64", 4, {6613.03, 68370.34}, false},
    {"one-to-one-pipelined", "ring:64", 32, {14322.74, 74860.69}, false},
    {"one-to-one-ring-halves", "ring:64,ports=all", 4, {14900.18, 42151.89}, false},
    {"one-to-one-ring-split", "ring:64,ports=all", 4, {6613.03, 39452.35}, false},  // one path, and both
    {"one-to-one-pipelined", "torus:8x8", 36, {8182.56, 69889.70}, false},
    {"one-to-one-torus-four-paths", "torus:8x8", 19, {3191.67, 18426.97}, false},
    {"one-to-one-torus-split", "torus:8x8", 19, {3191.67, 18426.97}, false},
    {"one-to-one-torus-split", "torus:8x8", 1, {2432.51, 17816.17}, false},
    {"one-to-one-pipelined", "hypercube:6", 63, {7458.17, 69206.39}, false},
    {"one-to-one-hypercube-paths", "hypercube:6", 1, {1621.68, 11877.45}, false},
    {"one-to-one-hypercube-split", "hypercube:6", 1, {1523.95, 11792.67}, false},
    {"one-to-one-hypercube-paths", "hypercube:6", 7, {2127.78, 12284.64}, false},
    {"one-to-one-hypercube-split", "hypercube:6", 7, {1887.76, 12097.53}, false},
    {"one-to-one-hypercube-paths", "hypercube:6", 63, {2351.14, 12450.68}, false},
    {"one-to-one-hypercube-split", "hypercube:6", 63, {2351.14, 12450.68}, false},
    {"one-to-one-switch", "switch:64", 9, {4196.00, 65546.00}, true},
    {"broadcast-bus", "bus:64", 0, {4196.00, 65546.00}, true},
    {"broadcast-shared-memory", "shared-memory:64,modules=8", 0, {37764.00, 589914.00}, true},
    {"broadcast-ring-one-way", "ring:64", 0, {20374.73, 78904.70}, false},
    {"broadcast-ring-two-way", "ring:64", 0, {14322.74, 74860.69}, false},
    {"broadcast-torus-tree", "torus:8x8", 0, {8182.56, 69889.70}, false},
    {"broadcast-torus-halves-handed-over", "torus:8x8,duplex=full", 0, {5142.66, 35867.03}, false},
    {"broadcast-torus-two-stage", "torus:8x8", 0, {13226.05, 136740.68}, false},
    {"broadcast-hypercube-tree", "hypercube:6", 0, {7458.17, 69206.39}, false},
    {"broadcast-switch-ring", "switch:64", 0, {20374.73, 78904.70}, false},
    {"broadcast-switch-doubling", "switch:64", 0, {25176.00, 393276.00}, true},
    {"all-gather-bus", "bus:64", 0, {10496.00, 66176.00}, true},
    {"all-gather-shared-memory", "shared-memory:64,modules=8", 0, {34368.00, 524448.00}, true},
    {"all-gather-ring", "ring:64", 0, {10332.00, 65142.00}, true},
    {"all-gather-torus-broadcasts", "torus:8x8", 0, {75988.49, 104285.59}, false},
    {"all-gather-embedded-ring", "torus:8x8", 0, {10332.00, 65142.00}, true},
    {"all-gather-torus-alternating", "torus:8x8", 0, {5432.00, 64652.00}, true},
    {"all-gather-hypercube-pieces", "hypercube:6", 0, {2544.00, 21624.00}, true},
    {"all-gather-switch-ring", "switch:64", 0, {10332.00, 65142.00}, true},
    {"all-gather-switch-doubling", "switch:64", 0, {4632.00, 64572.00}, true},
    {"scatter-bus", "bus:64", 0, {10332.00, 65142.00}, true},  // (3.36) less the message to itself
    {"scatter-shared-memory", "shared-memory:64,modules=8", 0, {5508.00, 73818.00}, true},
    {"scatter-ring", "ring:64", 0, {5248.00, 33088.00}, true},
    {"scatter-torus", "torus:8x8", 0, {3104.00, 36944.00}, true},
    {"scatter-hypercube", "hypercube:6", 0, {4632.00, 64572.00}, true},
    {"scatter-switch", "switch:64", 0, {4632.00, 64572.00}, true},
    {"gather-ring", "ring:64,ports=all", 0, {5248.00, 33088.00}, true},
    {"gather-torus", "torus:8x8", 0, {3104.00, 36944.00}, true},
    {"gather-hypercube", "hypercube:6", 0, {4632.00, 64572.00}, true},
    {"gather-switch", "switch:64", 0, {4632.00, 64572.00}, true},
    {"all-to-all-bus", "bus:64", 0, {10496.00, 66176.00}, true},
    {"all-to-all-shared-memory", "shared-memory:64,modules=8", 0, {2624.00, 16544.00}, true},
    {"all-to-all-ring", "ring:64", 0, {8316.00, 32886.00}, true},
    {"all-to-all-torus", "torus:8x8", 0, {1848.00, 7308.00}, true},
    {"all-to-all-hypercube", "hypercube:6", 0, {1584.00, 6264.00}, true},
    {"all-to-all-hypercube-pieces", "hypercube:6", 0, {1264.00, 1144.00}, true},
    {"all-to-all-switch", "switch:64", 0, {792.00, 3132.00}, true},
};

double ideal(double rate, double latency, double words, double startup) {
  const PipelineBound bound{rate, latency};
  return ideal_time(bound, words, model_of("ring:64", startup, 1));
}

/// (1 / p) (√(N / b) + √(L τ))², for any S.
double split_without_bounds(double paths, double excess, const Size& size) {
  const double root = std::sqrt(static_cast<double>(size.words)) + std::sqrt(excess * size.startup);
  return root * root / paths;
}

}  // namespace

TEST_CASE("exchange reference: formulas to the printed digits, executions precisely where they are exact") {
  for (const Reference& reference : references) {
    for (std::size_t column = 0; column < 2; ++column) {
      const auto [words, startup] = columns[column];
      const CollectiveModel model = model_of(reference.network, startup, 1);
      const CollectiveAlgorithm& algorithm = collective_algorithms().find(reference.algorithm);
      const CollectiveTask task{
          .operation = algorithm.operation, .words = words, .source = 0, .target = reference.target};
      CAPTURE(reference.algorithm);
      CAPTURE(words);
      REQUIRE(algorithm.fits(model, task));
      const CollectiveFormula formula = algorithm.formula(model, task);
      CHECK(to_the_cent(formula.time, reference.times[column]));
      // Pieces are whole words, and a block of all-gather has six; all-to-all deals a node's words to its pieces
      // evenly.
      const bool uneven = words % (64 * 6) != 0 && reference.algorithm == std::string("all-gather-hypercube-pieces");
      if (!uneven) CHECK(formula.exact == reference.exact);
      const CollectiveCost cost = delivered(algorithm, model, task);
      const double time = cost.time(model);
      if (formula.exact) {
        CHECK(to_the_cent(time, reference.times[column]));
      } else {
        CHECK(time >= formula.time * (1 - 1e-9));
        CHECK(time <= formula.time * 1.03 + static_cast<double>(cost.steps) * 64);
      }
    }
  }
}

TEST_CASE("exchange reference: what the paper prints") {
  const struct {
    const char* equation;
    std::array<double, 2> times;
  } printed[] = {
      {"(3.15)", {37764.00, 589914.00}},       {"(3.19)", {5142.66, 35867.03}}, {"(3.25)", {14112.00, 137628.34}},
      {"(3.33)", {2565.33, 21965.33}},         {"(3.35)", {4696.00, 65596.00}}, {"(3.36)", {10496.00, 66176.00}},
      {"(3.37)", {37764.00, 589914.00}},       {"(3.38)", {5248.00, 33088.00}}, {"(3.40)", {4696.00, 65596.00}},
      {"(3.41)", {4696.00, 65596.00}},         {"(3.43)", {8448.00, 33408.00}}, {"(3.44)", {2624.00, 16544.00}},
      {"Section 3.5 (f)", {1584.00, 6264.00}},
  };
  for (const auto& [equation, times] : printed) {
    const auto found = std::ranges::find(printed_formulas(), equation, &PrintedFormula::equation);
    REQUIRE(found != printed_formulas().end());
    for (std::size_t column = 0; column < 2; ++column) {
      CollectiveModel model = model_of("switch:64", columns[column].startup, 1);
      model.modules = 8;
      CAPTURE(equation);
      CHECK(to_the_cent(found->time(model, static_cast<double>(columns[column].words)), times[column]));
    }
  }
  for (const PrintedFormula& formula : printed_formulas())
    CHECK_NOTHROW(collective_algorithms().find(formula.algorithm));
}

TEST_CASE("exchange reference: worst cases and closed forms of the split") {
  const std::array<double, 2> four_paths = {4631.55, 19432.85};        // i = 14
  const std::array<double, 2> corrected_tree = {14916.33, 138412.77};  // L - 1 for 2^L nodes
  const std::array<double, 2> ring_split = {10187.37, 39452.35};
  const std::array<double, 2> neighbours = {2432.51, 17816.17};
  for (std::size_t column = 0; column < 2; ++column) {
    const Size& size = columns[column];
    const auto words = static_cast<double>(size.words);
    CHECK(to_the_cent(ideal(1, 13, words / 4, size.startup), four_paths[column]));
    CHECK(to_the_cent(ideal(2, 10, words, size.startup), corrected_tree[column]));
    CHECK(to_the_cent(split_without_bounds(2, 62, size), ring_split[column]));
    CHECK(to_the_cent(split_without_bounds(4, 12, size), neighbours[column]));
  }
  // With half a level more than printed for 2^L nodes.
  const CollectiveModel model = model_of("switch:64", 100, 1);
  const CollectiveTask task{.operation = Collective::broadcast, .words = 4096};
  const double tree = collective_algorithms().find("broadcast-switch-binary-tree").formula(model, task).time;
  CHECK(tree > 14112.00);
  CHECK(tree < 14916.33);
}

TEST_CASE("exchange reference: whole numbers of packets, whole words") {
  const struct {
    std::uint64_t words;
    double startup;
    double links;
    double ideal_packets;
    double ideal_time;
    std::uint64_t packets;  // 0: not given
    double time;
    std::uint64_t packets_of_whole_words;
    double time_in_whole_words;
  } rows[] = {{4096, 100, 4, 11.085, 6613.025, 11, 6613.0909, 11, 6622},
              {4096, 100, 32, 35.634, 14322.738, 36, 14323.111, 0, 14338},
              {1024, 16, 4, 13.856, 1515.405, 14, 1515.4286, 13, 1520}};
  for (const auto& row : rows) {
    const CollectiveModel model = model_of("ring:64", row.startup, 1);
    const PipelineBound bound{1, row.links - 1};
    const std::span one(&bound, 1);
    CHECK(std::abs(ideal_packets(bound, static_cast<double>(row.words), model) - row.ideal_packets) < 0.0005);
    CHECK(std::abs(ideal_time(one, static_cast<double>(row.words), model) - row.ideal_time) < 0.0005);
    const PacketPlan real = best_packets(one, row.words, model, false);
    CHECK(real.packets == row.packets);
    CHECK(std::abs(real.time - row.time) < 0.0005);
    const PacketPlan whole = best_packets(one, row.words, model);
    if (row.packets_of_whole_words != 0) CHECK(whole.packets == row.packets_of_whole_words);
    CHECK(whole.time == row.time_in_whole_words);
  }
}

TEST_CASE("exchange reference: whole numbers of steps over paths of different lengths") {
  const std::vector<std::uint64_t> neighbours = {1, 3, 5, 7};
  const std::vector<std::uint64_t> three_bits = {3, 3, 3, 5, 5, 5};
  const std::vector<std::uint64_t> ring = {4, 60};
  const CollectiveModel slow = model_of("ring:64", 100, 1);
  const CollectiveModel fast = model_of("ring:64", 10, 1);
  const struct {
    const std::vector<std::uint64_t>& lengths;
    const CollectiveModel& model;
    std::uint64_t words;
    std::size_t paths;
    std::uint64_t steps;
    std::uint64_t packets;
    double time;
  } rows[] = {{neighbours, slow, 4096, 4, 9, 24, 2436.00}, {neighbours, fast, 65536, 4, 73, 280, 17816.17},
              {three_bits, slow, 4096, 6, 8, 30, 1892.27}, {three_bits, fast, 65536, 6, 60, 342, 12097.54},
              {ring, slow, 4096, 1, 14, 11, 6613.09},      {ring, fast, 65536, 2, 350, 638, 39452.35}};
  for (const auto& row : rows) {
    const SplitPlan plan = best_split(row.lengths, row.words, row.model, false);
    CHECK(plan.paths == row.paths);
    CHECK(plan.steps == row.steps);
    CHECK(plan.packets == row.packets);
    CHECK(to_the_cent(plan.time, row.time));
  }
}

TEST_CASE("exchange reference: where the optimum lies outside 1 <= ν <= N") {
  const CollectiveModel slow = model_of("ring:64", 1e6, 1);
  const CollectiveModel fast = model_of("ring:64", 0.001, 1);
  const PipelineBound bound{1, 7};
  const std::span one(&bound, 1);
  CHECK(ideal_time(one, 100, slow) == doctest::Approx(8 * (100 + 1e6)));
  CHECK(best_packets(one, 100, slow).packets == 1);
  CHECK(ideal_time(one, 100, fast) == doctest::Approx((100 + 7) * 1.001));
  CHECK(best_packets(one, 100, fast).packets == 100);
  CHECK(best_packets(one, 0, fast).packets == 1);
}

TEST_CASE("exchange reference: a whole number of packets costs at most 3 percent of one more") {
  std::uint64_t state = 1;
  const auto random = [&](std::uint64_t below) {
    state = state * 6364136223846793005U + 1442695040888963407U;
    return (state >> 33) % below;
  };
  for (int trial = 0; trial < 2000; ++trial) {
    const auto startup = static_cast<double>(1 + random(1000));
    const CollectiveModel model{
        .network = "ring:64", .nodes = 64, .startup = startup, .bandwidth = static_cast<double>(1 + random(8))};
    const PipelineBound bound{1, static_cast<double>(1 + random(60))};
    const std::uint64_t words = 10 + random(100000);
    const double packets = ideal_packets(bound, static_cast<double>(words), model);
    if (packets < 2 || packets > static_cast<double>(words)) continue;
    const double least = ideal_time(bound, static_cast<double>(words), model);
    const double real = best_packets(bound, words, model, false).time;
    const double whole = best_packets(bound, words, model).time;
    CHECK(least <= real * (1 + 1e-12));
    CHECK(real <= least * (1 + 0.03 / packets));
    CHECK(real <= whole * (1 + 1e-12));
  }
}
