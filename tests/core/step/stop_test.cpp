#include <atomic>
#include <chrono>
#include <cstdint>
#include <thread>
#include <vector>

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
