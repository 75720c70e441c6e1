#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "collectives/algorithms/broadcast.hpp"
#include "collectives/algorithms/piece_classes.hpp"
#include "collectives/model/mesh.hpp"
#include "machines/collectives/delivered.hpp"
#include "support.hpp"

using namespace pram;
using pram::testing::delivered;
using pram::testing::model_of;

namespace {

std::string torus_of(std::uint32_t side) { return "torus:" + std::to_string(side) + "x" + std::to_string(side); }

/// Steps and words of an algorithm for N = 1000 times what its formula needs to divide, words as a share of N.
CollectiveCost of_one_word(const std::string& algorithm, const std::string& network) {
  const CollectiveModel model = model_of(network, 1, 1);
  const std::uint64_t words = std::uint64_t{model.nodes} * model.nodes * 12;
  const CollectiveAlgorithm& row = collective_algorithms().find(algorithm);
  const CollectiveTask task{.operation = row.operation, .words = words, .source = model.nodes / 2};
  CHECK(row.formula(model, task).exact);
  CollectiveCost cost = delivered(row, model, task);
  cost.words /= static_cast<double>(words);
  return cost;
}

void check_cost(const std::string& algorithm, const std::string& network, std::uint64_t steps, double words) {
  CAPTURE(algorithm);
  CAPTURE(network);
  const CollectiveCost cost = of_one_word(algorithm, network);
  CHECK(cost.steps == steps);
  CHECK(testing::same(cost.words, words));
}

}  // namespace

TEST_CASE("exchange steps: those that were counted by hand") {
  check_cost("all-gather-torus-alternating", "torus:3x3", 4, 8.0 / 9);
  check_cost("all-gather-torus-alternating", "torus:4x4", 6, 15.0 / 16);
  check_cost("all-gather-torus-alternating", "torus:5x5", 8, 24.0 / 25);
  check_cost("all-gather-hypercube-pieces", "hypercube:2", 4, 3.0 / 4);
  check_cost("all-gather-hypercube-pieces", "hypercube:3", 6, 7.0 / 12);
  check_cost("all-gather-hypercube-pieces", "hypercube:4", 8, 15.0 / 32);
  check_cost("all-gather-hypercube-pieces", "hypercube:3,duplex=full", 3, 7.0 / 24);
  check_cost("all-gather-switch-doubling", "switch:8", 3, 7.0 / 8);
  for (const char* const operation : {"scatter", "gather"}) {
    const std::string ports = operation == std::string("gather") ? ",ports=all" : "";
    check_cost(operation + std::string("-ring"), "ring:4" + ports, 2, 1.0 / 2);
    check_cost(operation + std::string("-ring"), "ring:5" + ports, 2, 2.0 / 5);
    check_cost(operation + std::string("-ring"), "ring:8" + ports, 4, 1.0 / 2);
    check_cost(operation + std::string("-ring"), "ring:9" + ports, 4, 4.0 / 9);
    check_cost(operation + std::string("-torus"), "torus:4x4", 4, 5.0 / 8);
    check_cost(operation + std::string("-torus"), "torus:8x8", 8, 9.0 / 16);
    check_cost(operation + std::string("-torus"), "torus:5x5", 4, 12.0 / 25);
    check_cost(operation + std::string("-hypercube"), "hypercube:4", 4, 15.0 / 16);
    check_cost(operation + std::string("-switch"), "switch:16", 4, 15.0 / 16);
  }
  check_cost("all-to-all-ring", "ring:4", 3, 3.0 / 8);
  check_cost("all-to-all-ring", "ring:8", 7, 7.0 / 16);
  check_cost("all-to-all-torus", "torus:3x3", 4, 2.0 / 9);
  check_cost("all-to-all-torus", "torus:4x4", 6, 3.0 / 16);
  check_cost("all-to-all-torus", "torus:5x5", 8, 4.0 / 25);
  check_cost("all-to-all-hypercube", "hypercube:3", 6, 3.0 / 8);
  check_cost("all-to-all-hypercube-pieces", "hypercube:2", 4, 1.0 / 4);
  check_cost("all-to-all-hypercube-pieces", "hypercube:3", 6, 1.0 / 8);
  check_cost("all-to-all-hypercube-pieces", "hypercube:4", 8, 1.0 / 16);
  check_cost("all-to-all-hypercube-pieces", "hypercube:4,duplex=full", 4, 1.0 / 32);
  check_cost("all-to-all-switch", "switch:8", 3, 3.0 / 16);
}

