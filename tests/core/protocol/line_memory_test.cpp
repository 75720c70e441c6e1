#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include <pram/detail/exact_text.hpp>
#include <pram/pram.hpp>

#include "../../support.hpp"
#include "../../support/thread_ranks.hpp"
#include "request/line_memory.hpp"

namespace pram {

namespace {

MachineOptions remembering(std::uint32_t components, const std::string& access = "adaptive", unsigned threads = 1) {
  MachineOptions options;
  options.components = components;
  options.access = access;
  options.threads = threads;
  return options;
}

/// Phases in which components tell each other something, and no record moves.
std::size_t told_phases(const StepRecord& step) {
  return static_cast<std::size_t>(
      std::ranges::count_if(step.phases, [](const PhaseRecord& phase) { return phase.combined == 0; }));
}

bool counts_first(const StepRecord& step) { return step.phases.front().combined == 0; }

/// Steps of three lines, of which one asks for a hot cell where `hot` says so, and their result.
std::string run_lines(const std::vector<bool>& hot, const std::string& access, unsigned threads) {
  Machine machine(remembering(32, access, threads));
  constexpr std::uint64_t processors = 2048;
  const auto cells = machine.array<std::int64_t>(processors, 1, "cells");
  const auto sums = machine.array<std::int64_t>(processors, 0, "sums");
  for (const bool step : hot) {
    machine.pardo(processors, [&](Processor self) -> Task<> {
      const std::uint64_t cell = step ? self.id() % 2 : self.id();
      const std::int64_t value = co_await cells[cell];
      co_await sums[processors - 1 - cell].add(value + static_cast<std::int64_t>(self.id()));
      if (self.id() % 3 != 0) co_await (cells[self.id()] = value + 1);
    });
  }
  std::string result = detail::exact_text(machine.ledger()) + "\n";
  for (std::size_t k = 0; k < processors; ++k) result += std::to_string(cells.get(k) + 3 * sums.get(k)) + " ";
  return result;
}

/// The last line of such a result.
std::string values_of(const std::string& result) { return result.substr(result.rfind('\n')); }

}  // namespace

TEST_CASE("a line whose last three steps went straight home is not counted") {
  std::uint64_t charge[2];
  for (const bool remembers : {false, true}) {
    Machine machine(remembering(256, remembers ? "adaptive" : "adaptive,memory=none"));
    const auto cells = machine.array<int>(8192, 1, "cells");
    for (int k = 0; k < 6; ++k) {
      machine.pardo(8192, [&](Processor self) -> Task<> {
        co_await cells[(self.id() * 5 + static_cast<std::uint64_t>(k)) % 8192].add(1);
      });
    }
    const auto& steps = machine.ledger().step_records();
    REQUIRE(steps.size() == 6);
    for (std::size_t k = 0; k < 6; ++k) {
      CAPTURE(k);
      const bool counts = !remembers || k < 3;
      CHECK(counts_first(steps[k]) == counts);
      REQUIRE(steps[k].phases.size() == (counts ? 3 : 2));
      // A sample, and then the rest: all but what is at home.
      const PhaseRecord& sample = steps[k].phases[counts ? 1 : 0];
      const PhaseRecord& rest = steps[k].phases[counts ? 2 : 1];
      CHECK(sample.messages > 50);
      CHECK(sample.messages < 600);
      CHECK(sample.messages + rest.messages > 8000);
      CHECK(sample.messages + rest.messages <= 8192);
      CHECK(rest.combined == 8192);
    }
    charge[remembers ? 1 : 0] = machine.ledger().charge();
  }
  CHECK(charge[0] == charge[1] + 3 * 10);  // ten supersteps for each count (adaptive_test)
}

TEST_CASE("a line is trusted by what its steps were like, and half as readily after each wrong guess") {
  std::mt19937_64 random(testing::seed());
  CAPTURE(testing::seed());
  Machine machine(remembering(64));
  constexpr std::uint64_t processors = 2048;
  const auto cells = machine.array<int>(processors, 1, "cells");
  for (int k = 0; k < 400; ++k) {
    const std::uint64_t shared = random() % 12 == 0 ? 1 + random() % 4 : processors;
    machine.pardo(processors, [&](Processor self) -> Task<> { co_await cells[self.id() % shared].add(1); });
  }
  std::uint32_t quiet = 0;
  std::uint32_t awaited = 3;
  std::uint32_t wrong = 0;
  std::uint32_t guesses = 0;
  for (const StepRecord& step : machine.ledger().step_records()) {
    CAPTURE(step.step);
    const bool guess = quiet >= awaited;
    REQUIRE(counts_first(step) == !guess);
    guesses += guess ? 1 : 0;
    // A count and nothing else, or not even that, tells that all went straight home.
    if (told_phases(step) == (guess ? 0 : 1)) {
      if (!guess) CHECK(step.distinct == processors);  // a sample may miss what a count does not
      ++quiet;
      continue;
    }
    CHECK(step.distinct < processors);
    quiet = 0;
    if (guess) awaited = std::min(2 * awaited, 192U);
    wrong += guess ? 1 : 0;
  }
  CHECK(wrong >= 1);
  CHECK(guesses >= 4);
}

TEST_CASE("lines are remembered apart, and arrays of one name together") {
  Machine machine(remembering(64));
  for (int k = 0; k < 6; ++k) {
    const auto cells = machine.array<int>(2048, 1, "anew");
    machine.pardo(2048, [&](Processor self) -> Task<> {
      const int value = co_await cells[self.id()];
      co_await (cells[self.id()] = value + 1);
      co_await cells[0].add(value);
    });
  }
  const auto& steps = machine.ledger().step_records();
  REQUIRE(steps.size() == 18);
  for (std::size_t k = 0; k < 18; ++k) {
    CAPTURE(k);
    CHECK(counts_first(steps[k]) == (k < 9 || k % 3 == 2));  // nobody trusts the last one, of a hot cell
  }
}

TEST_CASE("several lines that ask together are one, whatever their order") {
  Machine machine(remembering(64));
  const auto cells = machine.array<int>(4096, 1, "cells");
  for (std::uint64_t k = 0; k < 6; ++k) {
    machine.pardo(2048, [&](Processor self) -> Task<> {
      if (self.id() % 2 == k % 2) {
        co_await cells[self.id()].add(1);
      } else {
        co_await cells[self.id() + 2048].max(3);
      }
    });
  }
  const auto& steps = machine.ledger().step_records();
  REQUIRE(steps.size() == 6);
  for (std::size_t k = 0; k < 6; ++k) CHECK(counts_first(steps[k]) == (k < 3));
}

TEST_CASE("what is remembered is the same on any number of threads and ranks, and changes no result") {
  std::mt19937_64 random(testing::seed());
  CAPTURE(testing::seed());
  std::vector<bool> hot;
  for (int k = 0; k < 24; ++k) hot.push_back(k > 4 && random() % 5 == 0);
  hot[20] = true;
  const std::string alone = run_lines(hot, "adaptive", 1);
  CHECK(values_of(run_lines(hot, "direct", 1)) == values_of(alone));
  CHECK(run_lines(hot, "adaptive,memory=none", 1) != alone);
  for (const unsigned threads : {2U, 3U, 8U}) CHECK((run_lines(hot, "adaptive", threads) == alone));
  for (const std::uint32_t ranks : {2U, 3U}) {
    for (const std::string& its : testing::on_ranks(ranks, [&] { return run_lines(hot, "adaptive", 1); }))
      CHECK((its == alone));
  }
}

TEST_CASE("a step that fails leaves nothing to remember") {
  for (const bool fails : {false, true}) {
    CAPTURE(fails);
    MachineOptions options = remembering(64);
    options.rule = Rule::crew;
    Machine machine(options);
    const auto cells = machine.array<int>(2048, 1, "cells");
    // One line: two write one cell, or a processor gives up, or all is well.
    const auto step = [&](int k, bool breaks, bool gives_up) {
      machine.pardo(2048, [&](Processor self) -> Task<> {
        if (gives_up && self.id() == 7) throw std::runtime_error("gives up");
        co_await (cells[breaks ? self.id() / 2 : self.id()] = k);
      });
    };
    for (int k = 0; k < 8; ++k) {
      if (fails && k != 4) CHECK_THROWS(step(k, k % 2 == 0, k % 2 != 0));
      step(k, false, false);
    }
    const auto& steps = machine.ledger().step_records();
    REQUIRE(steps.size() == 8);
    for (std::size_t k = 0; k < 8; ++k) CHECK(counts_first(steps[k]) == (k < 3));
  }
}

TEST_CASE("the memory of lines keeps what it has been told, until there are too many") {
  detail::LineMemory memory;
  memory.of(7).quiet = 5;
  memory.of(8).quiet = 6;
  CHECK(memory.of(7).quiet == 5);
  CHECK(memory.of(8).quiet == 6);
  CHECK(memory.of(9).quiet == 0);
  for (std::uint64_t key = 10; key < (1 << 16) + 7; ++key) memory.of(key).quiet = 1;
  memory.of(8).quiet = 7;
  memory.undo();
  CHECK(memory.of(8).quiet == 6);
  memory.of(8).quiet = 7;
  memory.commit();
  memory.undo();
  CHECK(memory.of(8).quiet == 7);
  CHECK(memory.of(7).quiet == 5);  // 2^16 lines are known
  CHECK(memory.of(1'000'000).quiet == 0);
  CHECK(memory.of(7).quiet == 0);
}

}  // namespace pram
