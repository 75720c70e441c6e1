#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <pram/pram.hpp>

#include "moved_calls.hpp"

// Objects that are moved onto themselves, assigned to, and that outlive each other.
// NOLINTBEGIN(bugprone-use-after-move): that is what is tried here

namespace pram {

namespace {

using testing::idle_once;
using testing::Listener;
using testing::refused;

}  // namespace

TEST_CASE("moved onto itself, an object is what it was") {
  Machine machine({.components = 4});
  Machine& same_machine = machine;
  machine = std::move(same_machine);
  CHECK(machine.options().components == 4);
  auto cells = machine.array<int>(8, 5, "cells");
  auto& same_cells = cells;
  cells = std::move(same_cells);
  CHECK(cells.host() == std::vector<int>(8, 5));
  auto all = machine.processors(8);
  auto& same_group = all;
  all = std::move(same_group);
  CHECK(all.live() == 8);
  auto mine = all.registers<int>(3);
  auto& same_registers = mine;
  mine = std::move(same_registers);
  CHECK(std::vector<int>(mine.begin(), mine.end()) == std::vector<int>(8, 3));
  Listener listener;
  auto observation = machine.observe(listener);
  auto& same_observation = observation;
  observation = std::move(same_observation);
  machine.pardo(2, idle_once);
  CHECK(listener.runs == 1);
}

TEST_CASE("what is assigned to gives up what it had, and the other is empty") {
  Machine machine({.components = 4});
  const std::uint64_t bytes = machine.memory_use().now;
  auto few = machine.array<int>(8, 5, "few");
  auto many = machine.array<int>(10'000, 6, "many");
  many = std::move(few);
  CHECK(many.name() == "few");
  CHECK(few.size() == 0);
  few = machine.array<int>(2, 1);
  few = Array<int>();
  many = Array<int>();
  CHECK(machine.memory_use().now == bytes);

  auto all = machine.processors(8);
  auto two = machine.processors(2);
  auto mine = all.registers<std::int64_t>(3);
  auto theirs = two.registers<std::int64_t>(4);
  mine = std::move(theirs);
  CHECK(mine.size() == 2);
  CHECK(mine[1] == 4);
  CHECK(theirs.size() == 0);
  theirs = all.registers<std::int64_t>(7);
  CHECK(theirs.size() == 8);
  std::swap(mine, theirs);
  CHECK(mine.size() == 8);
  CHECK(mine[7] == 7);
  CHECK(theirs.size() == 2);
  all = std::move(two);
  CHECK(all.count() == 2);
  refused("was moved from", [&] { return two.count(); });

  Machine other({.components = 2});
  Listener first;
  Listener second;
  auto observation = machine.observe(first);
  auto of_other = other.observe(second);
  observation = std::move(of_other);
  machine.pardo(2, idle_once);
  other.pardo(2, idle_once);
  CHECK(first.runs == 0);
  CHECK(second.runs == 1);
}

TEST_CASE("arrays, groups, registers, regions, observations and ledgers outlive their machine, in any order") {
  for (const unsigned first : {0U, 1U, 2U, 3U, 4U, 5U}) {
    CAPTURE(first);
    std::optional<Machine> machine(std::in_place, MachineOptions{.components = 4});
    Listener listener;
    std::optional cells(machine->array<int>(8, 5, "cells"));
    std::optional all(machine->processors(8));
    std::optional mine(all->registers<int>(3));
    auto* const region = new Region(machine->region("sort"));
    std::optional observation(machine->observe(listener));
    all->write(*cells, own_cell, *mine);
    const Ledger ledger = machine->ledger();
    const auto end = [&](unsigned one) {
      if (one == 0) machine.reset();
      if (one == 1) cells.reset();
      if (one == 2) all.reset();
      if (one == 3) mine.reset();
      if (one == 4) delete region;
      if (one == 5) observation.reset();
    };
    end(first);
    if (first != 0) end(0);
    // Cells that are left can be used: a group keeps the machine's parts.
    if (cells) CHECK(cells->host() == std::vector<int>(8, 3));
    if (cells) cells->fill(1);
    if (all && cells) all->combine(*cells, own_cell, Sum(), 1);
    if (all && cells) CHECK(cells->host() == std::vector<int>(8, 2));
    if (mine) CHECK((*mine)[7] == 3);
    CHECK(ledger.steps() == 1);
    for (unsigned one = 6; one-- > 1;) {
      if (one != first) end(one);
    }
  }
}

TEST_CASE("a machine destroyed by a processor of a pardo with a rule of its own ends it") {
  for (const Rule rule : {Rule::erew, Rule::sum}) {
    auto machine = std::make_unique<Machine>(MachineOptions{.components = 6});
    const auto cells = machine->array<int>(100, 0);
    refused("moved or destroyed while its pardo ran", [&] {
      machine->pardo(100, rule, [&](Processor self) -> Task<> {
        co_await cells[self.id()].add(1);
        if (self.id() == 50) machine.reset();
        while (true) co_await cells[self.id()].add(1);
      });
    });
    CHECK(cells.host() == std::vector<int>(100, cells.get(0)));
  }
}

TEST_CASE("a processor makes no group and no registers") {
  Machine machine({.components = 4});
  const auto group = machine.processors(4);
  const auto by_processor = [&](const auto& act) {
    machine.pardo(4, [&](Processor self) -> Task<> {
      co_await self.idle();
      act();
    });
  };
  refused("a group of processors is made by host code", [&] { by_processor([&] { machine.processors(3); }); });
  refused("registers are made by host code", [&] { by_processor([&] { group.registers<int>(0); }); });
  refused("registers are made by host code",
          [&] { group.compute([&](auto) { static_cast<void>(group.registers<int>(0)); }); });
  CHECK(group.live() == 4);
}

}  // namespace pram
// NOLINTEND(bugprone-use-after-move)
