#include <doctest/doctest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <random>
#include <set>
#include <string>
#include <vector>

#include <pram/detail/partners.hpp>

#include "collectives/reductions/bine.hpp"
#include "collectives/reductions/schedules.hpp"
#include "core/thrown.hpp"
#include "machines/collectives/delivered.hpp"
#include "support.hpp"

using namespace pram;
using pram::testing::delivered;
using pram::testing::model_of;
using pram::testing::same;

namespace {

constexpr CollectiveOperation::Kind combining[] = {CollectiveOperation::reduce, CollectiveOperation::reduce_scatter,
                                                   CollectiveOperation::all_reduce, CollectiveOperation::scan};
constexpr ReductionOperator operators[] = {ReductionOperator::sum, ReductionOperator::maximum,
                                           ReductionOperator::exclusive_or, ReductionOperator::matrix};

const std::vector<std::string>& networks_tried() {
  static const std::vector<std::string> names = {"bus:1",
                                                 "bus:2",
                                                 "bus:7",
                                                 "bus:9,modules=4",
                                                 "shared-memory:1",
                                                 "shared-memory:2",
                                                 "shared-memory:8,modules=3",
                                                 "shared-memory:12,modules=12",
                                                 "switch:1",
                                                 "switch:2",
                                                 "switch:3",
                                                 "switch:8",
                                                 "switch:11",
                                                 "switch:16",
                                                 "ring:1",
                                                 "ring:2",
                                                 "ring:3",
                                                 "ring:8",
                                                 "ring:2,ports=all",
                                                 "ring:9,ports=all",
                                                 "ring:8,ports=all,duplex=full",
                                                 "ring:2,duplex=full",
                                                 "ring:5,duplex=full",
                                                 "torus:2x2",
                                                 "torus:4x4,duplex=full",
                                                 "torus:5x3,duplex=full",
                                                 "torus:4x4x4,duplex=full",
                                                 "ring:16,ports=all,duplex=full",
                                                 "torus:4x3",
                                                 "torus:4x4",
                                                 "torus:4x6,duplex=full",
                                                 "torus:3x4,ports=one",
                                                 "torus:3x3x3",
                                                 "torus:1x5",
                                                 "grid:3x3",
                                                 "grid:4x3",
                                                 "grid:5x2,duplex=full",
                                                 "grid:3x3x2",
                                                 "path:2",
                                                 "path:6",
                                                 "path:6,ports=one,duplex=full",
                                                 "hypercube:0",
                                                 "hypercube:1",
                                                 "hypercube:2",
                                                 "hypercube:4",
                                                 "hypercube:3,duplex=full",
                                                 "hypercube:3,ports=one",
                                                 "hypercube:2,ports=one,duplex=full",
                                                 "complete:5",
                                                 "complete:5,duplex=full",
                                                 "complete:8,ports=one,duplex=full",
                                                 "star:5",
                                                 "star:6,ports=one",
                                                 "star:9,duplex=full",
                                                 "product:ring:3,path:2",
                                                 "product:ring:4,complete:3,ports=one,duplex=full",
                                                 "rcn-full:3,1"};
  return names;
}

/// What the operator means, once more: matrices number by number, all else by its sign.
Word applied(ReductionOperator combine, Word left, Word right) {
  switch (combine) {
    case ReductionOperator::sum: return left + right;
    case ReductionOperator::maximum: return left > right ? left : right;
    case ReductionOperator::exclusive_or: return (left | right) & ~(left & right);
    case ReductionOperator::matrix: break;
  }
  std::uint16_t a[4];
  std::uint16_t b[4];
  for (unsigned k = 0; k < 4; ++k) {
    a[k] = static_cast<std::uint16_t>(left >> 16 * k);
    b[k] = static_cast<std::uint16_t>(right >> 16 * k);
  }
  const auto product = [&](unsigned row, unsigned column) {
    const std::uint64_t sum = std::uint64_t{a[2 * row]} * b[column] + std::uint64_t{a[2 * row + 1]} * b[2 + column];
    return sum % 65536;
  };
  return product(0, 0) | product(0, 1) << 16 | product(1, 0) << 32 | product(1, 1) << 48;
}

/// The result by the definition of the operation, word by word.
CollectiveData oracle(const CollectiveTask& task, const CollectiveData& in) {
  const std::size_t nodes = in.size();
  const std::size_t length = in[0].size();
  CollectiveData out(nodes);
  const auto prefix = [&](std::size_t last, std::size_t w) {
    Word value = in[0][w];
    for (std::size_t i = 1; i <= last; ++i) value = applied(task.combine, value, in[i][w]);
    return value;
  };
  for (std::size_t i = 0; i < nodes; ++i) {
    if (task.operation == CollectiveOperation::reduce && i != task.target) continue;
    std::size_t begin = 0;
    std::size_t end = length;
    if (task.operation == CollectiveOperation::reduce_scatter) {
      begin = i * (length / nodes) + std::min(i, length % nodes);
      end = begin + length / nodes + (i < length % nodes ? 1 : 0);
    }
    for (std::size_t w = begin; w < end; ++w)
      out[i].push_back(prefix(task.operation == CollectiveOperation::scan ? i : nodes - 1, w));
  }
  return out;
}

/// Executes an algorithm, and checks what every node has, what it cost, and that no bound is beaten.
CollectiveCost checked(const CollectiveAlgorithm& algorithm, const CollectiveModel& model, const CollectiveTask& task) {
  const CollectiveData in = collective_input(task, model.nodes);
  CollectiveData out;
  const CollectiveCost cost = algorithm.run(model, task, in, out);
  CHECK(out == oracle(task, in));
  const CollectiveFormula formula = algorithm.formula(model, task);
  const double time = cost.time(model);
  CHECK(time >= collective_lower_bound(model, task) * (1 - 1e-12));
  if (formula.exact) {
    REQUIRE(formula.cost.has_value());
    CHECK(cost.steps == formula.cost->steps);
    CHECK(same(cost.words, formula.cost->words));
    CHECK(same(time, formula.time));
  } else if (!formula.cost.has_value()) {
    CHECK(time >= formula.time * (1 - 1e-9));
  }
  return cost;
}

CollectiveCost cost_of(const std::string& algorithm, const std::string& network, const CollectiveTask& task) {
  const CollectiveModel model = model_of(network, 100, 1);
  const CollectiveAlgorithm& row = collective_algorithms().find(algorithm);
  REQUIRE(row.fits(model, task));
  return checked(row, model, task);
}

}  // namespace

