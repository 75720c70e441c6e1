#include <atomic>
#include <chrono>
#include <cstdint>
#include <thread>
#include <vector>

#include <pram/bsp.hpp>
#include <pram/network/poll.hpp>
#include <pram/pram.hpp>

#include "../thrown.hpp"

namespace pram {

namespace {

using testing::thrown;

}  // namespace

TEST_CASE("another thread ends an endless program between two steps") {
  for (const std::uint64_t n : {4U, 9000U}) {
    Machine machine({.components = 4, .threads = 2});
    const auto count = machine.array<std::uint64_t>(n, 0);
    std::atomic<bool> running = false;
    std::thread other([&] {
      while (!running) std::this_thread::yield();
      machine.request_stop();
    });
    const auto error = thrown<Interrupted>([&] {
      machine.pardo(n, [&](Processor self) -> Task<> {
        while (true) {
          co_await count[self.id()].add(1);
          running = true;
        }
      });
    });
    other.join();
    CHECK(error.step >= 1);
    CHECK(error.step == machine.ledger().steps());
    CHECK(count.host() == std::vector<std::uint64_t>(n, error.step));
    // The request is spent: the next program runs to its end.
    machine.pardo(n, [&](Processor self) -> Task<> { co_await (count[self.id()] = 0); });
    CHECK(count.host() == std::vector<std::uint64_t>(n, 0));
  }
}

TEST_CASE("a request to stop before a run ends that run before its first step") {
  Machine machine({.components = 2});
  const auto cells = machine.array<int>(2, 0);
  const auto body = [&](Processor self) -> Task<> { co_await (cells[self.id()] = 1); };
  machine.request_stop();
  CHECK(thrown<Interrupted>([&] { machine.pardo(2, body); }).step == 0);
  CHECK(cells.get(0) == 0);
  CHECK_NOTHROW(machine.pardo(2, body));
  CHECK(cells.get(0) == 1);
}

TEST_CASE("a stop ends a process at its next poll, and before further processes run") {
  constexpr std::uint64_t n = 4096;
  constexpr std::uint64_t most_polls = 10'000'000;  // so that a process that is not stopped fails, and does not hang
  for (const std::uint32_t threads : {1U, 2U, 3U, 8U}) {
    for (const std::uint64_t stopping : {std::uint64_t{0}, std::uint64_t{5}, n - 1}) {
      CAPTURE(threads);
      CAPTURE(stopping);
      Machine machine({.components = n, .network = "ideal", .access = "direct", .threads = threads});
      std::atomic<std::uint64_t> polls = 0;
      std::atomic<std::uint64_t> ran = 0;
      std::atomic<bool> asked = false;
      const auto error = thrown<Interrupted>([&] {
        machine.spmd([&](bsp::Process self) -> Task<> {
          co_await self.sync("first");
          ++ran;
          if (self.id() == stopping) {
            machine.request_stop();
            asked = true;
          }
          // From then on every process would compute for long.
          while (asked && polls < most_polls) {
            ++polls;
            poll();
          }
          co_await self.sync("second");
        });
      });
      CHECK(error.step == 1);
      CHECK(machine.ledger().supersteps() == 1);
      CHECK(polls < most_polls);
      // Few of those that come after it have begun.
      if (stopping < 8 && threads == 1) CHECK(ran < 32);
      // The request is spent, and the machine goes on.
      std::atomic<std::uint64_t> ended = 0;
      machine.spmd([&](bsp::Process self) -> Task<> {
        poll();
        co_await self.sync("only");
        ++ended;
      });
      CHECK(ended == n);
    }
  }
}

TEST_CASE("a stop that a processor meets at a poll is no failure of the processor") {
  for (const std::uint32_t threads : {1U, 2U}) {
    CAPTURE(threads);
    Machine machine({.components = 8, .threads = threads});
    const auto cells = machine.array<std::int64_t>(8, 0);
    std::uint64_t polls = 0;
    const auto error = thrown<Interrupted>([&] {
      machine.pardo(8, [&](Processor self) -> Task<> {
        co_await (cells[self.id()] = 1);
        if (self.id() == 3) machine.request_stop();
        for (; self.id() == 3 && polls < 1000; ++polls) poll();
        co_await (cells[self.id()] = 2);
      });
    });
    CHECK(error.step == 1);
    CHECK(cells.host() == std::vector<std::int64_t>(8, 1));
  }
}

TEST_CASE("progress is reported with the steps done, at most about ten times a second, and may ask to stop") {
  Machine machine({.components = 2, .threads = 1});
  const auto count = machine.array<std::uint64_t>(2, 0);
  std::vector<std::uint64_t> reports;
  std::uint64_t cell_then = 0;
  machine.on_progress([&](std::uint64_t steps) {
    reports.push_back(steps);
    cell_then = count.get(0);
    if (reports.size() == 3) machine.request_stop();
  });
  const auto begin = std::chrono::steady_clock::now();
  const auto error = thrown<Interrupted>([&] {
    machine.pardo(2, [&](Processor self) -> Task<> {
      while (true) co_await count[self.id()].add(1);
    });
  });
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  REQUIRE(reports.size() == 3);
  CHECK(reports[0] > 0);
  CHECK(reports[0] < reports[1]);
  CHECK(reports[1] < reports[2]);
  CHECK(error.step == reports[2]);
  CHECK(cell_then == reports[2]);
  CHECK(took.count() > 0.15);
}

}  // namespace pram
