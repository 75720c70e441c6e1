#include <doctest/doctest.h>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "collectives/execution/executor.hpp"
#include "machines/collectives/delivered.hpp"

using namespace pram;
using pram::testing::model_of;
using Breach = ScheduleError::Breach;

namespace {

template <class Action>
ScheduleError::Facts breach(Action&& action) {
  try {
    action();
  } catch (const ScheduleError& error) {
    CHECK(std::string(error.what()).size() > 10);
    return error.facts;
  }
  FAIL("no ScheduleError");
  return {};
}

struct Pair {
  std::uint32_t from;
  std::uint32_t to;
};

/// One step of one-word transfers; every breach is thrown by the last of them.
void step(const char* network, const std::vector<Pair>& transfers) {
  StepChecker checker(model_of(network, 1, 1), "test");
  checker.begin_step();
  for (const auto& [from, to] : transfers) checker.transfer(from, to, 1);
  checker.end_step();
  CHECK(checker.cost().steps == (transfers.empty() ? 0 : 1));
}

Breach breach_of(const char* network, const std::vector<Pair>& transfers) {
  return breach([&] { step(network, transfers); }).breach;
}

}  // namespace

TEST_CASE("exchange steps: links, and the ring's rule of two writes or a read and a write") {
  CHECK_NOTHROW(step("ring:5", {{0, 1}, {0, 4}}));
  CHECK_NOTHROW(step("ring:5", {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 0}}));
  CHECK(breach_of("ring:5", {{0, 2}}) == Breach::no_such_link);
  CHECK(breach_of("ring:5", {{0, 0}}) == Breach::no_such_link);
  CHECK(breach_of("ring:5", {{0, 5}}) == Breach::no_such_link);
  CHECK(breach_of("ring:5", {{0, 1}, {2, 1}}) == Breach::two_receives);
  CHECK(breach_of("ring:5", {{0, 1}, {1, 0}}) == Breach::both_directions);
  CHECK(breach_of("ring:5", {{0, 1}, {0, 4}, {1, 0}}) == Breach::both_directions);
  CHECK(breach_of("ring:2", {{0, 1}, {1, 0}}) == Breach::both_directions);
  CHECK(breach_of("ring:5", {{0, 1}, {0, 1}}) == Breach::two_sends);
  CHECK_NOTHROW(step("ring:5,ports=all", {{0, 1}, {2, 1}}));
  CHECK(breach_of("ring:5,duplex=full", {{0, 1}, {0, 4}}) == Breach::two_sends);
  CHECK_NOTHROW(step("ring:5,duplex=full", {{0, 1}, {1, 0}}));
}

TEST_CASE("exchange steps: all links of torus and hypercube, each one way") {
  CHECK_NOTHROW(step("torus:3x3", {{4, 1}, {4, 7}, {4, 3}, {4, 5}}));
  CHECK_NOTHROW(step("torus:3x3", {{1, 4}, {7, 4}, {3, 4}, {4, 5}}));
  CHECK(breach_of("torus:3x3", {{4, 1}, {1, 4}}) == Breach::both_directions);
  CHECK(breach_of("torus:3x3", {{4, 8}}) == Breach::no_such_link);
  CHECK_NOTHROW(step("torus:3x3,duplex=full", {{4, 1}, {1, 4}}));
  CHECK(breach_of("torus:3x3,ports=one", {{4, 1}, {4, 7}}) == Breach::two_sends);
  CHECK(breach_of("torus:3x3,ports=one", {{1, 4}, {7, 4}}) == Breach::two_receives);
  CHECK_NOTHROW(step("hypercube:3", {{0, 1}, {0, 2}, {0, 4}}));
  CHECK(breach_of("hypercube:3", {{0, 1}, {1, 0}}) == Breach::both_directions);
  CHECK(breach_of("hypercube:3", {{0, 3}}) == Breach::no_such_link);
}

