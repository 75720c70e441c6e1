#include <algorithm>
#include <cstdint>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include <pram/pram.hpp>

#include "../../support/every_machine.hpp"
#include "../../support/forced.hpp"
#include "../thrown.hpp"
#include "thread_counts.hpp"

// What processes ask of arrays in shared memory, and what the ledger says of it.
namespace pram {

namespace {

/// A program's own operator: the longer of two steps, the later among equals.
struct Later {
  static constexpr const char* name = "later";
  static std::uint32_t apply(std::uint32_t a, std::uint32_t b) {
    return a / 10 < b / 10 ? b : a / 10 > b / 10 ? a : std::max(a, b);
  }
  static std::uint32_t identity() { return 0; }
};

}  // namespace

TEST_CASE("shared arrays: a process asks for any number of cells, and reads see the values from before the writes") {
  testing::on_every_machine({.rule = Rule::priority}, [](const MachineOptions& options) {
    Machine machine(options);
    std::vector<std::int64_t> values(100);
    std::iota(values.begin(), values.end(), -50);
    const auto table = machine.array(values, "table");
    const auto sums = machine.array<std::int64_t>(7, 0, "sums");
    machine.spmd(40, [&](bsp::Process self) -> Task<> {
      for (int round = 0; round < 2; ++round) {
        std::vector<bsp::Future<std::int64_t>> reads;
        for (std::uint64_t k = 0; k <= self.id() % 5; ++k) reads.push_back(self.read(table, (self.id() * 3 + k) % 100));
        if (round == 0) self.write(table[self.id()], 1000);
        const auto again = self.read(table[self.id()]);
        if (round == 0) self.write(table, self.id(), 2000 + static_cast<std::int64_t>(self.id()));
        for (std::uint64_t k = 0; k < self.id(); ++k) self.update(sums[k % 7], Sum{}, 1);
        co_await self.sync();
        const auto value = [&](std::uint64_t index) {
          const auto i = static_cast<std::int64_t>(index);
          return round == 1 && index < 40 ? 2000 + i : i - 50;
        };
        for (std::uint64_t k = 0; k < reads.size(); ++k) CHECK(reads[k].value() == value((self.id() * 3 + k) % 100));
        CHECK(again.value() == value(self.id()));
      }
    });
    for (std::uint64_t k = 0; k < 40; ++k) CHECK(table.get(k) == 2000 + static_cast<std::int64_t>(k));
    CHECK(table.get(40) == -10);
    std::int64_t all = 0;
    for (const std::int64_t sum : sums.host()) all += sum;
    CHECK(all == 2 * 40 * 39 / 2);
    // A pardo of the same machine goes on with the same arrays.
    machine.pardo(40, [&](Processor self) -> Task<> {
      const std::int64_t mine = co_await table[self.id()];
      co_await sums[0].add(mine - 2000 - static_cast<std::int64_t>(self.id()));
    });
    CHECK(machine.ledger().steps() == 2);
    CHECK(machine.ledger().supersteps() == 2);
  });
}

TEST_CASE("shared arrays: fetches see a serial order that keeps each process's own, multiprefix that of processes") {
  testing::on_every_machine({}, [](const MachineOptions& options) {
    Machine machine(options);
    const auto counter = machine.array<std::uint32_t>(2, 10, "counter");
    const auto latest = machine.array<std::uint32_t>(1, 0, "latest");
    std::vector<std::vector<std::uint32_t>> taken(20);
    machine.spmd(20, [&](bsp::Process self) -> Task<> {
      std::vector<bsp::Future<std::uint32_t>> tickets;
      for (std::uint64_t k = 0; k < 1 + self.id() % 3; ++k) {
        self.update(counter[0], Sum{}, 100);
        tickets.push_back(self.fetch(counter[0], Sum{}, 1));
      }
      const auto first = self.multiprefix(counter[1], Sum{}, 1);
      const auto second = self.multiprefix(counter[1], Sum{}, 1);
      self.update(latest[0], Later{}, static_cast<std::uint32_t>(self.id()));
      co_await self.sync();
      for (const auto& ticket : tickets) taken[self.id()].push_back(ticket);
      CHECK(first.value() == 10 + 2 * self.id());
      CHECK(second.value() == 11 + 2 * self.id());
    });
    std::vector<bool> seen(40, false);
    std::uint32_t tickets = 0;
    for (const auto& mine : taken) {
      for (std::size_t k = 0; k < mine.size(); ++k) {
        const std::uint32_t number =
            (mine[k] - 10) % 100;  // 100 times the updates before it, and the fetches before it
        REQUIRE(number < 40);
        CHECK(!seen[number]);
        seen[number] = true;
        if (k > 0) CHECK(mine[k] > mine[k - 1] + 100);
        ++tickets;
      }
    }
    CHECK(counter.get(0) == 10 + 101 * tickets);
    CHECK(counter.get(1) == 10 + 40);
    CHECK(latest.get(0) == 19);
  });
}

TEST_CASE("shared arrays: types of every width, and a rule that combines a process's own writes, too") {
  Machine machine({.components = 4, .rule = Rule::sum});
  const auto small = machine.array<std::int8_t>(1, -1, "small");
  const auto real = machine.array<float>(2, 0.5F, "real");
  machine.spmd([&](bsp::Process self) -> Task<> {
    self.write(small[0], 60);
    self.write(small[0], static_cast<std::int8_t>(self.id()));
    const auto old = self.read(small, 0);
    const auto half = self.fetch(real[0], Maximum{}, 0.25F);
    self.update(real[1], Product{}, 2);
    co_await self.sync();
    CHECK(old.value() == -1);
    CHECK(half.value() == 0.5F);
  });
  CHECK(small.get(0) == static_cast<std::int8_t>(4 * 60 + 6));
  CHECK(real.get(0) == 0.5F);
  CHECK(real.get(1) == 8.0F);
}

TEST_CASE("shared arrays: what a process asks is done at its own next sync while other groups go on") {
  for (const unsigned threads : testing::thread_counts) {
    const testing::ForcedWorkers all_workers;
    Machine machine({.components = 4, .threads = threads});
    const auto cells = machine.array<int>(6, 0, "cells");
    machine.spmd(6, [&](bsp::Process self) -> Task<> {
      const auto half = co_await self.split(self.id() % 2);
      self.write(cells[self.id()], 1);
      const auto before = self.read(cells[self.id()]);
      if (self.id() % 2 == 1) {
        co_await half.sync("odd");  // the even ones wait at the sync of all
        CHECK(before.value() == 0);
        const auto own = self.read(cells[self.id()]);
        const auto other = self.read(cells[self.id() - 1]);
        co_await half.sync("odd again");
        CHECK(own.value() == 1);
        CHECK(other.value() == 0);
      }
      co_await self.sync("all");
      if (self.id() % 2 == 0) CHECK(before.value() == 0);
      const auto other = self.read(cells[self.id() ^ 1]);
      co_await self.sync("after");
      CHECK(other.value() == 1);
    });
    const auto& records = machine.ledger().superstep_records();
    REQUIRE(records.size() == 5);
    for (std::size_t k = 1; k < 5; ++k) CHECK(records[k].shared.requests.total() == 6);
    CHECK(records[1].shared.requests.writes == 3);
    CHECK(records[3].shared.requests.writes == 3);
  }
}

TEST_CASE("shared arrays: with a request each, a superstep is charged as the PRAM step that asks the same") {
  std::vector<std::pair<std::string, std::string>> machines;
  for (const char* const access :
       {"direct", "combining", "combining:4,4,spread=modular", "combining:4,4,sweeps=separate",
        "combining:4,4,timing=asynchronous", "combining:4,4,timing=asynchronous,winner=first", "adaptive"})
    machines.emplace_back("router", access);
  for (const char* const access : {"direct", "combining", "adaptive"}) machines.emplace_back("torus:4x4", access);
  machines.emplace_back("hypercube", "sorting");
  machines.emplace_back("omega,combining=pairwise", "direct");
  for (const auto& [network, access] : machines) {
    CAPTURE(network);
    CAPTURE(access);
    for (const std::uint64_t n : {5U, 16U, 200U}) {
      const MachineOptions options = {.components = 16, .network = network, .access = access, .threads = 1, .seed = 9};
      const auto asked = [n](std::uint64_t id) { return id * id * 7 % n / 3; };
      Machine step(options);
      Machine superstep(options);
      const auto run = [&](Machine& machine, const auto& body) {
        const auto cells = machine.array<std::uint64_t>(n, 3, "cells");
        const auto sums = machine.array<std::uint64_t>(n, 0, "sums");
        body(cells, sums);
        return std::pair(cells.host(), sums.host());
      };
      const auto by_step = run(step, [&](const auto& cells, const auto& sums) {
        step.pardo(n, [&](Processor self) -> Task<> {
          if (self.id() % 3 == 0) {
            co_await sums[asked(self.id())].add(self.id());
          } else if (self.id() % 7 == 1) {
            co_await (cells[self.id() / 2] = self.id());
          } else {
            (void)co_await cells[asked(self.id())];
          }
        });
      });
      const auto by_superstep = run(superstep, [&](const auto& cells, const auto& sums) {
        superstep.spmd(n, [&](bsp::Process self) -> Task<> {
          std::optional<bsp::Future<std::uint64_t>> value;
          if (self.id() % 3 == 0) {
            self.update(sums[asked(self.id())], Sum{}, self.id());
          } else if (self.id() % 7 == 1) {
            self.write(cells[self.id() / 2], self.id());
          } else {
            value = self.read(cells[asked(self.id())]);
          }
          co_await self.sync();
          if (value) CHECK(value->value() == 3);
        });
      });
      CHECK(by_step == by_superstep);
      REQUIRE(step.ledger().step_records().size() == 1);
      REQUIRE(superstep.ledger().superstep_records().size() == 1);
      const StepRecord& wanted = step.ledger().step_records()[0];
      const SharedAccess& had = superstep.ledger().superstep_records()[0].shared;
      CHECK(had.charge == wanted.charge);
      CHECK(had.charge_back == wanted.charge_back);
      CHECK(had.distinct_charge == wanted.distinct_charge);
      CHECK(had.distinct == wanted.distinct);
      CHECK(had.largest_read_degree == wanted.largest_read_degree);
      CHECK(had.largest_write_degree == wanted.largest_write_degree);
      CHECK(had.requests.total() == n);
      REQUIRE(had.phases.size() == wanted.phases.size());
      for (std::size_t k = 0; k < had.phases.size(); ++k) {
        CHECK(had.phases[k].messages == wanted.phases[k].messages);
        CHECK(had.phases[k].combined == wanted.phases[k].combined);
        CHECK(had.phases[k].largest_sent == wanted.phases[k].largest_sent);
        CHECK(had.phases[k].largest_received == wanted.phases[k].largest_received);
        CHECK(had.phases[k].charge == wanted.phases[k].charge);
        CHECK(had.phases[k].charge_back == wanted.phases[k].charge_back);
      }
      // Lines share the charge alike.
      REQUIRE(superstep.ledger().lines().size() == step.ledger().lines().size());
      for (std::size_t k = 0; k < step.ledger().lines().size(); ++k)
        CHECK(superstep.ledger().lines()[k].charge == step.ledger().lines()[k].charge);
    }
  }
}

TEST_CASE("shared arrays: the ledger has requests as they were made, and degrees by process") {
  Machine machine({.components = 8, .network = "router", .rule = Rule::arbitrary});
  const auto table = machine.array<int>(100, 1, "table");
  const auto region = machine.region("all");
  const Ledger before = machine.ledger();
  const auto run = [&] {
    machine.spmd(8, [&](bsp::Process self) -> Task<> {
      std::vector<bsp::Future<int>> reads;
      for (int k = 0; k < 3; ++k) reads.push_back(self.read(table[5]));  // one cell, three times: one reader
      reads.push_back(self.read(table[10 + self.id()]));
      if (self.id() < 3) self.update(table[50], Sum{}, 1);
      if (self.id() == 7) {
        for (int k = 0; k < 9; ++k) self.write(table, 60 + k, k);
      }
      self.work(self.id() == 2 ? 40 : 1);
      co_await self.sync("all");
      for (const auto& read : reads) CHECK(read.value() == 1);
    });
  };
  run();
  REQUIRE(machine.ledger().superstep_records().size() == 1);
  const SuperstepRecord record = machine.ledger().superstep_records()[0];
  const SharedAccess& shared = record.shared;
  CHECK(shared.requests.reads == 8 * 4);
  CHECK(shared.requests.updates == 3);
  CHECK(shared.requests.writes == 9);
  CHECK(shared.requests.fetches == 0);
  CHECK(shared.largest_requests == 13);
  CHECK(shared.largest_reads == 4);
  CHECK(shared.largest_writes == 9);
  CHECK(shared.distinct == 1 + 8 + 1 + 9);
  CHECK(shared.largest_read_degree == 8);
  CHECK(shared.largest_write_degree == 3);
  CHECK(record.largest_operations == 40);
  CHECK(record.charge + record.charge_back == 0);  // nothing went from process to process
  CHECK(record.total_charge() == shared.charge + shared.charge_back);
  // max(m_op, g m_rw, κ) with m_op = 40, m_rw = 9, κ = 8.
  CHECK(record.queuing_cost(1) == 40);
  CHECK(record.queuing_cost(5) == 45);
  SuperstepRecord empty;
  CHECK(empty.queuing_cost(3) == 3);

  const Ledger& ledger = machine.ledger();
  CHECK(ledger.steps() == 0);
  CHECK(ledger.charge() == shared.charge);
  CHECK(ledger.charge_back() == shared.charge_back);
  CHECK(ledger.total_charge() == record.total_charge());
  CHECK(ledger.requests().total() == 44);
  CHECK(ledger.largest_read_degree() == 8);
  CHECK(ledger.largest_write_degree() == 3);
  CHECK(ledger.mixed_steps() == 0);
  CHECK(ledger.models() == std::vector<std::string>{"CRCW"});
  REQUIRE(ledger.cells().size() == 1);
  CHECK(ledger.cells()[0].index == 5);
  CHECK(ledger.cells()[0].largest_degree == 8);
  REQUIRE(ledger.regions().size() == 1);
  CHECK(ledger.regions()[0].requests.total() == 44);
  CHECK(ledger.regions()[0].charge == shared.charge);
  CHECK(ledger.regions()[0].steps == 0);
  REQUIRE(ledger.lines().size() == 4);
  std::uint64_t charge = 0;
  for (const LineTotal& line : ledger.lines()) {
    CHECK(testing::contains(line.where.file, "shared_arrays_test"));
    CHECK(line.array == "table");
    CHECK(line.steps == 1);
    charge += line.charge;
  }
  CHECK(charge == shared.charge + shared.charge_back);
  CHECK(ledger.lines()[0].operation == "read");
  CHECK(ledger.lines()[0].requests == 24);
  CHECK(ledger.lines()[0].distinct == 1);
  CHECK(ledger.lines()[0].largest_degree == 8);
  CHECK(ledger.lines()[2].operation == "add");
  CHECK(ledger.lines()[2].requests == 3);
  CHECK(ledger.lines()[3].operation == "write");

  const Ledger after_one = machine.ledger();
  run();
  const Ledger between = machine.ledger() - after_one;
  CHECK(between.supersteps() == 1);
  CHECK(between.requests().total() == 44);
  CHECK(between.largest_read_degree() == 8);
  CHECK(between.lines().size() == 4);
  CHECK(between.lines()[0].largest_degree == 8);
  CHECK(between.lines()[0].requests == 24);
  CHECK(between.distinct_charge() == doctest::Approx(shared.distinct_charge));
  CHECK((after_one - before).charge() == shared.charge);

  Machine totals({.components = 8, .network = "router", .ledger = LedgerDetail::totals});
  const auto cells = totals.array<int>(3, 0);
  totals.spmd([&](bsp::Process self) -> Task<> {
    self.update(cells[0], Sum{}, 1);
    co_await self.sync();
  });
  CHECK(totals.ledger().superstep_records().empty());
  CHECK(totals.ledger().requests().updates == 8);
}

}  // namespace pram
