#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

#include <pram/pram.hpp>

#include "../../support/forced.hpp"
#include "../thrown.hpp"

namespace pram {

namespace {

using testing::contains;
using testing::thrown;

constexpr std::uint64_t n = 8;

MachineOptions regions_by_hand(unsigned threads = 1) {
  return {.components = 4, .access = "direct", .placement = Placement::direct, .threads = threads};
}

/// So many steps in which all read one cell.
void read_all(Machine& machine, const Array<int>& cells, int steps) {
  machine.pardo(n, [&](Processor self) -> Task<> {
    for (int k = 0; k < steps; ++k) co_await cells[self.id() / n];
  });
}

using Row = std::tuple<std::string, std::size_t, std::uint64_t, std::uint64_t>;  // name, depth, times, steps

std::vector<Row> rows(const Ledger& ledger) {
  std::vector<Row> all;
  for (const RegionTotal& one : ledger.regions()) all.emplace_back(one.name, one.depth, one.times, one.steps);
  return all;
}

}  // namespace

TEST_CASE("a region gets what is charged while it lives: steps, work, requests and charges") {
  Machine machine(regions_by_hand());
  const auto cells = machine.array<int>(n, 0);
  read_all(machine, cells, 3);
  CHECK(machine.ledger().regions().empty());
  {
    const auto region = machine.region("mixed");
    machine.pardo(n, [&](Processor self) -> Task<> {
      co_await cells[self.id()];        // 2 of each component, at home
      co_await (cells[self.id()] = 1);  // the same, and no reply
      co_await cells[0].add(1);         // all into one component, merged: one of each
      co_await cells[1].fetch_add(1);
      if (self.id() > 0) co_await self.idle();
    });
  }
  read_all(machine, cells, 2);
  REQUIRE(machine.ledger().regions().size() == 1);
  const RegionTotal& region = machine.ledger().regions().front();
  CHECK(region.name == "mixed");
  CHECK(region.depth == 0);
  CHECK(region.times == 1);
  CHECK(region.steps == 5);
  CHECK(region.work == 5 * n - 1);
  CHECK(region.requests.reads == n);
  CHECK(region.requests.writes == n);
  CHECK(region.requests.updates == n);
  CHECK(region.requests.fetches == n);
  CHECK(region.charge == 2 + 2 + 4 + 4);
  CHECK(region.charge_back == 2 + 4);
  CHECK(region.collective_charge == 0);
  CHECK(region.total_charge() == 18);
  // By the records of its steps.
  double distinct = 0;
  for (std::size_t k = 3; k < 8; ++k) distinct += machine.ledger().step_records().at(k).distinct_charge;
  CHECK(region.distinct_charge == doctest::Approx(distinct));
  CHECK(region.performance_factor() == doctest::Approx(12 / distinct));
}

TEST_CASE("a region knows the stretches of steps and supersteps in which it was open") {
  const auto stretches = [](const Ledger& ledger) {
    std::vector<std::tuple<std::string, std::uint64_t, std::uint64_t>> all;
    for (const RegionTotal& region : ledger.regions()) {
      for (const RegionTotal::Stretch& one : region.stretches) all.emplace_back(region.name, one.first, one.last);
    }
    return all;
  };
  using Stretches = std::vector<std::tuple<std::string, std::uint64_t, std::uint64_t>>;
  for (const LedgerDetail detail : {LedgerDetail::steps, LedgerDetail::profile, LedgerDetail::totals}) {
    MachineOptions options = regions_by_hand();
    options.ledger = detail;
    Machine machine(options);
    const auto cells = machine.array<int>(n, 0);
    read_all(machine, cells, 2);
    Ledger before;
    {
      const auto outer = machine.region("outer");
      read_all(machine, cells, 3);
      before = machine.ledger();
      const auto inner = machine.region("inner");
      read_all(machine, cells, 1);
      machine.spmd(4, [](bsp::Process self) -> Task<> {
        for (int k = 0; k < 2; ++k) co_await self.sync("round");
      });
    }
    read_all(machine, cells, 4);
    {
      const auto outer = machine.region("outer");
      read_all(machine, cells, 1);
    }
    if (detail == LedgerDetail::totals) {
      CHECK(stretches(machine.ledger()).empty());
      continue;
    }
    CHECK(stretches(machine.ledger()) == Stretches{{"outer", 3, 8}, {"outer", 13, 13}, {"inner", 6, 8}});
    CHECK(stretches(before) == Stretches{{"outer", 3, 5}});
    CHECK(stretches(machine.ledger() - before) == Stretches{{"outer", 6, 8}, {"outer", 13, 13}, {"inner", 6, 8}});
  }
  // Nothing is kept of steps without a record.
  MachineOptions options = regions_by_hand();
  options.ledger_steps = 2;
  Machine machine(options);
  const auto cells = machine.array<int>(n, 0);
  const auto region = machine.region("all");
  read_all(machine, cells, 5);
  CHECK(stretches(machine.ledger()) == Stretches{{"all", 1, 2}});
}

TEST_CASE("regions nest, and names that come again in one place accumulate") {
  Machine machine(regions_by_hand());
  const auto cells = machine.array<int>(n, 0);
  for (int round = 0; round < 2; ++round) {
    const auto outer = machine.region("outer");
    read_all(machine, cells, 1);
    {
      const auto second = machine.region("second");
      read_all(machine, cells, 2);
      const auto outer_again = machine.region("outer");  // inside itself: another region
      read_all(machine, cells, 4);
    }
    if (round == 1) {
      const auto first = machine.region("first");
      read_all(machine, cells, 8);
      const auto second = machine.region("second");  // another than outer's
      read_all(machine, cells, 16);
    }
  }
  const auto second = machine.region("second");  // outside
  read_all(machine, cells, 32);
  {
    const auto outer = machine.region("outer");
    const auto inner = machine.region("second");
  }
  CHECK(rows(machine.ledger()) == std::vector<Row>{{"outer", 0, 2, 2 * 7 + 24},
                                                   {"second", 1, 2, 2 * 6},
                                                   {"outer", 2, 2, 2 * 4},
                                                   {"first", 1, 1, 24},
                                                   {"second", 2, 1, 16},
                                                   {"second", 0, 1, 32},
                                                   {"outer", 1, 1, 0},
                                                   {"second", 2, 1, 0}});
}

TEST_CASE("a region is charged what is done while it lives, in whatever order regions end") {
  Machine machine(regions_by_hand());
  const auto cells = machine.array<int>(n, 0);
  std::unique_ptr<Region> outer(new Region(machine.region("outer")));
  std::unique_ptr<Region> inner(new Region(machine.region("inner")));
  read_all(machine, cells, 1);
  outer.reset();
  read_all(machine, cells, 2);
  const auto last = machine.region("last");  // inside the only one that is left
  read_all(machine, cells, 4);
  inner.reset();
  read_all(machine, cells, 8);
  CHECK(rows(machine.ledger()) == std::vector<Row>{{"outer", 0, 1, 1}, {"inner", 1, 1, 7}, {"last", 2, 1, 12}});
}

TEST_CASE("an exception ends a region - what was done until then is charged, the failed step is not") {
  const testing::ForcedWorkers all_workers;
  for (const unsigned threads : {1U, 2U, 3U, 8U}) {
    for (const bool conflict : {true, false}) {
      MachineOptions options = regions_by_hand(threads);
      options.rule = Rule::erew;
      Machine machine(options);
      const auto cells = machine.array<int>(n, 0);
      try {
        const auto region = machine.region("fails");
        machine.pardo(n, [&](Processor self) -> Task<> {
          co_await cells[self.id()];
          co_await cells[self.id()];
          if (!conflict) throw std::runtime_error("out of fuel");
          co_await cells[0];
        });
        FAIL("nothing was thrown");
      } catch (const Error&) {
      }
      machine.pardo(n, [&](Processor self) -> Task<> { co_await cells[self.id()]; });
      CHECK(rows(machine.ledger()) == std::vector<Row>{{"fails", 0, 1, 2}});
      CHECK(machine.ledger().regions().front().requests.total() == 2 * n);
      CHECK(machine.ledger().steps() == 3);
    }
  }
}

TEST_CASE("collectives are charged to regions") {
  Machine machine(regions_by_hand());
  const auto cells = machine.array<int>(16, 1);
  {
    const auto region = machine.region("moves");
    machine.transpose(cells, 4, 4);
  }
  machine.transpose(cells, 4, 4);
  REQUIRE(machine.ledger().regions().size() == 1);
  const RegionTotal& region = machine.ledger().regions().front();
  CHECK(region.collective_charge > 0);
  CHECK(2 * region.collective_charge == machine.ledger().collective_charge());
  CHECK(region.total_charge() == region.collective_charge);
  CHECK(region.steps == 0);
  CHECK(region.performance_factor() == 0);
}

TEST_CASE("regions are for host code, have a name, and may outlive their machine") {
  std::optional<Machine> machine(regions_by_hand());
  const auto error = thrown<Error>([&] {
    machine->pardo(n, [&](Processor self) -> Task<> {
      co_await self.idle();
      const auto region = machine->region("inside");
      co_await self.idle();
    });
  });
  CHECK(contains(error.what(), "a region is opened by host code"));
  CHECK(machine->ledger().regions().empty());
  CHECK(thrown<ConfigError>([&] { const auto region = machine->region(""); }).option == "region");
  const auto region = machine->region("survivor");
  Machine moved = std::move(*machine);
  moved.pardo(n, [](Processor self) -> Task<> { co_await self.idle(); });
  CHECK(rows(moved.ledger()) == std::vector<Row>{{"survivor", 0, 1, 1}});
  machine.reset();
}

TEST_CASE("regions are the same for any number of threads") {
  const testing::ForcedWorkers all_workers;
  std::vector<std::array<std::uint64_t, 6>> alone;
  for (const unsigned threads : {1U, 2U, 3U, 8U}) {
    Machine machine({.components = 16, .access = "combining", .threads = threads});
    const auto cells = machine.array<int>(64, 0);
    const auto outer = machine.region("outer");
    for (int round = 0; round < 3; ++round) {
      const auto inner = machine.region(round == 1 ? "odd" : "even");
      machine.pardo(64, [&](Processor self) -> Task<> {
        co_await cells[self.random(64)];
        co_await cells[self.id() / 4].add(1);
      });
    }
    std::vector<std::array<std::uint64_t, 6>> seen;
    for (const RegionTotal& one : machine.ledger().regions())
      seen.push_back({one.times, one.steps, one.work, one.requests.total(), one.charge, one.charge_back});
    REQUIRE(seen.size() == 3);
    CHECK(seen[0][4] == seen[1][4] + seen[2][4]);
    CHECK(seen[0][4] == machine.ledger().charge());
    if (threads == 1) alone = seen;
    CHECK(seen == alone);
  }
}

}  // namespace pram