TEST_CASE("exchange steps: a hypercube's words are dealt to its pieces so that no cut in whole words is better") {
  for (std::uint32_t n = 1; n <= 16; ++n) {
    CAPTURE(n);
    const std::vector<std::uint8_t> piece = piece_classes(n);
    REQUIRE(piece.size() == std::size_t{1} << n);
    CHECK(piece == piece_classes(n));
    std::vector<std::vector<std::uint64_t>> with_bit(n, std::vector<std::uint64_t>(n, 0));
    for (std::uint32_t offset = 0; offset < piece.size(); ++offset) {
      REQUIRE(piece[offset] < n);
      for (std::uint32_t bit = 0; bit < n; ++bit) with_bit[piece[offset]][bit] += offset >> bit & 1;
    }
    // A node sends n 2^(n-1) words in n rounds over n links.
    std::uint64_t words = 0;
    for (std::uint32_t round = 0; round < n; ++round) {
      std::uint64_t largest = 0;
      for (std::uint32_t q = 0; q < n; ++q) largest = std::max(largest, with_bit[q][(q + round) % n]);
      words += largest;
    }
    CHECK(words == std::uint64_t{1} << (n - 1));
  }
}

TEST_CASE("exchange steps: all-to-all in pieces takes N / 2k words a turn, in whole words") {
  const CollectiveAlgorithm& algorithm = collective_algorithms().find("all-to-all-hypercube-pieces");
  const std::uint32_t most = testing::size() <= testing::Size::small ? 5 : 7;
  for (std::uint32_t n = 1; n <= most; ++n) {
    for (const char* const duplex : {"", ",duplex=full"}) {
      const std::uint64_t turns = *duplex == 0 ? 2 : 1;
      const CollectiveModel model = model_of("hypercube:" + std::to_string(n) + duplex, 100, 1);
      const std::uint64_t pairs = std::uint64_t{1} << (2 * n);
      for (const std::uint64_t words : {pairs, 5 * pairs, pairs / 3 + 1, 3 * pairs + 17}) {
        CAPTURE(model.network);
        CAPTURE(words);
        const CollectiveTask task{.operation = Collective::all_to_all, .words = words};
        const CollectiveCost cost = delivered(algorithm, model, task);
        const std::uint64_t longest = (words + pairs - 1) / pairs;
        CHECK(cost.steps <= turns * n);
        CHECK(cost.words <= static_cast<double>(turns * longest << (n - 1)));
        CHECK(algorithm.formula(model, task).exact == (words % pairs == 0));
        if (words % pairs == 0) CHECK(cost.time(model) == algorithm.formula(model, task).time);
      }
    }
  }
  const CollectiveTask small{.operation = Collective::all_to_all, .words = 4096};
  const CollectiveTask large{.operation = Collective::all_to_all, .words = 65536};
  const CollectiveModel slow = model_of("hypercube:6", 100, 1);
  const CollectiveModel fast = model_of("hypercube:6", 10, 1);
  CHECK(delivered(algorithm, slow, small).time(slow) == 12 * 100 + 64);
  CHECK(delivered(algorithm, fast, large).time(fast) == 12 * 10 + 1024);
}