TEST_CASE("reductions: every algorithm combines each contribution once, on every network, for every operator") {
  std::set<std::string> met;
  std::mt19937_64 random(testing::seed());
  for (const std::string& network : networks_tried()) {
    for (const double startup : {1.0, 40.0}) {
      const CollectiveModel model = model_of(network, startup, 2);
      const std::uint64_t k = model.nodes;
      if (startup != 1.0 && testing::size() == testing::Size::tiny) continue;
      for (const CollectiveOperation::Kind operation : combining) {
        for (const ReductionOperator combine : operators) {
          for (const std::uint64_t vector : {std::uint64_t{0}, std::uint64_t{1}, k - 1, k, 3 * k + 2, 12 * k}) {
            const CollectiveTask task{.operation = operation,
                                      .words = vector * k,
                                      .target = static_cast<std::uint32_t>(random() % k),
                                      .combine = combine};
            const std::vector<const CollectiveAlgorithm*> fitting = algorithms_for(model, task);
            CAPTURE(network);
            CAPTURE(to_string(operation));
            CHECK_FALSE(fitting.empty());
            for (const CollectiveAlgorithm* const algorithm : fitting) {
              CAPTURE(algorithm->name);
              CAPTURE(to_string(combine));
              CAPTURE(vector);
              CAPTURE(task.target);
              met.insert(algorithm->name);
              checked(*algorithm, model, task);
            }
          }
        }
      }
    }
  }
  for (const CollectiveAlgorithm& algorithm : collective_algorithms().entries()) {
    if (algorithm.operation.combines()) CHECK_MESSAGE(met.contains(algorithm.name), algorithm.name);
  }
}

