#include <algorithm>
#include <cstdint>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include <pram/pram.hpp>

#include "../../support.hpp"
#include "../../support/forced.hpp"
#include "../thrown.hpp"

namespace pram {

namespace {

using testing::contains;
using testing::thrown;

constexpr unsigned thread_counts[] = {1, 2, 3, 8};

/// The live processors of every step.
std::vector<std::uint64_t> live_of(const Machine& machine) {
  std::vector<std::uint64_t> live;
  for (const StepRecord& step : machine.ledger().step_records()) live.push_back(step.processors);
  return live;
}

using Live = std::vector<std::uint64_t>;

/// What one processor does: idles so many steps, or, for -1, waits at a barrier.
using Way = std::vector<int>;

/// The live processors of every step, by the definition of a barrier.
Live expected_live(const std::vector<Way>& ways) {
  struct State {
    std::size_t next = 0;
    int idle = 0;
    bool waits = false;
  };
  std::vector<State> states(ways.size());
  Live all;
  for (;;) {
    std::uint64_t live = 0;
    std::uint64_t waiting = 0;
    for (std::size_t i = 0; i < ways.size(); ++i) {
      State& one = states[i];
      while (!one.waits && one.idle == 0 && one.next < ways[i].size()) {
        const int item = ways[i][one.next++];
        one.waits = item < 0;
        one.idle = std::max(item, 0);
      }
      live += one.waits || one.idle > 0 ? 1 : 0;
      waiting += one.waits ? 1 : 0;
    }
    if (live == 0) return all;
    all.push_back(live);
    for (State& one : states) {
      if (one.idle > 0) --one.idle;
      if (waiting == live) one.waits = false;
    }
  }
}

}  // namespace

TEST_CASE("idle(k) lets k steps pass, and idle(0) none") {
  for (const unsigned k : {0U, 1U, 2U, 7U}) {
    CAPTURE(k);
    Machine machine({.components = 4});
    const auto cells = machine.array<int>(4, 0);
    machine.pardo(4, [&](Processor self) -> Task<> {
      co_await self.idle(k);
      co_await (cells[self.id()] = 1);
    });
    CHECK(machine.ledger().steps() == k + 1);
    CHECK(machine.ledger().work() == 4 * (k + 1));
    CHECK(machine.ledger().requests().total() == 4);
    CHECK(cells.host() == std::vector<int>(4, 1));
  }
}

TEST_CASE("idle(k) keeps processors of different ways in lockstep") {
  const testing::ForcedWorkers all_workers;
  for (const unsigned threads : thread_counts) {
    Machine machine({.components = 8, .rule = Rule::erew, .threads = threads});
    const auto cells = machine.array<int>(32, 1);
    machine.pardo(32, [&](Processor self) -> Task<> {
      const std::uint64_t i = self.id();
      co_await self.idle(2 * i);
      const int left = co_await cells[i == 0 ? 0 : i - 1];  // written in the step before
      co_await (cells[i] = left + 1);
      co_await self.idle(64 - 2 * static_cast<int>(i));
    });
    CHECK(machine.ledger().steps() == 66);
    CHECK(machine.ledger().work() == 32 * 66);
    for (int i = 0; i < 32; ++i) CHECK(cells.get(static_cast<std::uint64_t>(i)) == i + 2);
  }
}

TEST_CASE("a negative number of steps is refused") {
  Machine machine({.components = 2});
  const auto error = thrown<ProgramError>([&] {
    machine.pardo(2, [&](Processor self) -> Task<> {
      co_await self.idle();
      co_await self.idle(static_cast<int>(self.id()) - 1);
    });
  });
  CHECK(error.processor == 0);
  CHECK(error.step == 2);
  CHECK(contains(error.what(), "self.idle(-1): the number of steps must be 0 or more"));
}

TEST_CASE("a barrier that all reach together takes one step") {
  Machine machine({.components = 4});
  machine.pardo(10, [&](Processor self) -> Task<> { co_await self.barrier(); });
  CHECK(live_of(machine) == Live{10});
  machine.pardo(1, [&](Processor self) -> Task<> {
    co_await self.barrier();
    co_await self.barrier();
  });
  CHECK(live_of(machine) == Live{10, 1, 1});
}

TEST_CASE("nobody passes a barrier before all have come, and all pass it in the same step") {
  const testing::ForcedWorkers all_workers;
  for (const unsigned threads : thread_counts) {
    CAPTURE(threads);
    constexpr std::uint64_t n = 20;
    Machine machine({.components = 8, .rule = Rule::crew, .threads = threads});
    const auto ready = machine.array<int>(n, 0, "ready");
    const auto seen = machine.array<int>(n, 0, "seen");
    machine.pardo(n, [&](Processor self) -> Task<> {
      const std::uint64_t i = self.id();
      for (int round = 1; round <= 3; ++round) {
        co_await self.idle((i * 7 + static_cast<std::uint64_t>(round)) % 5);  // at most 4 steps late
        co_await (ready[i] = round);
        co_await self.barrier();
        int late = 0;
        for (std::uint64_t k = 1; k < n; ++k) late += co_await ready[(i + k) % n] < round ? 1 : 0;
        co_await self.barrier();
        co_await seen[i].add(late == 0 ? 1 : 0);
      }
    });
    CHECK(seen.host() == std::vector<int>(n, 3));
    // The last come 4 steps late, write, and take one step at each barrier.
    CHECK(machine.ledger().steps() == 3 * (4 + 1 + 1 + (n - 1) + 1 + 1));
    CHECK(machine.ledger().work() == n * machine.ledger().steps());
    CHECK(machine.ledger().requests().total() == n * 3 * (1 + (n - 1) + 1));
  }
}

TEST_CASE("a barrier does not wait for processors that have returned") {
  const testing::ForcedWorkers all_workers;
  for (const unsigned threads : thread_counts) {
    CAPTURE(threads);
    Machine machine({.components = 4, .threads = threads});
    const auto cells = machine.array<int>(1, 0);
    machine.pardo(6, [&](Processor self) -> Task<> {
      if (self.id() == 0) co_return;  // never lives
      if (self.id() == 5) {           // lives for three steps, and comes to no barrier
        co_await self.idle(3);
        co_return;
      }
      co_await self.barrier();        // steps 1 to 4: the first in which none but those who wait live
      if (self.id() >= 3) co_return;  // and to no other barrier
      co_await self.barrier();        // step 5
      co_await cells[0].add(1);       // step 6
    });
    CHECK(live_of(machine) == Live{5, 5, 5, 4, 2, 2});
    CHECK(cells.get(0) == 2);
  }
}

TEST_CASE("random ways with barriers take the steps that the definition says") {
  std::mt19937_64 random(testing::seed());
  const testing::ForcedWorkers all_workers;
  for (int round = 0; round < 200; ++round) {
    std::vector<Way> ways(1 + random() % 12);
    for (Way& way : ways) {
      way.resize(random() % 8);
      for (int& item : way) item = static_cast<int>(random() % 6) - 1;
    }
    const unsigned threads = thread_counts[round % 4];
    CAPTURE(threads);
    Machine machine({.components = 8, .threads = threads});
    machine.pardo(ways.size(), [&](Processor self) -> Task<> {
      for (const int item : ways[self.id()]) {
        if (item < 0) {
          co_await self.barrier();
        } else {
          co_await self.idle(item);
        }
      }
    });
    CHECK(live_of(machine) == expected_live(ways));
  }
}

TEST_CASE("a barrier serves subroutines, and those who wait at different lines meet") {
  Machine machine({.components = 4});
  const auto cells = machine.array<int>(2, 0);
  const auto meet = [](Processor self, std::uint64_t delay) -> Task<int> {
    co_await self.idle(delay);
    co_await self.barrier();
    co_return 1;
  };
  machine.pardo(2, [&](Processor self) -> Task<> {
    if (self.id() == 0) {
      co_await cells[0].add(co_await meet(self, 2));
    } else {
      co_await self.barrier();
      co_await (cells[1] = 1);
    }
  });
  CHECK(cells.host() == std::vector<int>{1, 1});
  CHECK(live_of(machine) == Live{2, 2, 2, 2});
}

TEST_CASE("what ends a pardo while some wait leaves no trace at later barriers") {
  const testing::ForcedWorkers all_workers;
  for (const unsigned threads : thread_counts) {
    CAPTURE(threads);
    Machine machine({.components = 4, .rule = Rule::erew, .threads = threads, .max_steps = 9});
    const auto cells = machine.array<int>(8, 0, "cells");
    const auto failing = [&](int how) {
      return [&cells, how](Processor self) -> Task<> {
        if (self.id() < 3) {
          co_await self.barrier();
          co_await (cells[7] = 1);
        }
        co_await self.idle();
        if (how == 0 && self.id() == 4) throw std::runtime_error("out of fuel");
        if (how == 1) co_await cells[6];
        for (;;) co_await self.idle();
      };
    };
    const auto error = thrown<ProgramError>([&] { machine.pardo(8, failing(0)); });
    CHECK(error.processor == 4);
    CHECK(error.step == 2);
    CHECK(thrown<ConflictError>([&] { machine.pardo(8, failing(1)); }).facts.step == 3);
    CHECK(thrown<LimitError>([&] { machine.pardo(8, failing(2)); }).limit == "steps");
    CHECK(machine.ledger().steps() == 9);
    CHECK(cells.host() == std::vector<int>(8, 0));
  }
  for (const unsigned threads : thread_counts) {
    Machine machine({.components = 4, .threads = threads});
    CHECK_THROWS_AS(machine.pardo(8,
                                  [](Processor self) -> Task<> {
                                    if (self.id() == 0) throw std::runtime_error("at once");
                                    co_await self.barrier();
                                  }),
                    ProgramError);
    machine.pardo(8, [](Processor self) -> Task<> {
      if (self.id() == 3) co_await self.idle();
      co_await self.barrier();
    });
    CHECK(live_of(machine) == Live{8, 8});
  }
}

TEST_CASE("the request before a barrier is the one that errors name") {
  Machine machine({.components = 4});
  const auto cells = machine.array<int>(4, 0, "cells");
  std::uint32_t line = 0;
  const auto error = thrown<ProgramError>([&] {
    machine.pardo(4, [&](Processor self) -> Task<> {
      line = __LINE__ + 1;
      co_await cells[self.id()];
      co_await self.idle(2);
      co_await self.barrier();
      if (self.id() == 1) throw std::runtime_error("behind the barrier");
    });
  });
  CHECK(error.line == SourceLine{__FILE__, line});
  CHECK(error.step == 5);
}

TEST_CASE("tasks of idle(k) and barrier are made by processors alone") {
  const Processor nobody(0);
  CHECK_THROWS_AS((void)nobody.idle(3), Error);
  CHECK_THROWS_AS((void)nobody.barrier(), Error);
}

}  // namespace pram