TEST_CASE("exchange steps: a pipelined tree takes its depth and a step more for each packet after the first") {
  std::mt19937 random(3);
  for (const char* const network : {"ring:8", "ring:9", "torus:3x3", "torus:4x4", "torus:5x5", "torus:6x6", "torus:7x7",
                                    "torus:8x8", "torus:3x4x5", "grid:4x5"}) {
    const CollectiveModel model = model_of(network, 1, 1);
    const auto source = static_cast<std::uint32_t>(random() % model.nodes);
    const std::uint64_t depth = Mesh(collective_model(network).architecture).reach(source);
    for (int trial = 0; trial < 3; ++trial) {
      const std::uint64_t packets = 1 + random() % 20;
      CollectiveExecutor executor(model, "test");
      const std::vector<Word> words(3 * packets, 7);
      const std::vector<Piece> pieces = executor.add_shares(source, words, packets);
      run_flows(executor,
                std::vector<Flow>{{.links = dimension_order_tree(model, source), .packets = packets_of(pieces)}});
      for (std::uint32_t i = 0; i < model.nodes; ++i) CHECK(executor.collect(i, pieces) == words);
      CHECK(executor.cost().steps == packets - 1 + depth);
    }
  }
  for (const std::uint32_t side : {3U, 4U, 8U})
    CHECK(Mesh(collective_model(torus_of(side)).architecture).reach(0) == 2 * (side / 2));
}

TEST_CASE("exchange steps: pipelined broadcasts take their depth with one packet, and a step more for each after it") {
  const struct {
    const char* algorithm;
    const char* network;
    std::uint64_t depth;
  } rows[] = {{"broadcast-ring-one-way", "ring:8", 7},        {"broadcast-ring-one-way", "ring:9", 8},
              {"broadcast-ring-two-way", "ring:8", 4},        {"broadcast-ring-two-way", "ring:9", 4},
              {"broadcast-torus-tree", "torus:5x5", 4},       {"broadcast-torus-tree", "torus:8x8", 8},
              {"broadcast-hypercube-tree", "hypercube:3", 3}, {"broadcast-hypercube-tree", "hypercube:6", 6},
              {"broadcast-switch-ring", "switch:8", 7}};
  for (const auto& [algorithm, network, depth] : rows) {
    CAPTURE(algorithm);
    CAPTURE(network);
    const CollectiveModel slow = model_of(network, 1e9, 1);
    const CollectiveModel fast = model_of(network, 0, 1);
    const CollectiveAlgorithm& row = collective_algorithms().find(algorithm);
    for (const std::uint64_t words : {1U, 6U, 17U}) {
      const CollectiveTask task{.operation = Collective::broadcast, .words = words, .source = 5};
      CHECK(delivered(row, slow, task).steps == depth);              // one packet pays
      CHECK(delivered(row, fast, task).steps == words - 1 + depth);  // each word is a packet
    }
  }
}

TEST_CASE(
    "exchange steps: a binary tree of 2^L - 1 nodes takes 2 (packets + L - 2), of 2^L one more level less a step") {
  const auto steps_for = [](std::uint32_t nodes, std::uint64_t packets) {
    // So slow a start that one packet pays, so fast that each word does.
    const CollectiveModel model = model_of("switch:" + std::to_string(nodes), packets == 1 ? 1e9 : 0, 1);
    const CollectiveTask task{.operation = Collective::broadcast, .words = packets, .source = nodes / 3};
    return delivered(collective_algorithms().find("broadcast-switch-binary-tree"), model, task).steps;
  };
  for (std::uint32_t levels = 3; levels <= 6; ++levels) {
    for (const std::uint64_t packets : {1U, 4U, 9U}) {
      CHECK(steps_for((1U << levels) - 1, packets) == 2 * (packets + levels - 2));
      CHECK(steps_for(1U << levels, packets) == 2 * (packets + levels - 1) - 1);
    }
  }
  CHECK(steps_for(4, 4) == 9);
  CHECK(steps_for(32, 4) == 15);
}

