#include <cstdint>
#include <source_location>
#include <string>
#include <thread>

#include <pram/pram.hpp>

#include "../../support/forced.hpp"
#include "../thrown.hpp"

// A request that is made and not awaited fails its own processor, in its own step, and nobody else.
namespace pram {

namespace {

using testing::contains;
using testing::ForcedWorkers;
using testing::is_one_line;
using testing::thrown;

std::string in_this_file(std::uint32_t line) { return "unawaited_test.cpp:" + std::to_string(line); }

struct Forgetting {
  explicit Forgetting(unsigned threads = 1)
      : machine({.components = 4, .threads = threads}), cells(machine.array<int>(64, 5, "cells")) {}

  /// What ends a pardo of 64 in which processor 37 forgets a request in its second step.
  template <class Forget>
  std::string reason(const Forget& forget) {
    const auto error = thrown<Error>([&] {
      machine.pardo(64, [&](Processor self) -> Task<> {
        co_await cells[self.id()].add(1);
        if (self.id() == 37) forget();
        co_await cells[self.id()].add(1);
      });
    });
    CHECK(is_one_line(error.what()));
    // The first step is done, of the second nothing.
    CHECK(cells.host() == std::vector<int>(64, 6));
    CHECK(machine.ledger().steps() == 1);
    return error.what();
  }

  void check_usable() {
    cells.fill(1);
    machine.pardo(64, [&](Processor self) -> Task<> {
      co_await cells[self.id()].add(1);
      co_await (cells[self.id()] = co_await cells[self.id()].fetch_add(1) * 10);
    });
    CHECK(cells.host() == std::vector<int>(64, 20));
  }

  Machine machine;
  Array<int> cells;
};

}  // namespace

TEST_CASE("an unawaited request is reported by its processor, its cell and its line") {
  const ForcedWorkers all_workers;
  for (const unsigned threads : {1U, 2U}) {
    Forgetting trial(threads);
    std::uint32_t line = 0;
    const std::string reason = trial.reason([&] {
      line = std::source_location::current().line() + 1;
      static_cast<void>(trial.cells[21].fetch_add(1));
    });
    CHECK_MESSAGE(contains(reason, "processor 37 "), reason);
    CHECK_MESSAGE(contains(reason, "cells[21]"), reason);
    CHECK_MESSAGE(contains(reason, in_this_file(line)), reason);
    trial.check_usable();
  }
}

TEST_CASE("a write has no line of its own: its processor and its cell are told") {
  Forgetting trial;
  const std::string reason = trial.reason([&] { static_cast<void>(trial.cells[3] = 8); });
  CHECK_MESSAGE(contains(reason, "processor 37 made a request for cells[3] and did not await it: "), reason);
  trial.check_usable();
}

TEST_CASE("an unawaited request at a processor's end, or before it idles, is found as well") {
  for (const bool at_end : {false, true}) {
    Forgetting trial;
    const auto error = thrown<Error>([&] {
      trial.machine.pardo(3, [&](Processor self) -> Task<> {
        co_await trial.cells[self.id()].add(1);
        if (self.id() == 2) static_cast<void>(trial.cells[9].min(0));
        if (at_end) co_return;
        for (int k = 0; k < 3; ++k) co_await self.idle();
      });
    });
    CHECK_MESSAGE(contains(error.what(), "processor 2 made a request for cells[9]"), error.what());
    trial.check_usable();
  }
}

TEST_CASE("what is left unawaited does not reach another kind of request, machine, or thread") {
  Forgetting trial;
  Forgetting other;
  static_cast<void>(thrown<Error>([&] {
    trial.machine.pardo(1, [&](Processor) -> Task<> {
      static_cast<void>(trial.cells[0].add(1));
      co_return;
    });
  }));
  other.check_usable();
  trial.check_usable();
  std::thread([&] { trial.check_usable(); }).join();
}

TEST_CASE("a request that a processor makes in place of its body") {
  Forgetting trial;
  const auto error = thrown<Error>([&] {
    trial.machine.pardo(8, [&](Processor self) -> Task<> {
      if (self.id() == 6) static_cast<void>(trial.cells[1].add(1));
      return [](const Array<int>& cells, Processor me) -> Task<> { co_await cells[me.id()].add(1); }(trial.cells, self);
    });
  });
  CHECK_MESSAGE(contains(error.what(), "processor 6 made a request for cells[1]"), error.what());
  CHECK(trial.cells.host() == std::vector<int>(64, 5));
  trial.check_usable();
}

TEST_CASE("host code makes no requests") {
  Forgetting trial;
  const auto error = thrown<Error>([&] { static_cast<void>(trial.cells[1].add(1)); });
  CHECK(contains(error.what(), "by a processor, inside a pardo"));
  trial.check_usable();
}

TEST_CASE("the lowest of several processors that forget their requests is named") {
  const ForcedWorkers all_workers;
  for (const unsigned threads : {1U, 3U}) {
    Forgetting trial(threads);
    const auto error = thrown<Error>([&] {
      trial.machine.pardo(64, [&](Processor self) -> Task<> {
        if (self.id() % 20 == 7) static_cast<void>(trial.cells[self.id()].add(1));
        co_await self.idle();
      });
    });
    CHECK_MESSAGE(contains(error.what(), "processor 7 made a request for cells[7]"), error.what());
  }
}

}  // namespace pram
