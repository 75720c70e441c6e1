#include <algorithm>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <pram/pram.hpp>

#include "../thrown.hpp"

namespace pram {

namespace {

/// Four processors on four components, one cell of each array on each component: everything can be counted by hand.
MachineOptions by_hand() {
  MachineOptions options;
  options.components = 4;
  options.access = "direct";
  options.placement = Placement::direct;
  options.threads = 1;
  return options;
}

const LineTotal& line_of(const Ledger& ledger, std::uint32_t line) {
  const auto found =
      std::ranges::find_if(ledger.lines(), [line](const LineTotal& one) { return one.where.line == line; });
  REQUIRE(found != ledger.lines().end());
  return *found;
}

std::vector<std::string> models_of(Rule rule, const std::function<Task<>(const Array<int>&, std::uint64_t)>& body) {
  MachineOptions options = by_hand();
  options.rule = rule;
  Machine machine(options);
  const auto cells = machine.array<int>(8, 0);
  machine.pardo(4, [&](Processor self) { return body(cells, self.id()); });
  return machine.ledger().models();
}

using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("a program of four steps, counted by hand") {
  Machine machine(by_hand());
  const auto cells = machine.array<int>(4, 1, "cells");
  const auto sums = machine.array<int>(4, 0, "sums");
  std::uint32_t lines[4] = {};
  machine.pardo(4, [&](Processor self) -> Task<> {
    const auto i = self.id();
    lines[0] = __LINE__ + 1;
    const int first = co_await cells[0];
    lines[1] = __LINE__ + 1;
    co_await (cells[i] = first + 1);
    lines[2] = __LINE__ + 1;
    co_await sums[0].add(1);
    if (i == 0) {
      co_await self.idle();
    } else {
      lines[3] = __LINE__ + 1;
      co_await sums[1].fetch_add(1);
    }
  });
  const Ledger& ledger = machine.ledger();
  CHECK(ledger.steps() == 4);
  CHECK(ledger.work() == 16);
  CHECK(ledger.processors() == 4);
  CHECK(ledger.requests().reads == 4);
  CHECK(ledger.requests().writes == 4);
  CHECK(ledger.requests().updates == 4);
  CHECK(ledger.requests().fetches == 3);
  CHECK(ledger.requests().total() == 15);
  CHECK(ledger.charge() == 4 + 1 + 4 + 3);
  CHECK(ledger.charge_back() == 4 + 0 + 0 + 3);
  CHECK(ledger.largest_read_degree() == 4);
  CHECK(ledger.largest_write_degree() == 4);
  CHECK(ledger.models() == Names{"CRCW"});

  // The fullest of 4 components gets 2.125 of 4 requests at random on average, and 1.6875 of 3 (by enumeration).
  CHECK(ledger.distinct_charge() == doctest::Approx(3 * 2.125 + 1.6875));
  CHECK(ledger.performance_factor() == doctest::Approx(12 / (3 * 2.125 + 1.6875)));
  CHECK(ledger.performance_factor(0) == doctest::Approx(ledger.performance_factor()));
  CHECK_THROWS_AS((void)ledger.performance_factor(ledger.phases().size()), Error);

  REQUIRE(ledger.step_records().size() == 4);
  CHECK(ledger.steps_without_record() == 0);
  const std::uint64_t distinct[] = {1, 4, 1, 1};
  const std::uint64_t read_degree[] = {4, 0, 0, 0};
  const std::uint64_t write_degree[] = {0, 1, 4, 3};
  const std::uint32_t received[] = {4, 1, 4, 3};
  const std::uint64_t messages[] = {4, 4, 4, 3};
  const std::uint64_t back[] = {4, 0, 0, 3};
  for (std::size_t k = 0; k < 4; ++k) {
    CAPTURE(k);
    const StepRecord& step = ledger.step_records()[k];
    CHECK(step.step == k + 1);
    CHECK(step.processors == 4);
    CHECK(step.requests.total() == messages[k]);
    CHECK(step.distinct == distinct[k]);
    CHECK(step.largest_read_degree == read_degree[k]);
    CHECK(step.largest_write_degree == write_degree[k]);
    CHECK(step.charge == received[k]);
    CHECK(step.charge_back == back[k]);
    CHECK(ledger.lines().at(step.line).where.line == lines[k]);
    REQUIRE(step.phases.size() == 1);
    CHECK(step.phases[0].largest_sent == 1);
    CHECK(step.phases[0].largest_received == received[k]);
    CHECK(step.phases[0].messages == messages[k]);
    CHECK(step.phases[0].combined == distinct[k]);
    CHECK(step.phases[0].charge == received[k]);
    CHECK(step.phases[0].charge_back == back[k]);
  }

  REQUIRE(ledger.phases().size() == 1);
  CHECK(ledger.phases()[0].steps == 4);
  CHECK(ledger.phases()[0].messages == 15);
  CHECK(ledger.phases()[0].combined == 7);
  CHECK(ledger.phases()[0].largest_sent == 1);
  CHECK(ledger.phases()[0].largest_received == 4);
  CHECK(ledger.phases()[0].charge == 12);
  CHECK(ledger.phases()[0].charge_back == 7);
  // Steps 1 and 4 bring replies: six exchanges, in which components send and get so many at most.
  CHECK(ledger.step_total().exchanges == 6);
  CHECK(ledger.step_total().relation == 12 + 7);
  std::uint64_t contention = 0;
  for (std::size_t k = 0; k < 4; ++k) contention += std::max(read_degree[k], write_degree[k]);
  CHECK(ledger.step_total().contention == contention);

  REQUIRE(ledger.lines().size() == 4);
  const std::string operations[] = {"read", "write", "add", "fetch_add"};
  for (std::size_t k = 0; k < 4; ++k) {
    const LineTotal& line = ledger.lines()[k];  // in order of first use
    CHECK(line.where == SourceLine{__FILE__, lines[k]});
    CHECK(line.array == (k < 2 ? "cells" : "sums"));
    CHECK(line.operation == operations[k]);
    CHECK(line.requests == messages[k]);
    CHECK(line.distinct == distinct[k]);
    CHECK(line.largest_degree == std::max(read_degree[k], write_degree[k]));
    CHECK(line.steps == 1);
    CHECK(line.charge == received[k] + back[k]);
    CHECK(line.mean_degree() == doctest::Approx(static_cast<double>(messages[k]) / static_cast<double>(distinct[k])));
  }

  const std::vector<CellTotal> hot = ledger.cells();
  REQUIRE(hot.size() == 3);
  CHECK(hot[0].array == "cells");
  CHECK(hot[0].index == 0);
  CHECK(hot[0].largest_degree == 4);
  CHECK(hot[0].step == 1);
  CHECK(hot[0].steps == 1);
  CHECK(hot[1].array == "sums");
  CHECK(hot[1].index == 0);
  CHECK(hot[1].step == 3);
  CHECK(hot[2].index == 1);
  CHECK(hot[2].largest_degree == 3);
}

TEST_CASE("requests of one component for one cell leave it as one message") {
  Machine machine(by_hand());
  const auto cells = machine.array<int>(4, 1);
  machine.pardo(8, [&](Processor) -> Task<> { co_await cells[0]; });                   // two processors a component
  machine.pardo(8, [&](Processor self) -> Task<> { co_await cells[self.id() % 2]; });  // for two cells
  const auto& records = machine.ledger().step_records();
  CHECK(records[0].phases[0].messages == 4);
  CHECK(records[0].phases[0].largest_sent == 1);
  CHECK(records[0].phases[0].largest_received == 4);
  CHECK(records[0].largest_read_degree == 8);
  CHECK(records[1].phases[0].messages == 8);
  CHECK(records[1].phases[0].largest_sent == 2);
  CHECK(records[1].phases[0].largest_received == 4);
  CHECK(records[1].charge == 4);
}

TEST_CASE("a step that several lines share is split by their requests, and the lines add up to the whole") {
  Machine machine(by_hand());
  const auto cells = machine.array<int>(4, 1, "cells");
  std::uint32_t first = 0;
  std::uint32_t second = 0;
  machine.pardo(4, [&](Processor self) -> Task<> {
    if (self.id() < 2) {
      first = __LINE__ + 1;
      co_await cells[0];
    } else {
      second = __LINE__ + 1;
      co_await cells[0];
    }
  });
  CHECK(machine.ledger().charge() == 4);
  CHECK(machine.ledger().charge_back() == 4);
  CHECK(machine.ledger().lines().size() == 2);
  CHECK(line_of(machine.ledger(), first).charge == 4);
  CHECK(line_of(machine.ledger(), second).charge == 4);
  CHECK(line_of(machine.ledger(), first).requests == 2);
}

TEST_CASE("a line of a subtask is one line, whoever calls it and for however long") {
  Machine machine(by_hand());
  const auto cells = machine.array<int>(4, 1, "cells");
  std::uint32_t line = 0;
  const auto increase = [&](std::uint64_t i) -> Task<> {
    line = __LINE__ + 1;
    co_await cells[i].add(1);
  };
  for (int round = 0; round < 3; ++round) {
    machine.pardo(4, [&](Processor self) -> Task<> {
      co_await increase(self.id());
      co_await increase(0);
    });
  }
  REQUIRE(machine.ledger().lines().size() == 1);
  const LineTotal& total = line_of(machine.ledger(), line);
  CHECK(total.requests == 24);
  CHECK(total.steps == 6);
  CHECK(total.distinct == 3 * 5);
  CHECK(total.largest_degree == 4);
  CHECK(machine.ledger().cells().at(0).steps == 3);
  CHECK(machine.ledger().cells().at(0).step == 2);
}

TEST_CASE("the ledger keeps so many steps and no more, but sums over all") {
  const auto run = [](MachineOptions options) {
    Machine machine(options);
    const auto cells = machine.array<int>(4, 1, "cells");
    machine.pardo(4, [&](Processor self) -> Task<> {
      for (int k = 0; k < 10; ++k) co_await cells[self.id() / 2].add(1);
    });
    return machine;
  };
  const Machine all = run(by_hand());
  MachineOptions options = by_hand();
  options.ledger_steps = 3;
  const Machine some = run(options);
  options.ledger = LedgerDetail::totals;
  const Machine none = run(options);
  CHECK(all.ledger().step_records().size() == 10);
  CHECK(all.ledger().steps_without_record() == 0);
  CHECK(some.ledger().step_records().size() == 3);
  CHECK(some.ledger().step_records().back().step == 3);
  CHECK(some.ledger().steps_without_record() == 7);
  CHECK(none.ledger().step_records().empty());
  CHECK(none.ledger().steps_without_record() == 10);
  for (const Machine* const other : {&some, &none}) {
    CHECK(other->ledger().steps() == 10);
    CHECK(other->ledger().charge() == all.ledger().charge());
    CHECK(other->ledger().work() == all.ledger().work());
    CHECK(other->ledger().lines().at(0).requests == 40);
    CHECK(other->ledger().cells().size() == all.ledger().cells().size());
    CHECK(other->ledger().performance_factor() == all.ledger().performance_factor());
  }
}

TEST_CASE("at most 64 cells are listed, the most contended first") {
  MachineOptions options = by_hand();
  Machine machine(options);
  const auto cells = machine.array<int>(300, 1, "cells");
  machine.pardo(20, [&](Processor self) -> Task<> {
    for (std::uint64_t k = 0; k < 200; ++k) {
      // In step k + 1 all processors below 2 + k % 19 read cell k.
      if (self.id() < 2 + k % 19) {
        co_await cells[k];
      } else {
        co_await self.idle();
      }
    }
  });
  const std::vector<CellTotal> hot = machine.ledger().cells();
  REQUIRE(hot.size() == 64);
  CHECK(hot[0].largest_degree == 20);
  CHECK(hot[0].index == 18);
  CHECK(hot[1].index == 37);
  for (std::size_t k = 1; k < hot.size(); ++k) {
    const bool ordered = hot[k - 1].largest_degree > hot[k].largest_degree ||
                         (hot[k - 1].largest_degree == hot[k].largest_degree && hot[k - 1].index < hot[k].index);
    CHECK(ordered);
  }
}

TEST_CASE("cells that nobody shares are not contended") {
  Machine machine(by_hand());
  const auto cells = machine.array<int>(4, 1);
  machine.pardo(4, [&](Processor self) -> Task<> { co_await cells[self.id()]; });
  CHECK(machine.ledger().cells().empty());
}

TEST_CASE("the models that a run satisfied") {
  const Names all = {"EREW", "CREW", "CRCW common", "CRCW"};
  CHECK(Machine(by_hand()).ledger().models() == all);
  CHECK(models_of(Rule::arbitrary,
                  [](const Array<int>& cells, std::uint64_t i) -> Task<> { co_await (cells[i] = 1); }) == all);
  CHECK(models_of(Rule::arbitrary, [](const Array<int>& cells, std::uint64_t) -> Task<> { co_await cells[0]; }) ==
        Names{"CREW", "CRCW common", "CRCW"});
  CHECK(models_of(Rule::arbitrary, [](const Array<int>& cells, std::uint64_t i) -> Task<> {
          if (i == 0) co_await (cells[3] = 1);
          if (i == 1) co_await cells[3];
        }) == Names{"CRCW common", "CRCW"});
  CHECK(models_of(Rule::priority, [](const Array<int>& cells, std::uint64_t) -> Task<> { co_await (cells[0] = 5); }) ==
        Names{"CRCW common", "CRCW"});
  for (const Rule rule :
       {Rule::arbitrary, Rule::priority, Rule::tolerant, Rule::collision, Rule::sum, Rule::maximum, Rule::bit_or}) {
    CAPTURE(to_string(rule));
    CHECK(models_of(rule, [](const Array<int>& cells, std::uint64_t i) -> Task<> {
            co_await (cells[i / 2] = static_cast<int>(i));
          }) == Names{"CRCW"});
  }
  CHECK(models_of(Rule::arbitrary,
                  [](const Array<int>& cells, std::uint64_t) -> Task<> { co_await cells[0].max(1); }) == Names{"CRCW"});
}

TEST_CASE("a failed step leaves no trace in the ledger") {
  MachineOptions options = by_hand();
  options.rule = Rule::erew;
  Machine machine(options);
  const auto cells = machine.array<int>(4, 1, "cells");
  CHECK_THROWS_AS(machine.pardo(4,
                                [&](Processor self) -> Task<> {
                                  co_await cells[self.id()];
                                  co_await cells[self.id() / 2];
                                }),
                  ConflictError);
  CHECK(machine.ledger().steps() == 1);
  CHECK(machine.ledger().requests().total() == 4);
  CHECK(machine.ledger().models().front() == "EREW");
  CHECK(machine.ledger().cells().empty());
  machine.pardo(4, [&](Processor self) -> Task<> { co_await cells[self.id()].add(1); });
  CHECK(machine.ledger().steps() == 2);
  CHECK(machine.ledger().requests().total() == 8);
  CHECK(machine.ledger().lines().size() == 2);
}

}  // namespace pram