TEST_CASE("reductions: what takes any number of nodes does, on a switch") {
  std::vector<std::uint32_t> numbers;
  for (std::uint32_t p = 2; p <= 69; ++p) numbers.push_back(p);
  numbers.insert(numbers.end(), {100, 127, 128, 129});
  for (const std::uint32_t p : numbers) {
    CAPTURE(p);
    const CollectiveModel model = model_of("switch:" + std::to_string(p), 7, 1);
    for (const CollectiveOperation::Kind operation : combining) {
      for (const ReductionOperator combine : {ReductionOperator::sum, ReductionOperator::matrix}) {
        const CollectiveTask task{
            .operation = operation, .words = std::uint64_t{p} * (p + 3), .target = p / 2, .combine = combine};
        for (const CollectiveAlgorithm* const algorithm : algorithms_for(model, task)) {
          CAPTURE(algorithm->name);
          checked(*algorithm, model, task);
        }
      }
    }
    const std::uint64_t log = static_cast<std::uint64_t>(std::bit_width(p - 1));
    const CollectiveTask all{.operation = CollectiveOperation::all_reduce, .words = std::uint64_t{p} * p};
    const CollectiveTask half{.operation = CollectiveOperation::reduce_scatter, .words = std::uint64_t{p} * p};
    const CollectiveCost circulant = cost_of("all-reduce-circulant", model.network, all);
    CHECK(circulant.steps == 2 * log);
    CHECK(circulant.words == 2.0 * (p - 1));
    CHECK(cost_of("reduce-scatter-circulant", model.network, half).words == p - 1.0);
    CHECK(cost_of("all-reduce-ring", model.network, all).steps == 2 * (p - std::uint64_t{1}));
    CHECK(cost_of("all-reduce-ring", model.network, all).words == 2.0 * (p - 1));
  }
}

TEST_CASE("reductions: start-ups and words of p = 64 are those of the papers") {
  constexpr std::uint64_t m = 640;
  const CollectiveTask all{.operation = CollectiveOperation::all_reduce, .words = 64 * m};
  const auto check = [&](const char* algorithm, const char* network, std::uint64_t steps, double words) {
    CAPTURE(algorithm);
    CAPTURE(network);
    const CollectiveCost cost = cost_of(algorithm, network, all);
    CHECK(cost.steps == steps);
    CHECK(cost.words == words);
  };
  for (const char* const network : {"switch:64", "hypercube:6,duplex=full", "complete:64,duplex=full"}) {
    check("all-reduce-doubling", network, 6, 6 * m);
    check("all-reduce-rabenseifner", network, 12, 2 * m * 63.0 / 64);
    check("all-reduce-ring", network, 126, 2 * m * 63.0 / 64);
  }
  check("all-reduce-circulant", "switch:64", 12, 2 * m * 63.0 / 64);
  check("all-reduce-swing", "switch:64", 12, 2 * m * 63.0 / 64);
  check("all-reduce-doubling", "hypercube:6", 12, 12 * m);
  // Three nodes beyond a power of two join a neighbour: two start-ups and two vectors more.
  const CollectiveTask odd{.operation = CollectiveOperation::all_reduce, .words = 67 * m};
  CHECK(cost_of("all-reduce-doubling", "switch:67", odd).steps == 8);
  CHECK(cost_of("all-reduce-rabenseifner", "switch:67", odd).words == 2 * m * 63.0 / 64 + 2 * m);
  const CollectiveTask scan{.operation = CollectiveOperation::scan, .words = 64 * m};
  CHECK(cost_of("scan-doubling", "switch:64", scan).words == 6 * m);
  CHECK(cost_of("scan-two-sweeps", "switch:64", scan).steps == 11);
  // No faster than the bound: log2 p start-ups, 2 m (p - 1) / p words.
  CHECK(collective_lower_bound(model_of("switch:64", 100, 1), all) == doctest::Approx(600 + 2 * m * 63.0 / 64));
}

