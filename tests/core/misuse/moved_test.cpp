#include <cstdint>
#include <functional>
#include <memory>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <pram/access.hpp>
#include <pram/machines/replay.hpp>
#include <pram/pram.hpp>
#include <pram/winners.hpp>

#include "moved_calls.hpp"

// Objects that were moved from.
// NOLINTBEGIN(bugprone-use-after-move): that is what is tried here

namespace pram {

namespace {

using testing::idle_once;
using testing::Listener;
using testing::MovedRow;
using testing::refused;

template <class Object>
constexpr bool stays_in_place = !std::is_move_constructible_v<Object> && !std::is_move_assignable_v<Object>;

std::vector<int> first_numbers(std::uint64_t n) {
  std::vector<int> values(n);
  std::iota(values.begin(), values.end(), 0);
  return values;
}

struct Sizes {
  std::uint64_t size = 3;
};

/// Moves an object away, and gives what is left.
template <class Object>
Object& emptied(Object& object) {
  [[maybe_unused]] const Object taken = std::move(object);
  return object;
}

void use_machine() {
  Machine machine({.components = 4, .placement = Placement::direct});
  const auto cells = machine.array<int>(16, 1);
  const auto large = machine.array<int>(64, 1);
  const Machine moved = std::move(machine);
  Listener listener;
  const char* const words = "this machine was moved from";
  refused(words, [&] { machine.pardo(4, idle_once); });
  refused(words, [&] { machine.pardo(4, Rule::erew, idle_once); });
  refused(words, [&] { machine.processors(4); });
  refused(words, [&] { machine.processors(4, Rule::erew); });
  refused(words, [&] { machine.spmd(4, [](bsp::Process self) -> Task<> { co_await self.sync(); }); });
  refused(words, [&] { machine.spmd([](bsp::Process self) -> Task<> { co_await self.sync(); }); });
  refused(words, [&] { return machine.array<int>(4); });
  refused(words, [&] { return machine.array(first_numbers(3)); });
  refused(words, [&] { return machine.combine(first_numbers(3), first_numbers(3), Sum()); });
  refused(words, [&] { machine.broadcast(cells, large); });
  refused(words, [&] { machine.scatter(large, cells); });
  refused(words, [&] { machine.gather(cells, large); });
  refused(words, [&] { machine.all_gather(cells, large); });
  refused(words, [&] { machine.all_to_all(cells, cells); });
  refused(words, [&] { machine.transpose(cells, cells, 4, 4); });
  refused(words, [&] { machine.transpose(cells, 4, 4); });
  refused(words, [&] { const auto region = machine.region("sort"); });
  refused(words, [&] { const auto observation = machine.observe(listener); });
  refused(words, [&] { static_cast<void>(machine.ledger()); });
  refused(words, [&] { static_cast<void>(machine.options()); });
  refused(words, [&] { static_cast<void>(machine.memory_use()); });
  refused(words, [&] { static_cast<void>(machine.memory_estimate(4, 64)); });
  refused(words, [&] { machine.on_progress({}); });
  CHECK_NOTHROW(machine.request_stop());
}

void use_array() {
  Machine machine({.components = 4, .placement = Placement::direct});
  auto cells = machine.array<int>(4, 5, "cells");
  const auto kept = std::move(cells);
  CHECK(cells.size() == 0);
  CHECK(cells.name() == "(no array)");
  CHECK(cells.host().empty());
  CHECK_NOTHROW(cells.fill(3));
  CHECK_NOTHROW(cells.assign(std::vector<int>()));
  refused("values = '2'", [&] { cells.assign(first_numbers(2)); });
  refused("moved from", [&] { cells.send_by(nullptr); });
  refused("(no array)", [&] { return cells.get(0); });
  refused("(no array)", [&] { cells.set(0, 1); });
  refused("outside the array (size 0)", [&] { machine.pardo(1, [&](Processor) -> Task<> { co_await cells[0]; }); });
  refused("outside the array (size 0)",
          [&] { machine.pardo(1, [&](Processor) -> Task<> { co_await (cells[0] = 1); }); });
  refused("outside the array (size 0)",
          [&] { machine.pardo(1, [&](Processor) -> Task<> { co_await cells[0].add(1); }); });
  const auto all = machine.processors(2);
  refused("outside the array (size 0)", [&] { return all.read(cells, own_cell); });
  refused("outside the array (size 0)", [&] { all.write(cells, own_cell, 1); });
  refused("outside the array (size 0)", [&] { all.combine(cells, own_cell, Sum(), 1); });
  const auto shared = [&](const auto& act) {
    machine.spmd(1, [&](bsp::Process self) -> Task<> {
      act(self);
      co_await self.sync();
    });
  };
  refused("outside the array (size 0)", [&] { shared([&](bsp::Process self) { self.write(cells[0], 1); }); });
  refused("outside the array (size 0)", [&] { shared([&](bsp::Process self) { self.update(cells[0], Sum(), 1); }); });
  refused("an array of this machine", [&] { machine.all_to_all(cells, kept); });
  refused("an array of this machine", [&] { machine.all_to_all(kept, cells); });
  CHECK(kept.host() == std::vector<int>(4, 5));
}

void use_processors() {
  Machine machine({.components = 4});
  const auto cells = machine.array<int>(8, 5);
  auto all = machine.processors(8);
  auto some = all.where([](auto i) { return i < 4; });
  const auto kept = std::move(all);
  const auto kept_some = std::move(some);
  std::vector<int> into(8);
  const char* const words = "this group of processors was moved from";
  refused(words, [&] { return all.count(); });
  refused(words, [&] { return all.live(); });
  refused(words, [&] { return all.registers<int>(0); });
  refused(words, [&] { all.idle(); });
  refused(words, [&] { all.compute([](auto) {}); });
  refused(words, [&] { all.end_where([](auto) { return true; }); });
  refused(words, [&] { all.where([](auto) { return true; }).write(cells, own_cell, 1); });
  for (const auto* steps : {static_cast<ProcessorSteps<detail::Everybody>*>(&all)}) {
    refused(words, [&] { return steps->read(cells, own_cell); });
    refused(words, [&] { steps->read(cells, own_cell, into); });
    refused(words, [&] { return steps->read([&](auto i) -> auto& { return cells[i]; }); });
    refused(words, [&] { steps->write(cells, own_cell, 1); });
    refused(words, [&] {
      steps->write(
          [&](auto i) -> auto& { return cells[i]; }, 1);
    });
    refused(words, [&] { steps->combine(cells, own_cell, Sum(), 1); });
    refused(words, [&] { steps->fetch_combine(cells, own_cell, Sum(), 1, into); });
    refused(words, [&] { steps->multiprefix_combine(cells, own_cell, Sum(), 1, into); });
  }
  refused(words, [&] { some.write(cells, own_cell, 1); });
  refused(words, [&] { return some.read(cells, own_cell); });
  kept.combine(cells, own_cell, Sum(), 1);
  kept_some.combine(cells, own_cell, Sum(), 1);
  CHECK(cells.host() == std::vector<int>{7, 7, 7, 7, 6, 6, 6, 6});
}

void use_registers() {
  Machine machine({.components = 4});
  const auto cells = machine.array<int>(8, 5);
  const auto all = machine.processors(8);
  auto mine = all.registers<int>(3);
  const auto kept = std::move(mine);
  const auto check_none = [&](Registers<int>& none) {
    CHECK(none.size() == 0);
    CHECK(none.data() == nullptr);
    CHECK(none.begin() == none.end());
    CHECK(std::as_const(none).data() == nullptr);
    CHECK(std::as_const(none).begin() == std::as_const(none).end());
    refused("these registers were moved from", [&] { none[0] = 1; });
    refused("these registers were moved from", [&] { return std::as_const(none)[7]; });
    refused("registers = '0'", [&] { all.read(cells, own_cell, none); });
    refused("values = '0'", [&] { all.write(cells, own_cell, none); });
    refused("indices = '0'", [&] { return all.read(cells, none); });
    refused("these registers were moved from", [&] { all.compute([&](auto i) { none[i] = 1; }); });
  };
  check_none(mine);
  Registers<int> never_made;
  check_none(never_made);
  CHECK(std::vector<int>(kept.begin(), kept.end()) == std::vector<int>(8, 3));
  CHECK(machine.ledger().steps() == 0);
}

void use_observation() {
  Machine machine({.components = 4});
  Listener first;
  Listener second;
  auto observation = machine.observe(first);
  auto kept = std::move(observation);
  machine.pardo(2, idle_once);
  CHECK(first.runs == 1);
  kept = std::move(observation);  // of nothing: what it stood for has ended
  machine.pardo(2, idle_once);
  CHECK(first.runs == 1);
  observation = machine.observe(second);
  machine.pardo(2, idle_once);
  CHECK(second.runs == 1);
}

void use_ledger() {
  Machine machine({.components = 4, .ledger = LedgerDetail::profile});
  const auto cells = machine.array<int>(8, 5);
  machine.pardo(8, [&](Processor) -> Task<> { co_await cells[0].add(1); });
  Ledger ledger = machine.ledger();
  const Ledger earlier = ledger;
  const Ledger kept = std::move(ledger);
  CHECK(ledger.phases().empty());
  CHECK(ledger.phase_name(0) == "1");
  CHECK(ledger.lines().empty());
  CHECK(ledger.cells().empty());
  CHECK(ledger.mixed_lines().empty());
  CHECK(ledger.regions().empty());
  CHECK(ledger.collectives().empty());
  CHECK(ledger.transfers().empty());
  CHECK(ledger.superstep_totals().empty());
  CHECK(ledger.step_records().empty());
  CHECK(ledger.superstep_records().empty());
  CHECK(ledger.steps_without_record() == ledger.steps());
  CHECK(ledger.supersteps_without_record() == ledger.supersteps());
  CHECK(ledger.pardos().empty());
  CHECK(ledger.components().empty());
  CHECK(ledger.models().back() == "CRCW");
  CHECK(ledger.loads_over_time().received.count() == 0);
  CHECK(ledger.performance_factor() == kept.performance_factor());
  refused("the ledger has 0 phases", [&] { return ledger.performance_factor(0); });
  refused("a later one of the same machine", [&] { return ledger - earlier; });
  ledger = kept;
  CHECK(ledger.lines().size() == 1);
}

void use_parts_by_name() {
  Spec spec("torus:8x8,ports=one");
  static_cast<void>(emptied(spec));
  refused("network = ''", [&] { spec.refuse("network", "a name"); });
  CHECK_NOTHROW(spec.refuse_arguments("network"));
  refused("network", [&] { Machine machine({.components = 4, .network = spec}); });

  Choice<Network> choice("torus:8x8");
  static_cast<void>(emptied(choice));
  CHECK(choice.part() == nullptr);
  CHECK((choice.text().empty() && choice.spec().name.empty()));
  refused("network = ''", [&] { Machine machine({.components = 4, .network = choice}); });
  refused("network = ''", [] { Machine machine({.network = std::shared_ptr<Network>()}); });
  refused("access = ''", [] { Machine machine({.access = std::shared_ptr<AccessProtocol>()}); });

  MachineOptions options{.components = 4, .network = "ideal", .access = "direct"};
  const Machine made(std::move(options));
  refused("network = ''", [&] { Machine machine(options); });

  Registry<NetworkEntry> registry("network");
  registry.add({.name = "own", .summary = "one's own", .make = {}});
  static_cast<void>(emptied(registry));
  CHECK((registry.entries().empty() && registry.names().empty()));
  refused("own", [&] { return registry.find("own"); });
  refused("own", [&] { return registry.entry_for("own"); });
  refused("own", [&] { return registry.make("own", 4U); });
  registry.add({.name = "new", .summary = "another", .make = {}});
  CHECK(registry.find("new").summary == "another");

  OptionTable<Sizes> table("network");
  table.number<&Sizes::size>("size", 1, 9);
  static_cast<void>(emptied(table));
  CHECK(table.read("own").size == 3);
  CHECK(table.text({.size = 4}).empty());
  refused("own:size=4", [&] { return table.read("own:size=4"); });
}

void use_task() {
  static_assert(!std::is_move_assignable_v<Task<>> && !std::is_copy_constructible_v<Task<>>);
  Machine machine({.components = 4});
  refused("awaited a task that was moved from", [&] {
    machine.pardo(2, [&](Processor self) -> Task<> {
      auto task = idle_once(self);
      const auto taken = std::move(task);
      co_await task;
    });
  });
  refused("gave processor 0 a task that was moved from", [&] {
    machine.pardo(2, [&](Processor self) -> Task<> {
      auto task = idle_once(self);
      const auto taken = std::move(task);
      return task;
    });
  });
}

/// Values that another object has been given stay what they were.
void use_processor() {
  Processor self(3);
  Processor other = std::move(self);
  CHECK(self.id() == 3);
  refused("processors are counted", [&] { return other.count(); });
  refused("by a processor", [&] { return self.random(); });
  refused("by a processor", [&] { return self.random(3); });
  refused("by a processor", [&] { return self.random_bits()(); });
  refused("by a processor", [&] { static_cast<void>(self.barrier()); });
  refused("by a processor", [&] { static_cast<void>(self.idle(3)); });
  CHECK_NOTHROW(static_cast<void>(self.idle()));
}

template <class Failure>
void check_moved(Failure error) {
  const std::string before = error.what();
  const Failure kept = std::move(error);
  CHECK(kept.what() == before);
  CHECK(error.what() != nullptr);
  error = kept;
  CHECK(error.what() == before);
}

void use_errors() {
  check_moved(Error("a sentence"));
  check_moved(ConfigError("option", "value", "another"));
  check_moved(ConflictError({"EREW", "two processors read one cell", 1, "cells", 2, {3, 4}, {}, {}}));
  check_moved(AddressError({"cells", -1, 3, 0, 1, {}}));
  check_moved(ProgramError(1, 2, {"here.cpp", 3}, "a reason"));
  check_moved(LimitError("memory", 2, 1, "too much"));
  check_moved(Interrupted(3));
  check_moved(NetworkError("no way"));
  check_moved(TopologyError({"mine", 1, 2, 3}, "it leads nowhere"));
  check_moved(UnreachableError("path:5,failed-links=1", 1, 3));
  check_moved(TraceError("mine.goal", 3, "it waits for itself", false));
  check_moved(DeadlockError("torus:4x4", 3, {{1, 2, 3}, {4, 5, 6}}));
}

void stay_in_place() {
  CHECK((stays_in_place<Region> && stays_in_place<Cell<int>>));
  CHECK((std::is_abstract_v<WinnerChooser> && stays_in_place<ChosenWinners>));
  CHECK((std::is_abstract_v<Network> && std::is_abstract_v<AccessProtocol>));
  CHECK((std::is_abstract_v<Topology> && std::is_abstract_v<Switching>));
  CHECK((std::is_abstract_v<PlannedProtocol> && std::is_abstract_v<AdaptiveProtocol>));
  CHECK((std::is_abstract_v<RoutineProtocol> && std::is_abstract_v<AccessPlan>));
  CHECK(std::is_empty_v<RandomBits>);
  CHECK_FALSE((std::is_copy_constructible_v<Machine> || std::is_copy_constructible_v<Array<int>>));
  CHECK_FALSE(std::is_copy_constructible_v<Registers<int>>);
  CHECK_FALSE(std::is_copy_constructible_v<Observation>);
}

void use_copy() {
  Machine machine({.components = 4});
  const auto cells = machine.array<int>(8, 5);
  auto values = cells.host();
  const std::vector<int> kept = std::move(values);
  CHECK(kept.size() == 8);
  CHECK(values.empty());
  CHECK(values.begin() == values.end());
  values = cells.host();
  CHECK(values == kept);
}

const MovedRow moved_rows[] = {
    {"pram::Topology", stay_in_place},
    {"pram::Switching", stay_in_place},
    {"pram::TopologyError", use_errors},
    {"pram::UnreachableError", use_errors},
    {"pram::TraceError", use_errors},
    {"pram::DeadlockError", use_errors},
    {"pram::Copy", use_copy},
    {"pram::Machine", use_machine},
    {"pram::Array", use_array},
    {"pram::Processors", use_processors},
    {"pram::ProcessorSteps", use_processors},
    {"pram::Registers", use_registers},
    {"pram::Observation", use_observation},
    {"pram::Ledger", use_ledger},
    {"pram::Choice", use_parts_by_name},
    {"pram::Registry", use_parts_by_name},
    {"pram::OptionTable", use_parts_by_name},
    {"pram::Task", use_task},
    {"pram::Processor", use_processor},
    {"pram::Error", use_errors},
    {"pram::ConfigError", use_errors},
    {"pram::ConflictError", use_errors},
    {"pram::AddressError", use_errors},
    {"pram::ProgramError", use_errors},
    {"pram::LimitError", use_errors},
    {"pram::Interrupted", use_errors},
    {"pram::NetworkError", use_errors},
    {"pram::Region", stay_in_place},
    {"pram::Cell", stay_in_place},
    {"pram::Network", stay_in_place},
    {"pram::AccessProtocol", stay_in_place},
    {"pram::PlannedProtocol", stay_in_place},
    {"pram::AdaptiveProtocol", stay_in_place},
    {"pram::RoutineProtocol", stay_in_place},
    {"pram::AccessPlan", stay_in_place},
    {"pram::RandomBits", stay_in_place},
    {"pram::Observer", use_observation},
    {"pram::WinnerChooser", stay_in_place},
    {"pram::ChosenWinners", stay_in_place},
};

}  // namespace

TEST_CASE("what was moved from refuses each call in a sentence, or is empty as its class says") {
  for (const MovedRow& row : moved_rows) {
    CAPTURE(row.subject);
    row.use();
  }
}

}  // namespace pram
// NOLINTEND(bugprone-use-after-move)