TEST_CASE("exchange steps: bus, shared memory and switch") {
  CHECK(breach_of("bus:4", {{0, 1}, {2, 3}}) == Breach::too_many);
  CHECK_NOTHROW(step("bus:4,modules=2", {{0, 1}, {2, 3}}));
  CHECK(breach_of("bus:4,modules=2", {{0, 1}, {0, 3}}) == Breach::two_sends);
  CHECK(breach_of("bus:4", {{0, 4}}) == Breach::no_such_link);
  CHECK_NOTHROW(step("shared-memory:4,modules=2", {{0, 4}, {4, 1}}));
  const auto facts = breach([] { step("shared-memory:4,modules=2", {{0, 4}, {1, 4}, {2, 4}}); });
  CHECK(facts.breach == Breach::too_many);
  CHECK(facts.node == 2);
  CHECK(facts.other == 2);
  CHECK(facts.network == "shared-memory:4,modules=2");
  CHECK(facts.routine == "test");
  CHECK(breach_of("shared-memory:4,modules=2", {{0, 4}, {4, 0}}) == Breach::two_receives);
  CHECK(breach_of("shared-memory:4,modules=2", {{0, 1}}) == Breach::no_such_link);
  CHECK(breach_of("shared-memory:4,modules=2", {{4, 4}}) == Breach::no_such_link);
  CHECK_NOTHROW(step("switch:4", {{0, 3}, {3, 0}, {1, 2}}));
  CHECK(breach_of("switch:4", {{0, 3}, {0, 2}}) == Breach::two_sends);
  CHECK(breach_of("switch:4", {{0, 3}, {1, 3}}) == Breach::two_receives);
  CHECK(breach_of("switch:4", {{1, 1}}) == Breach::no_such_link);
}

TEST_CASE("exchange steps: a step costs a start-up and its largest block, and nothing when empty") {
  StepChecker checker(model_of("ring:5", 1, 1), "test");
  checker.begin_step();
  checker.transfer(0, 1, 3);
  checker.transfer(1, 2, 7);
  checker.end_step();
  checker.begin_step();
  checker.end_step();
  checker.begin_step();
  checker.transfer(3, 4, 2);
  checker.end_step();
  CHECK(checker.cost().steps == 2);
  CHECK(checker.cost().words == 9);
  CHECK(checker.transfers() == 3);
}

TEST_CASE("exchange executor: data arrives at the end of a step, and only what is held can be sent") {
  CollectiveExecutor executor(model_of("ring:4", 1, 1), "test");
  const std::array<Word, 5> words = {1, 2, 3, 4, 5};
  const Piece piece = executor.add(0, words);
  const Piece empty = executor.add(0, {});
  CHECK(executor.length(piece) == 5);
  executor.begin_step();
  executor.send(0, 1, piece);
  CHECK(breach([&] { executor.send(1, 2, piece); }).breach == Breach::not_held);
  executor.end_step();
  CHECK(executor.holds(1, piece));
  CHECK(executor.holds(0, piece));
  CHECK(executor.holds(3, empty));
  executor.begin_step();
  executor.send(1, 2, piece, CollectiveExecutor::Sender::forgets);
  executor.send(2, 3, empty);
  executor.end_step();
  CHECK(!executor.holds(1, piece));
  CHECK(executor.collect(2, std::array{empty, piece}) == std::vector<Word>(words.begin(), words.end()));
  const auto facts = breach([&] { executor.collect(3, std::array{piece}); });
  CHECK(facts.breach == Breach::not_held);
  CHECK(facts.node == 3);
  CHECK(facts.step == 2);
  CHECK(executor.cost().words == 10);
}

TEST_CASE("exchange executor: thousands of pieces go round and come back whole") {
  constexpr std::uint32_t nodes = 16;
  CollectiveExecutor executor(model_of("ring:16", 1, 1), "test");
  std::vector<std::vector<Piece>> pieces(nodes);
  std::vector<std::vector<Word>> words(nodes);
  for (std::uint32_t i = 0; i < nodes; ++i) {
    for (Word w = 0; w < 700; ++w) words[i].push_back(1000 * i + w);
    pieces[i] = executor.add_shares(i, words[i], 300);
    CHECK(executor.length(pieces[i].front()) == 3);
    CHECK(executor.length(pieces[i].back()) == 2);
  }
  for (std::uint32_t turn = 0; turn < nodes; ++turn) {
    executor.begin_step();
    for (std::uint32_t i = 0; i < nodes; ++i)
      executor.send((i + turn) % nodes, (i + turn + 1) % nodes, pieces[i], CollectiveExecutor::Sender::forgets);
    executor.end_step();
  }
  for (std::uint32_t i = 0; i < nodes; ++i) {
    CHECK(executor.collect(i, pieces[i]) == words[i]);
    CHECK(!executor.holds((i + 1) % nodes, pieces[i][0]));
  }
  CHECK(executor.cost().steps == nodes);
  CHECK(executor.cost().words == 700.0 * nodes);
}
