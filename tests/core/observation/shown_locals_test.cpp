#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include <pram/pram.hpp>

#include "../../support/forced.hpp"
#include "../thrown.hpp"
#include "observer_lines.hpp"

namespace pram {

namespace {

using testing::Colour;
using testing::contains;
using testing::Lines;
using testing::Named;
using testing::two_components;

using Text = std::vector<std::string>;

}  // namespace

TEST_CASE("an observer is told what processors show of themselves, before the requests of the step") {
  Machine machine(two_components());
  const auto cells = machine.array<std::int32_t>(2, 0, "cells");
  Lines told;
  const Observation observation = machine.observe(told);
  std::uint32_t line = 0;
  machine.pardo(2, [&](Processor self) -> Task<> {
    const std::int32_t half = -1 - static_cast<std::int32_t>(self.id());
    self.show("half", half);
    const bool first = self.id() == 0;
    self.show("first", first);
    co_await cells[0];
    line = __LINE__ + 1;
    if (self.id() == 0) self.show("colour", Colour::green);
    self.show("name", Named{7});
    if (self.id() == 0) co_return;  // what it has shown stays: the other goes on
    self.show("part", 0.5F);
    co_await (cells[1] = 4);
    self.show("late", 1);  // no step follows
  });
  Text shown;
  for (const std::string& one : told.lines) {
    if (one.starts_with("step")) shown.push_back(one);
    if (contains(one, " shows ") || contains(one, " read ") || contains(one, " write ")) shown.push_back(one);
  }
  CHECK(shown == Text{"step 1 of run 1: 2 processors", "0 shows half = -1", "0 shows first = 1", "1 shows half = -2",
                      "1 shows first = 0", "0 read cells[0] - -> 0", "1 read cells[0] - -> 0",
                      "step 2 of run 1: 1 processors", "0 shows colour = 1", "0 shows name = n7", "1 shows name = n7",
                      "1 shows part = 0.5", "1 write cells[1] 4 -> -"});
  CHECK(line > 0);
  // The next run has nothing of it.
  told.lines.clear();
  machine.pardo(1, [&](Processor) -> Task<> { co_await cells[0]; });
  CHECK(std::ranges::none_of(told.lines, [](const std::string& one) { return contains(one, " shows "); }));
}

TEST_CASE("what is shown tells its line, and processes and subtasks show, too") {
  Machine machine(two_components());
  const auto cells = machine.array<std::int32_t>(2, 0, "cells");
  Lines told;
  const Observation observation = machine.observe(told);
  const auto look = [&](Processor self) -> Task<std::int32_t> {
    self.show("inside", self.id());
    co_return co_await cells[self.id()];
  };
  std::uint32_t line = 0;
  machine.pardo(1, [&](Processor self) -> Task<> {
    co_await look(self);
    line = __LINE__ + 1;
    self.show("outside", 2);
    co_await self.idle();
  });
  CHECK(std::ranges::count(told.lines, "0 shows inside = 0") == 1);
  CHECK(std::ranges::count(told.lines, "0 shows outside = 2") == 1);
  CHECK(told.last_line.line == line);
  CHECK(contains(told.last_line.file, "shown_locals_test.cpp"));

  told.lines.clear();
  machine.spmd([](bsp::Process self) -> Task<> {
    self.show("round", 1);
    co_await self.sync("first");
    self.show("round", 2);
    co_await self.sync("second");
  });
  Text shown;
  for (const std::string& one : told.lines) {
    if (contains(one, " shows ") || one.starts_with("end")) shown.push_back(one);
  }
  CHECK(shown == Text{"0 shows round = 1", "1 shows round = 1", "end first: 0", "0 shows round = 2",
                      "1 shows round = 2", "end second: 0"});
}

TEST_CASE("what processors show is the same for any number of threads, changes nothing, and is told with a breach") {
  const testing::ForcedWorkers forced;
  const auto run = [](Machine& machine, bool shows) {
    const auto cells = machine.array<std::uint64_t>(64, 1, "cells");
    machine.pardo(64, [&](Processor self) -> Task<> {
      for (int round = 0; round < 3; ++round) {
        const std::uint64_t value = co_await cells[(self.id() * 7) % 64];
        if (shows) self.show("value", value);
        co_await cells[self.id() / 2].add(value);
      }
    });
    return cells.host();
  };
  Machine plain({.components = 8, .threads = 1});
  const auto expected = run(plain, false);
  Text first;
  for (const unsigned threads : {1U, 2U, 3U, 8U}) {
    Machine machine({.components = 8, .threads = threads});
    Lines told;
    {
      const Observation observation = machine.observe(told);
      CHECK(run(machine, true) == expected);
    }
    if (first.empty()) first = told.lines;
    CHECK(told.lines == first);
    CHECK(machine.ledger().charge() == plain.ledger().charge());
    CHECK(run(machine, true) == expected);  // observed by nobody
    CHECK(told.lines == first);
  }

  Machine strict({.components = 2, .rule = Rule::erew, .threads = 1});
  const auto cells = strict.array<int>(1, 0, "cells");
  Lines told;
  const Observation observation = strict.observe(told);
  CHECK_THROWS_AS(strict.pardo(2,
                               [&](Processor self) -> Task<> {
                                 self.show("me", self.id());
                                 co_await cells[0];
                               }),
                  ConflictError);
  CHECK(std::ranges::count(told.lines, "1 shows me = 1") == 1);
  CHECK(told.lines.back().starts_with("breach"));
}

}  // namespace pram