TEST_CASE(
    "reductions: Swing loads the links of a ring as its paper says, and keeps what each node is responsible for") {
  for (const auto& [p, load] : {std::pair{8U, 8U}, {16U, 19U}, {64U, 99U}, {128U, 220U}}) {
    CAPTURE(p);
    const Butterfly butterfly = swing_butterfly(p);
    std::uint64_t sum = 0;
    for (std::uint32_t step = 0; step < butterfly.steps; ++step) {
      const std::uint64_t blocks = p >> (step + 1);
      const std::int64_t links = std::abs(swing_distance(step));
      std::vector<std::uint64_t> up(p);
      std::vector<std::uint64_t> down(p);
      for (std::uint32_t i = 0; i < p; ++i) {
        const std::uint32_t partner = butterfly.partner(i, step);
        CHECK(butterfly.partner(partner, step) == i);
        // The same positions down to this step, and different halves of them.
        const std::uint32_t differing = butterfly.position[i] ^ butterfly.position[partner];
        CHECK(std::bit_width(differing) == static_cast<int>(butterfly.steps - step));
        const bool rises = (i + links) % p == partner;
        for (std::uint32_t link = 0; link < links; ++link) ++(rises ? up[(i + link) % p] : down[(i + p - link) % p]);
      }
      sum += blocks * std::max(*std::ranges::max_element(up), *std::ranges::max_element(down));
    }
    CHECK(sum == load);
  }
}

TEST_CASE("reductions: all ports of a torus combine parts of the vectors at once") {
  // 2 D parts: each is a reduce-scatter and an all-gather around the rings of D dimensions.
  const CollectiveTask on_64{.operation = CollectiveOperation::all_reduce, .words = 64 * 768};
  CHECK(cost_of("all-reduce-torus-rings", "torus:8x8,duplex=full", on_64).steps == 2 * 2 * 7);
  CHECK(cost_of("all-reduce-torus-rings", "torus:8x8,duplex=full", on_64).words == 2 * 768.0 / 4 * 63 / 64);
  CHECK(cost_of("all-reduce-torus-rings", "torus:4x4x4", on_64).words == 2 * 768.0 / 3 * 63 / 64);
  // Four steps in each dimension, for what is for a node comes to it from both sides; half of the shares begin in each
  // dimension: 4 for a digit, and then one for a node.
  const CollectiveTask shares{.operation = CollectiveOperation::reduce_scatter, .words = 64 * 768};
  CHECK(cost_of("reduce-scatter-torus-rings", "torus:8x8,duplex=full", shares).steps == 2 * 4);
  CHECK(cost_of("reduce-scatter-torus-rings", "torus:8x8,duplex=full", shares).words == 12 * (4 * 4 + 4 * 1));
  CHECK(cost_of("reduce-scatter-torus-rings", "torus:8x8", shares).words == 12 * (7 * 4 + 7 * 1));
  CHECK(cost_of("reduce-scatter-torus-rings", "torus:5x3,duplex=full",
                {.operation = CollectiveOperation::reduce_scatter, .words = 15 * 30})
            .steps == 2 * 2);
  // Distances 1, 1, 3 in both dimensions; a block of 4 parts and 64 nodes has 3 words.
  const CollectiveCost swing = cost_of("all-reduce-torus-swing", "torus:8x8,duplex=full", on_64);
  CHECK(swing.steps == 2 * 2 * (1 + 1 + 3));
  CHECK(swing.words == 2 * 3 * (32 + 16 + 8 + 4 + 3 * 2 + 3 * 1));
}

