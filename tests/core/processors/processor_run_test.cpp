#include "processors/processor_run.hpp"

#include <doctest/doctest.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <vector>

#include <pram/machine/array.hpp>
#include <pram/machine/task.hpp>

#include "../thrown.hpp"

/// Processors at work without a machine: nothing serves their requests but the test.
namespace pram::detail {

namespace {

using testing::thrown;

class ProcessorTrial {
 public:
  explicit ProcessorTrial(std::uint32_t processors) {
    run.assign({processors, 1, 77}, 0, 1);
    run.step = 1;
  }
  ~ProcessorTrial() { run.destroy_tasks(); }
  ProcessorTrial(const ProcessorTrial&) = delete;
  ProcessorTrial& operator=(const ProcessorTrial&) = delete;

  template <class Body>
  void spawn(const Body& body) {
    run.spawn([&](std::uint64_t id) -> std::coroutine_handle<> { return RootTask::of(body(Processor(id))); },
              [](std::uint32_t) {});
  }
  /// @returns the requests of all chunks
  std::uint32_t resume() {
    std::uint32_t requests = 0;
    for (Chunk& chunk : run.chunks) {
      run.resume(chunk);
      requests += chunk.requests;
    }
    return requests;
  }

  std::atomic<bool> stop = false;
  std::shared_ptr<SharedMemory> memory =
      std::make_shared<SharedMemory>(Placement::direct, 1, 1, std::make_shared<MemoryAccount>(1U << 26));
  CallSites sites{Rule::arbitrary};
  Array<int> cells{ArrayHandle(memory, memory->add(100, cell_type<int>(), 0, "cells"))};
  ProcessorRun run{*memory, sites, &stop};
};

}  // namespace

TEST_CASE("processors run to their next requests, which stand in their slots") {
  constexpr std::uint32_t n = 5000;  // several chunks
  ProcessorTrial trial(n);
  std::vector<int> seen(n, -1);
  const auto body = [&](Processor self) -> Task<> {
    seen[self.id()] = co_await trial.cells[self.id() % 7];
    co_await trial.cells[3].add(static_cast<int>(self.id()));
  };
  trial.spawn(body);
  CHECK(trial.run.live == n);
  CHECK(trial.resume() == n);
  for (std::uint32_t at = 0; at < n; ++at) {
    REQUIRE(trial.run.index[at] == at % 7);
    trial.run.value[at] = 10 * at;  // the reply
  }
  CHECK(trial.resume() == n);
  for (std::uint32_t at = 0; at < n; ++at) {
    REQUIRE(seen[at] == static_cast<int>(10 * at));
    REQUIRE(trial.run.index[at] == 3);
    REQUIRE(trial.run.value[at] == at);
  }
  CHECK(trial.run.live == n);
  CHECK(trial.resume() == 0);
  CHECK(trial.run.live == 0);
  CHECK(trial.run.failure.error == nullptr);
  CHECK(trial.run.frames.live() == 0);
}

TEST_CASE("processors in subtasks go on where they stand, and frames of unequal sizes are found") {
  ProcessorTrial trial(300);
  std::vector<int> ended(300, 0);
  const auto inner = [&](std::uint64_t id) -> Task<int> {
    const int value = co_await trial.cells[id % 100];
    co_return value + 1;
  };
  const auto small = [&](Processor self) -> Task<> { ended[self.id()] = co_await inner(self.id()); };
  const auto large = [&](Processor self) -> Task<> {
    const std::array<std::uint64_t, 40> room{self.id()};
    ended[self.id()] = co_await inner(self.id());
    ended[self.id()] += static_cast<int>(room[0] - self.id());
  };
  trial.spawn([&](Processor self) -> Task<> { return self.id() % 3 == 1 ? large(self) : small(self); });
  CHECK(trial.resume() == 300);
  for (std::uint32_t at = 0; at < 300; ++at) trial.run.value[at] = at;
  CHECK(trial.resume() == 0);
  CHECK(trial.run.live == 0);
  for (int at = 0; at < 300; ++at) REQUIRE(ended[static_cast<std::size_t>(at)] == at + 1);
}

TEST_CASE("of several failures the lowest processor's stays, with the line of its last request") {
  ProcessorTrial trial(10);
  const auto body = [&](Processor self) -> Task<> {
    if (self.id() >= 4) {
      co_await trial.cells[0];
      throw std::runtime_error("failed");
    }
    co_await trial.cells[1];
  };
  trial.spawn(body);
  CHECK(trial.resume() == 10);
  trial.resume();
  REQUIRE(trial.run.failure.error != nullptr);
  CHECK(trial.run.failure.processor == 4);
  CHECK(trial.sites.line(trial.run.failure.site).file == __FILE__);
}

TEST_CASE("all that is left of the processors ends, wherever they stand") {
  int alive = 0;
  struct Count {
    int& alive;
    explicit Count(int& counted) : alive(counted) { ++alive; }
    ~Count() { --alive; }
    Count(const Count&) = delete;
    Count& operator=(const Count&) = delete;
  };
  {
    ProcessorTrial trial(50);
    const auto body = [&](Processor self) -> Task<> {
      const Count count(alive);
      for (std::uint64_t k = 0; k < self.id(); ++k) co_await trial.cells[k];
    };
    trial.spawn(body);
    for (int step = 0; step < 20; ++step) trial.resume();
    CHECK(alive == 50 - 20);
  }
  CHECK(alive == 0);
}

TEST_CASE("making tasks stops when asked to") {
  ProcessorTrial trial(100);
  trial.stop = true;
  CHECK(trial.run.stopped());
  thrown<Interrupted>([&] { trial.spawn([&](Processor) -> Task<> { co_await trial.cells[0]; }); });
  CHECK(trial.run.spawned == 0);
}

}  // namespace pram::detail