TEST_CASE("exchange steps: halves of the torus broadcast, D_x and D_y, with both remedies") {
  for (std::uint32_t side = 4; side <= 10; ++side) {
    const std::uint64_t reach = side / 2;
    for (std::uint64_t packets = 1; packets <= 16; ++packets) {
      for (const bool hands_over : {false, true}) {
        const CollectiveModel model = model_of(torus_of(side) + (hands_over ? ",duplex=full" : ""), 1, 1);
        const CollectiveTask task{.operation = Collective::broadcast, .words = 2 * packets, .source = side + 1};
        const CollectiveData in = collective_input(task, model.nodes);
        CollectiveData out(model.nodes);
        CollectiveExecutor executor(model, "test");
        run_torus_halves(executor, task, in, out, hands_over, packets);
        CHECK(out == collective_expected(task, in));
        const std::uint64_t simple = packets + 2 * reach - 1;
        CHECK(executor.cost().steps == (hands_over ? simple : std::max(simple, 2 * packets + reach - 1)));
        CHECK(executor.cost().words == static_cast<double>(executor.cost().steps));
      }
    }
  }
  // Handing over needs links that carry both ways.
  const CollectiveModel half = model_of("torus:6x6", 1, 1);
  const CollectiveTask task{.operation = Collective::broadcast, .words = 8};
  CollectiveData out(half.nodes);
  CollectiveExecutor executor(half, "test");
  CHECK_THROWS_AS(run_torus_halves(executor, task, collective_input(task, half.nodes), out, true, 4), ScheduleError);
  CHECK(!collective_algorithms().find("broadcast-torus-halves-handed-over").fits(half, task));
}

TEST_CASE("exchange steps: a ring's target cannot read from both neighbours but with all ports") {
  const CollectiveTask task{.operation = Collective::one_to_one, .words = 100, .source = 0, .target = 3};
  const CollectiveModel strict = model_of("ring:8", 1, 1);
  for (const char* const name : {"one-to-one-ring-halves", "one-to-one-ring-split"}) {
    const CollectiveAlgorithm& algorithm = collective_algorithms().find(name);
    CHECK(!algorithm.fits(strict, task));
    CHECK(algorithm.fits(model_of("ring:8,ports=all", 1, 1), task));
    CollectiveData out;
    CHECK_THROWS_AS(algorithm.run(strict, task, collective_input(task, 8), out), ScheduleError);
  }
}

TEST_CASE("exchange steps: by way of the diagonal (3.44) only some pairs are served") {
  // Gather in every row to the diagonal, scatter from there in every column: what is for other columns stays behind.
  for (const std::uint32_t side : {3U, 4U}) {
    const CollectiveModel model = model_of(torus_of(side), 1, 1);
    const Mesh mesh(model.architecture);
    const std::uint32_t nodes = model.nodes;
    CollectiveExecutor executor(model, "diagonal");
    const Word word = 1;
    for (std::uint32_t pair = 0; pair < nodes * nodes; ++pair) executor.add(pair / nodes, std::span(&word, 1));
    const auto walk = [&](std::size_t d, bool gather) {
      for (std::uint32_t step = 1; step < side; ++step) {
        executor.begin_step();
        for (std::uint32_t i = 0; i < nodes; ++i) {
          const std::uint32_t row = mesh.digit(i, 0);
          const std::uint32_t column = mesh.digit(i, 1);
          const bool on_diagonal = row == column;
          if (gather && on_diagonal) continue;
          std::vector<Piece> pieces;
          for (Piece pair = 0; pair < nodes * nodes; ++pair) {
            if (!executor.holds(i, pair)) continue;
            const std::uint32_t to = pair % nodes;
            if (gather || (to != i && mesh.digit(to, 1) == column)) pieces.push_back(pair);
          }
          executor.send(i, mesh.moved(i, d, 1), pieces, CollectiveExecutor::Sender::forgets);
        }
        executor.end_step();
      }
    };
    walk(1, true);
    walk(0, false);
    std::uint32_t served = 0;
    for (Piece pair = 0; pair < nodes * nodes; ++pair) served += executor.holds(pair % nodes, pair) ? 1 : 0;
    CHECK(served == (side == 3 ? 27 : 64));
    std::vector<Piece> wanted;
    for (std::uint32_t from = 0; from < nodes; ++from) wanted.push_back(from * nodes);
    CHECK_THROWS_AS(executor.collect(0, wanted), ScheduleError);
  }
}