TEST_CASE("reductions: Bine trees reach each node once, over a third fewer links than binomial trees") {
  for (const auto& [p, links] : {std::pair{8U, 9U}, {16U, 23U}, {64U, 135U}, {256U, 711U}, {1024U, 3527U}}) {
    CAPTURE(p);
    std::set<std::uint32_t> reached = {0};
    std::uint64_t sum = 0;
    for (const std::vector<BineSend>& step : bine_tree(p)) {
      for (const auto& [from, to] : step) {
        CHECK(reached.contains(from));
        const std::uint32_t up = (to + p - from) % p;
        sum += std::min(up, p - up);
      }
      for (const BineSend& one : step) CHECK(reached.insert(one.to).second);
    }
    CHECK(reached.size() == p);
    CHECK(sum == links);
  }
  const CollectiveTask task{.operation = Collective::broadcast, .words = 100, .source = 5};
  for (const char* const network : {"switch:1", "switch:2", "switch:16", "complete:8,duplex=full"}) {
    const CollectiveModel model = model_of(network, 3, 1);
    CollectiveTask from = task;
    from.source %= model.nodes;
    const CollectiveAlgorithm& row = collective_algorithms().find("broadcast-bine");
    CHECK(same(delivered(row, model, from).time(model), row.formula(model, from).time));
  }
}

TEST_CASE("reductions: what does not keep the order is refused for an operator that does not commute") {
  const CollectiveModel model = model_of("switch:6", 1, 1);
  std::size_t refused = 0;
  for (const CollectiveAlgorithm& algorithm : collective_algorithms().entries()) {
    if (!algorithm.operation.combines()) continue;
    CAPTURE(algorithm.name);
    const CollectiveTask task{
        .operation = algorithm.operation, .words = 36, .target = 2, .combine = ReductionOperator::matrix};
    CollectiveTask sum = task;
    sum.combine = ReductionOperator::sum;
    if (!algorithm.fits(model, sum)) continue;
    const bool keeps = algorithm.summary.ends_with("; keeps the order");
    CHECK(algorithm.fits(model, task) == keeps);
    if (keeps) continue;
    CollectiveData out;
    const auto error =
        testing::thrown<ConfigError>([&] { algorithm.run(model, task, collective_input(task, model.nodes), out); });
    CHECK(error.option == "operator");
    CHECK(error.value == "matrix");
    CHECK(testing::is_one_line(error.what()));
    ++refused;
  }
  CHECK(refused >= 4);
}

TEST_CASE("operations and operators have names, and near ones are suggested") {
  CHECK(all_operations().size() == all_collectives().size() + 4);
  for (const CollectiveOperation operation : all_operations()) {
    CHECK(operation_from(to_string(operation)) == operation);
    CHECK(collective_input({.operation = operation, .words = 12}, 4).size() == 4);
  }
  CHECK(operation_from("transposition") == Collective::all_to_all);
  CHECK(testing::thrown<ConfigError>([] { operation_from("redcue"); }).allowed.ends_with("; did you mean reduce?"));
  CHECK(testing::thrown<ConfigError>([] {
          operation_from("transpsition");
        }).allowed.ends_with("scan; did you mean transposition?"));
  // "scatter" is near its end.
  CHECK(testing::thrown<ConfigError>([] {
          operation_from("muptiscatter");
        }).allowed.ends_with("scan; did you mean multiscatter?"));
  for (const ReductionOperator combine : operators) {
    CHECK(reduction_operator_from(to_string(combine)) == combine);
    std::mt19937_64 random(5);
    bool swaps = true;
    for (int trial = 0; trial < 100; ++trial) {
      const Word a = random();
      const Word b = random();
      const Word c = random();
      CHECK(combined(combine, a, b) == applied(combine, a, b));
      CHECK(combined(combine, combined(combine, a, b), c) == combined(combine, a, combined(combine, b, c)));
      swaps = swaps && combined(combine, a, b) == combined(combine, b, a);
    }
    CHECK(swaps == commutes(combine));
  }
  const auto error = testing::thrown<ConfigError>([] { reduction_operator_from("summ"); });
  CHECK(error.allowed == "one of sum, max, xor, matrix; did you mean sum?");
}
