#include <doctest/doctest.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include <pram/pram.hpp>

#include "../thrown.hpp"
#include "observer_lines.hpp"

namespace pram {

namespace {

using testing::contains;
using testing::Lines;
using testing::thrown;
using testing::two_components;

using Text = std::vector<std::string>;

}  // namespace

TEST_CASE("a machine has one observer at a time, which host code sets between runs") {
  Machine machine(two_components());
  Lines told;
  std::optional<Observation> observation(machine.observe(told));
  CHECK(contains(thrown<Error>([&] { (void)machine.observe(told); }).what(), "is observed already"));
  observation.reset();
  observation.emplace(machine.observe(told));
  observation.reset();
  machine.pardo(1, [&](Processor self) -> Task<> {
    CHECK(contains(thrown<Error>([&] { (void)machine.observe(told); }).what(), "by host code"));
    co_await self.idle();
  });
  CHECK(told.lines.empty());
}

TEST_CASE("an observation may outlive its machine, and end inside a run") {
  Lines told;
  auto machine = std::make_unique<Machine>(two_components());
  Observation observation = machine->observe(told);
  machine.reset();
  Machine other(two_components());
  observation = other.observe(told);
  other.pardo(1, [&](Processor self) -> Task<> {
    co_await self.idle();
    { const Observation ended = std::move(observation); }
    co_await self.idle();
  });
  CHECK(told.lines == Text{"run 1 of 1 arbitrary", "step 1 of run 1: 1 processors", "end 0"});
}

TEST_CASE("what an observer throws ends the run, and the step that it was told of stays") {
  struct Throwing : Observer {
    void request(const Request& one) override {
      if (one.index == 1) throw std::runtime_error("enough");
    }
  };
  Machine machine(two_components());
  const auto cells = machine.array<int>(4, 0, "cells");
  Throwing told;
  const auto program = [&](Processor) -> Task<> {
    for (int i = 0; i < 4; ++i) co_await (cells[i] = 1);
  };
  {
    const Observation observation = machine.observe(told);
    CHECK_THROWS_WITH(machine.pardo(1, program), "enough");
  }
  CHECK(cells.host() == std::vector<int>{1, 1, 0, 0});
  CHECK(machine.ledger().steps() == 2);
  machine.pardo(1, program);
  CHECK(cells.host() == std::vector<int>{1, 1, 1, 1});
}

TEST_CASE("the copies that an observation keeps count against the memory limit") {
  Machine machine({.components = 2, .threads = 1, .memory_limit = 24 << 20});
  const auto cells = machine.array<std::uint64_t>(1 << 20, 0, "cells");
  Lines told;
  const Observation observation = machine.observe(told);
  CHECK_THROWS_AS(machine.pardo(1, [&](Processor) -> Task<> { co_await cells[0]; }), LimitError);
}

}  // namespace pram
