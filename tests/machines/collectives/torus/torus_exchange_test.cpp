#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include <pram/machines/detail/schedule.hpp>
#include <pram/machines/detail/torus_exchange.hpp>

#include "machines/collectives/delivered.hpp"
#include "support.hpp"

namespace pram {

namespace {

using Stage = TorusExchange::Stage;
using Misprint = TorusExchange::Misprint;

std::uint32_t log2_of(std::uint32_t side) {
  std::uint32_t log = 0;
  while (1u << log < side) ++log;
  return log;
}

/// Sides to execute; 32 only where a sweep may take its time.
std::vector<std::uint32_t> sides() {
  if (testing::size() <= testing::Size::small) return {4, 8, 16};
  return {4, 8, 16, 32};
}

}  // namespace

TEST_CASE("torus exchange: start-ups and transmissions and buffers are those of the formulas for every k") {
  for (const std::uint32_t side : sides()) {
    for (std::uint32_t k = 0; k < log2_of(side); ++k) {
      CAPTURE(side);
      CAPTURE(k);
      const TorusExchange schedule(side, k);
      const TorusRun run = check_torus_exchange(schedule);
      const TorusCost cost = torus_exchange_cost(side, k);
      CHECK(run.undelivered == 0);
      CHECK(run.startups == cost.startups);
      CHECK(schedule.steps() == cost.startups);
      CHECK(run.transmissions == cost.transmissions);
      CHECK(run.buffer == cost.buffer);
    }
  }
}

TEST_CASE("torus exchange: A1 step by step") {
  CHECK(check_torus_exchange(TorusExchange(16, 1)).largest ==
        std::vector<std::uint64_t>{128, 256, 256, 256, 256, 256, 256, 256, 256});
  if (testing::size() <= testing::Size::small) return;
  CHECK(check_torus_exchange(TorusExchange(32, 1)).largest ==
        std::vector<std::uint64_t>{512, 1024, 1536, 1024, 512, 1536, 1024, 512, 1024, 1024, 1024, 1024, 1024});
}

TEST_CASE("torus exchange: sides that are no power of two, where N is a multiple of 4 times 2^k") {
  CHECK(check_torus_exchange(TorusExchange(12, 0)).largest ==
        std::vector<std::uint64_t>{96, 48, 96, 48, 72, 72, 72, 72});
  CHECK(check_torus_exchange(TorusExchange(24, 1)).largest ==
        std::vector<std::uint64_t>{288, 576, 768, 384, 768, 384, 576, 576, 576, 576, 576});
  struct Row {
    std::uint32_t side, splits;
    std::uint64_t startups, transmissions;
  };
  // 3 k + M / 2 + 2 and N³ / 4 + N² (3.5 · 2^k - 2.5), by hand.
  for (const Row& row : {Row{12, 0, 8, 576}, Row{20, 0, 12, 2400}, Row{24, 0, 14, 4032}, Row{24, 1, 11, 6048},
                         Row{28, 0, 16, 6272}, Row{40, 1, 15, 23200}}) {
    CAPTURE(row.side);
    CAPTURE(row.splits);
    if (row.side > 24 && testing::size() <= testing::Size::small) continue;
    const std::uint32_t nodes = row.side * row.side;
    const TorusCost cost = torus_exchange_cost(row.side, row.splits);
    CHECK(cost.startups == row.startups);
    CHECK(cost.transmissions == row.transmissions);
    const std::uint64_t pairs = std::uint64_t{nodes} * nodes;
    for (const std::uint64_t words : {pairs, 2 * pairs - 5}) {
      if (words > pairs && row.side > 24) continue;
      const CollectiveTask task{.operation = Collective::all_to_all, .words = words};
      const CollectiveData in = collective_input(task, nodes);
      CollectiveData out;
      const TorusRun run = execute_torus_exchange(TorusExchange(row.side, row.splits), task, in, out);
      CHECK(out == collective_expected(task, in));
      CHECK(run.startups == row.startups);
      CHECK(run.transmissions == row.transmissions);
      CHECK(run.buffer == nodes << row.splits);
      CHECK(run.words <= run.transmissions * ((words + pairs - 1) / pairs));
    }
  }
}

TEST_CASE("torus exchange: the table of algorithms has them on every torus that they are for") {
  const auto names = [](std::uint32_t side) {
    const std::string shape = std::to_string(side) + "x" + std::to_string(side);
    const CollectiveModel model = collective_model("torus:" + shape + ",ports=one,duplex=full,switching=wormhole");
    const std::uint64_t pairs = std::uint64_t{model.nodes} * model.nodes;
    const CollectiveTask task{.operation = Collective::all_to_all, .words = pairs};
    std::vector<std::string> found;
    for (const CollectiveAlgorithm* const one : algorithms_for(model, task)) {
      if (!one->name.starts_with("all-to-all-torus-")) continue;
      found.push_back(one->name.substr(std::string("all-to-all-torus-").size()));
      if (side > 24) continue;
      const CollectiveFormula formula = one->formula(model, task);
      CHECK(formula.exact);
      const CollectiveCost cost = testing::delivered(*one, model, task);
      CHECK(cost.steps == formula.cost->steps);
      CHECK(cost.words == formula.cost->words);
      if (side == 12 && (found.back() == "suh" || found.back() == "best-split")) {
        CHECK(cost.steps == 8);
        CHECK(cost.words == 576);
      }
    }
    return found;
  };
  CHECK(names(4) == std::vector<std::string>{"suh", "a1", "best-split"});
  CHECK(names(8) == std::vector<std::string>{"suh", "a1", "split-2", "best-split"});
  CHECK(names(12) == std::vector<std::string>{"suh", "a1", "split-2", "best-split"});
  CHECK(names(24) == std::vector<std::string>{"suh", "a1", "split-2", "split-3", "best-split"});
  CHECK(names(48) == std::vector<std::string>{"suh", "a1", "split-2", "split-3", "split-4", "best-split"});
  CHECK(names(10) == std::vector<std::string>{"suh", "a1", "best-split"});
  CHECK(names(9) == std::vector<std::string>{"suh", "best-split"});
  CHECK(names(65).empty());
}

TEST_CASE("torus exchange: masters hold everything after the split stage") {
  for (const std::uint32_t side : {8u, 16u}) {
    for (std::uint32_t k = 1; k < log2_of(side); ++k) {
      const TorusExchange schedule(side, k);
      check_torus_exchange(schedule, [&](std::uint64_t step, const TorusHoldings& held) {
        if (step + 1 != 2 * k) return;
        const std::uint32_t square = side * side;
        std::uint32_t masters = 0;
        for (const auto& messages : held) {
          if (messages.empty()) continue;
          ++masters;
          CHECK(messages.size() == square << k);
        }
        CHECK(masters == square >> k);
      });
    }
  }
}

TEST_CASE("torus exchange: each phase of the exchange stage narrows where messages are") {
  for (const std::uint32_t side : {8u, 16u}) {
    for (std::uint32_t k = 0; k < log2_of(side); ++k) {
      const TorusExchange schedule(side, k);
      const std::uint32_t nodes = side * side;
      check_torus_exchange(schedule, [&](std::uint64_t step, const TorusHoldings& held) {
        const Stage now = schedule.stage(step);
        const Stage next = step + 1 < schedule.steps() ? schedule.stage(step + 1) : Stage::merge;
        if (now == next || now == Stage::split || now == Stage::merge) return;
        // Sides of the logical blocks in which every message is right: 4, 2 and 1.
        const std::uint32_t bits = k + (now == Stage::groups ? 2 : now == Stage::halves ? 1 : 0);
        std::uint64_t wrong = 0;
        for (std::uint32_t node = 0; node < nodes; ++node) {
          for (const std::uint32_t message : held[node]) {
            const std::uint32_t target = message % nodes;
            if (node / side >> bits != target / side >> bits || node % side >> bits != target % side >> bits) ++wrong;
          }
        }
        CHECK(wrong == 0);
      });
    }
  }
}

TEST_CASE("torus exchange: the rules as printed leave messages undelivered") {
  CHECK(check_torus_exchange(TorusExchange(16, 1, Misprint::phase_3)).undelivered == 16384);
  CHECK(check_torus_exchange(TorusExchange(16, 1, Misprint::phase_4)).undelivered == 28672);
  const CollectiveTask task{.operation = Collective::all_to_all, .words = 256 * 256};
  CollectiveData out;
  try {
    execute_torus_exchange(TorusExchange(16, 1, Misprint::phase_4), task, collective_input(task, 256), out);
    FAIL("delivered");
  } catch (const ScheduleError& error) {
    CHECK(error.facts.breach == ScheduleError::Breach::not_held);
  }
}

TEST_CASE("torus exchange: words arrive in blocks of any length") {
  for (const std::uint32_t side : {4u, 8u}) {
    const std::uint64_t pairs = std::uint64_t{side} * side * side * side;
    for (std::uint32_t k = 0; k < log2_of(side); ++k) {
      for (const std::uint64_t words : {std::uint64_t{0}, pairs / 3, pairs, 3 * pairs, 3 * pairs + 17}) {
        const CollectiveTask task{.operation = Collective::all_to_all, .words = words};
        const CollectiveData in = collective_input(task, side * side);
        CollectiveData out;
        const TorusRun run = execute_torus_exchange(TorusExchange(side, k), task, in, out);
        CHECK(out == collective_expected(task, in));
        CHECK(run.words <= run.transmissions * ((words + pairs - 1) / pairs));
        if (words % pairs == 0) CHECK(run.words == run.transmissions * (words / pairs));
      }
    }
  }
}

TEST_CASE("torus exchange: data that is not the task's is refused") {
  CollectiveTask task{.operation = Collective::all_to_all, .words = 300};
  const TorusExchange schedule(4, 0);
  CollectiveData in = collective_input(task, 16);
  CollectiveData out;
  CHECK_THROWS_WITH_AS(execute_torus_exchange(schedule, task, {}, out), doctest::Contains("of 0 nodes"), ConfigError);
  in[7].pop_back();
  CHECK_THROWS_WITH_AS(execute_torus_exchange(schedule, task, in, out), doctest::Contains("18 words of node 7"),
                       ConfigError);
  task.operation = Collective::gather;
  CHECK_THROWS_AS(execute_torus_exchange(schedule, task, collective_input(task, 16), out), ConfigError);
}

TEST_CASE("torus exchange: the table of the paper and its corrections") {
  struct Row {
    std::uint32_t side;
    std::array<std::uint64_t, 8> figures;  // k = 0; A1, printed; A_(n-1), printed
    std::array<std::uint64_t, 3> fewest;   // k, start-ups, transmissions
  };
  const Row rows[] = {
      {8, {6, 192, 7, 416, 288, 8, 736, 896}, {0, 6, 192}},
      {16, {10, 1280, 9, 2176, 1664, 11, 6528, 7680}, {1, 9, 2176}},
      {32, {18, 9216, 13, 12800, 10752, 14, 54784, 63488}, {2, 12, 19968}},
      {64, {34, 69632, 21, 83968, 75776, 17, 448512, 516096}, {3, 15, 169984}},
      {128, {66, 540672, 37, 598016, 565248, 20, 3629056, 4161536}, {4, 18, 1400832}},
      {256, {130, 4259840, 69, 4489216, 4358144, 23, 29196288, 33423360}, {5, 21, 11370496}},
      {512, {258, 33816576, 133, 34734080, 34209792, 26, 234225664, 267911168}, {6, 24, 91619328}},
  };
  for (const auto& [side, figures, fewest] : rows) {
    CAPTURE(side);
    const std::vector<TorusTableRow> table = torus_exchange_table(side);
    REQUIRE(table.size() == 4);
    const TorusTableRow &last = table[0], &once = table[1], &never = table[3];
    CHECK(std::array<std::uint64_t, 8>{never.cost.startups, never.cost.transmissions, once.cost.startups,
                                       once.cost.transmissions, once.printed_transmissions, last.cost.startups,
                                       last.cost.transmissions, last.printed_transmissions} == figures);
    const std::uint64_t square = std::uint64_t{side} * side, log = log2_of(side);
    CHECK(last.rearrangement == 4 * square * log * (log - 1));
    CHECK(once.rearrangement == 10 * square);
    CHECK(table[2].rearrangement == square * (side + 2) / 2);
    CHECK(never.rearrangement == 3 * square);
    // Where messages cost nothing the fewest start-ups win, where start-ups cost nothing the plain algorithm.
    const std::uint32_t best = best_torus_splits(side, 1, 0);
    CHECK(best == fewest[0]);
    CHECK(torus_exchange_cost(side, best).startups == fewest[1]);
    CHECK(torus_exchange_cost(side, best).transmissions == fewest[2]);
    CHECK(best_torus_splits(side, 0, 1) == 0);
    // Splitting to the end is never the best: stopping at M = 8 has fewer of both.
    CHECK(torus_exchange_cost(side, log2_of(side) - 3).startups < last.cost.startups);
    CHECK(torus_exchange_cost(side, log2_of(side) - 3).transmissions < last.cost.transmissions);
    // A1 beats k = 0 where (N / 4 - 3) start-ups cost more than 3.5 N² messages.
    if (side <= 12) continue;
    const double line = 3.5 * static_cast<double>(square) / (side / 4.0 - 3);
    const auto faster = [&](double startup) {
      return static_cast<double>(once.cost.startups) * startup + static_cast<double>(once.cost.transmissions) <
             static_cast<double>(never.cost.startups) * startup + static_cast<double>(never.cost.transmissions);
    };
    CHECK(faster(line * 1.01));
    CHECK_FALSE(faster(line * 0.99));
  }
  CHECK(torus_exchange_cost(16, 2).startups == 10);
  CHECK(torus_exchange_cost(16, 2).transmissions == 3968);
  CHECK(torus_exchange_cost(32, 3).startups == 13);
  CHECK(torus_exchange_cost(32, 3).transmissions == 34304);
}

TEST_CASE("torus exchange: sides and splits that do not fit are refused") {
  CHECK_THROWS_AS(TorusExchange(1, 0), ConfigError);
  CHECK_THROWS_AS(TorusExchange(9, 1), ConfigError);
  CHECK_THROWS_AS(TorusExchange(12, 3), ConfigError);
  CHECK_THROWS_AS(TorusExchange(24, 4), ConfigError);
  CHECK_THROWS_AS(TorusExchange({}, 0), ConfigError);
  CHECK_THROWS_AS(TorusExchange({{TopologyFactor::Kind::star, 4}}, 0), ConfigError);
  CHECK_THROWS_AS(TorusExchange({{TopologyFactor::Kind::ring, 8}, {TopologyFactor::Kind::ring, 6}}, 2), ConfigError);
  CHECK_THROWS_AS(torus_exchange_cost(12, 1), ConfigError);
  CHECK_THROWS_AS(torus_exchange_table(12), ConfigError);
  CHECK_THROWS_AS(TorusExchange(8, 3), ConfigError);
  CHECK_THROWS_AS(check_torus_exchange(TorusExchange(256, 1)), LimitError);
}

TEST_CASE("torus exchange: A1 on a torus of side 64" * doctest::test_suite("heavy")) {
  if (testing::size() != testing::Size::large) return;
  for (std::uint32_t k = 0; k < 6; ++k) {
    const TorusRun run = check_torus_exchange(TorusExchange(64, k));
    const TorusCost cost = torus_exchange_cost(64, k);
    CHECK(run.undelivered == 0);
    CHECK(run.startups == cost.startups);
    CHECK(run.transmissions == cost.transmissions);
    CHECK(run.buffer == cost.buffer);
  }
}

}  // namespace pram
