#include <cstdint>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include <pram/pram.hpp>

#include "../../support/forced.hpp"
#include "../thrown.hpp"

namespace pram {

TEST_CASE("lines of the program: what each transferred") {
  Machine machine({.components = 4});
  machine.spmd([&](bsp::Process self) -> Task<> {
    auto cells = self.coarray<std::uint64_t>(8, 0, "cells");
    const std::vector<std::uint64_t> values(3, self.id());
    for (int round = 0; round < 2; ++round) {
      for (const std::uint64_t other : self.others()) cells(other).put(1, values);
      const auto one = cells(0)[0].get();
      self.queue<int>("numbers").send(3, 1);
      co_await self.sync();
      CHECK(one.value() == 0);
    }
  });
  const auto& lines = machine.ledger().transfers();
  REQUIRE(lines.size() == 3);
  for (const TransferTotal& line : lines) {
    CHECK(testing::contains(line.where.file, "superstep_ledger_test"));
    CHECK(line.supersteps == 2);
    // A process's words to itself stay where they are.
    if (line.operation == "put") {
      CHECK(line.subject == "cells");
      CHECK(line.messages == 2 * 4 * 3);
      CHECK(line.words == 2 * 4 * 3 * 3);
    } else if (line.operation == "get") {
      CHECK(line.subject == "cells");
      CHECK(line.messages == 2 * 3 * 2);
      CHECK(line.words == 2 * 3 * 2);
    } else {
      CHECK(line.operation == "send");
      CHECK(line.subject == "numbers");
      CHECK(line.messages == 2 * 3);
      CHECK(line.words == 2 * 3);
    }
  }
}

TEST_CASE("a long put is carried whole: what it costs beside as many short ones, by network") {
  const auto charge = [](const char* network, bool at_once) {
    Machine machine({.components = 3, .network = network});
    machine.spmd([&](bsp::Process self) -> Task<> {
      const auto cells = self.coarray<std::uint64_t>(4);
      const std::vector<std::uint64_t> values(4, 1);
      if (self.id() == 0 && at_once) cells(2).put(0, values);
      for (std::uint64_t k = 0; self.id() == 0 && !at_once && k < 4; ++k) cells(2)[k] = values[k];
      co_await self.sync();
      CHECK((self.id() != 2 || cells[3] == 1));
    });
    return machine.ledger().superstep_charge();
  };
  // Process 2 is two links from process 0. Each node keeps the put until it has all words of it: 2 * 4 units. Short
  // ones follow each other: the last leaves after 3 units and takes 2.
  CHECK(charge("path", true) == 8);
  CHECK(charge("path", false) == 5);
  // Cut-through sends on what has arrived.
  CHECK(charge("path:switching=cut-through", true) == 5);
  CHECK(charge("path:switching=cut-through", false) == 5);
  // Ports alone count words.
  CHECK(charge("router:g=2,l=10", true) == 2 * 4 + 10);
  CHECK(charge("router:g=2,l=10", false) == 2 * 4 + 10);
}

TEST_CASE("supersteps in which nobody asks add nothing to the lines") {
  Machine machine({.components = 4});
  machine.spmd([&](bsp::Process self) -> Task<> {
    auto cells = self.coarray<std::uint64_t>(1);
    cells((self.id() + 1) % 4)[0] = 1;
    co_await self.sync();
    co_await self.sync();
    self.work(1);
    co_await self.sync();
    co_await self.sync();
  });
  CHECK(machine.ledger().supersteps() == 4);
  REQUIRE(machine.ledger().transfers().size() == 1);
  CHECK(machine.ledger().transfers()[0].messages == 4);
  CHECK(machine.ledger().transfers()[0].words == 4);
  CHECK(machine.ledger().transfers()[0].supersteps == 1);
}

TEST_CASE("ledgers subtract supersteps") {
  Machine machine({.components = 2});
  const auto round = [&] {
    machine.spmd([](bsp::Process self) -> Task<> {
      self.work(3 + self.id());
      self.queue<int>().send(1 - self.id(), 1);
      co_await self.sync("round");
    });
  };
  round();
  machine.spmd([](bsp::Process self) -> Task<> { co_await self.sync("once"); });
  const Ledger before = machine.ledger();
  round();
  round();
  const Ledger between = machine.ledger() - before;
  CHECK(between.supersteps() == 2);
  CHECK(between.superstep_charge() == 2);
  REQUIRE(between.superstep_records().size() == 2);
  CHECK(between.superstep_records()[0].superstep == 3);
  REQUIRE(between.transfers().size() == 1);
  CHECK(between.transfers()[0].messages == 4);
  CHECK(between.transfers()[0].charge == 2);
  CHECK(between.processes() == 2);
  REQUIRE(between.superstep_totals().size() == 1);
  const SuperstepTotal& total = between.superstep_totals()[0];
  CHECK(total.tag == "round");
  CHECK(total.supersteps == 2);
  CHECK(total.work == 14);
  CHECK(total.largest_work == 8);
  CHECK(total.mean_work == 7);
  CHECK(total.messages == 4);
  CHECK(total.words == 4);
  CHECK(total.largest_sent == 2);
  CHECK(total.largest_received == 2);
  CHECK(total.mean_words == 2);
  CHECK(total.relation == 2);
  CHECK(total.pattern == 2);
  CHECK(total.pattern_back == 0);
  CHECK(total.charge == 2);
  CHECK(total.cost() == 10);
  CHECK_THROWS_AS(before - machine.ledger(), Error);
}

TEST_CASE("steps and supersteps of one machine are counted apart, and regions have both") {
  Machine machine({.components = 2, .access = "direct", .ledger = LedgerDetail::totals});
  const auto array = machine.array<int>(2, 0);
  const auto supersteps = [&] {
    const auto region = machine.region("supersteps");
    machine.spmd([](bsp::Process self) -> Task<> {
      auto cells = self.coarray<int>(1);
      cells(1 - self.id())[0] = 1;
      const auto ahead = cells(1 - self.id())[0].get();
      co_await self.sync();
      CHECK(ahead.value() == 0);
      co_await self.sync();
    });
  };
  const auto whole = machine.region("whole");
  supersteps();
  machine.pardo(2, [&](Processor self) -> Task<> { co_await (array[self.id()] = 1); });
  supersteps();
  const Ledger& ledger = machine.ledger();
  CHECK(ledger.steps() == 1);
  CHECK(ledger.supersteps() == 4);
  CHECK(ledger.superstep_records().empty());
  CHECK(ledger.supersteps_without_record() == 4);
  REQUIRE(ledger.regions().size() == 2);
  CHECK(ledger.regions()[0].steps == 1);
  CHECK(ledger.regions()[0].supersteps == 4);
  CHECK(ledger.regions()[1].name == "supersteps");
  CHECK(ledger.regions()[1].steps == 0);
  CHECK(ledger.regions()[1].supersteps == 4);
  // A put and the request of a get, then what it brings.
  CHECK(ledger.regions()[1].superstep_charge == 2 * (2 + 1));
  CHECK(ledger.regions()[1].total_charge() == ledger.superstep_charge());
  CHECK(ledger.regions()[0].total_charge() == ledger.total_charge());
  const Ledger before = ledger;
  supersteps();
  const Ledger between = machine.ledger() - before;
  REQUIRE(between.regions().size() == 2);
  CHECK(between.regions()[0].supersteps == 2);
  CHECK(between.regions()[1].superstep_charge == 3);
}

TEST_CASE("what a process sends to its own component is of no line, and lines share a charge by words") {
  Machine machine({.components = 2, .network = "router:g=3,l=5"});
  machine.spmd(4, [](bsp::Process self) -> Task<> {
    auto cells = self.coarray<std::uint64_t>(6, 0, "cells");
    const std::vector<std::uint64_t> three(3, 1);
    cells(self.id() ^ 1U).put(0, three);                    // the other process of its component
    if (self.id() == 0) cells(2).put(0, three);             // 3 words
    if (self.id() == 1) self.queue<int>("few").send(3, 1);  // 1 word
    if (self.id() == 2) {
      const auto four = cells(0).get(0, 4);  // a request of 1 word, 4 words back
      co_await self.sync();
      CHECK(four.values().size() == 4);
      co_return;
    }
    co_await self.sync();
  });
  const auto& lines = machine.ledger().transfers();
  REQUIRE(lines.size() == 3);
  REQUIRE(machine.ledger().superstep_records().size() == 1);
  const SuperstepRecord& superstep = machine.ledger().superstep_records()[0];
  CHECK(superstep.words == 9);
  CHECK(superstep.charge == 3 * 4 + 5);
  CHECK(superstep.charge_back == 3 * 4 + 5);
  CHECK(lines[0].words == 3);
  CHECK(lines[0].charge == doctest::Approx(17 * 3.0 / 5));
  CHECK(lines[1].subject == "few");
  CHECK(lines[1].words == 1);
  CHECK(lines[1].charge == doctest::Approx(17 * 1.0 / 5));
  CHECK(lines[2].operation == "get");
  CHECK(lines[2].messages == 2);
  CHECK(lines[2].words == 5);
  CHECK(lines[2].charge == doctest::Approx(17 * 1.0 / 5 + 17));
}

TEST_CASE("tags are many, and each has its total") {
  Machine machine({.components = 2, .ledger = LedgerDetail::totals});
  machine.spmd([](bsp::Process self) -> Task<> {
    for (int round = 0; round < 3; ++round) {
      for (int k = 0; k < 40; ++k) {
        self.work(static_cast<std::uint64_t>(k));
        co_await self.sync("tag " + std::to_string(k));
      }
    }
  });
  const auto& totals = machine.ledger().superstep_totals();
  REQUIRE(totals.size() == 40);
  for (std::uint64_t k = 0; k < 40; ++k) {
    CHECK(totals[k].tag == "tag " + std::to_string(k));
    CHECK(totals[k].supersteps == 3);
    CHECK(totals[k].work == 6 * k);
    CHECK(totals[k].largest_work == 3 * k);
    CHECK(totals[k].cost() == 3 * k);
  }
}

TEST_CASE("networks that are told every message carry its words") {
  struct Case {
    const char* network;
    std::uint64_t charge;
  };
  // One message of 10 words from component 0 to 1.
  for (const Case& one : {Case{"router", 10}, Case{"bus", 10}, Case{"shared-memory:4", 10}, Case{"ocpc", 10},
                          Case{"ring:8", 10}, Case{"ideal", 1}}) {
    Machine machine({.components = 8, .network = one.network});
    machine.spmd([](bsp::Process self) -> Task<> {
      const std::vector<std::uint64_t> values(10, 1);
      if (self.id() == 0) self.queue<std::uint64_t>().send(1, values);
      co_await self.sync();
    });
    CAPTURE(one.network);
    CHECK(machine.ledger().superstep_charge() == one.charge);
  }
}

TEST_CASE("a superstep in which nothing travels costs the latency of the network's ports: w + g h + l with h = 0") {
  struct Case {
    const char* network;
    std::uint64_t gap;
    std::uint64_t latency;
    bool ports;  ///< ports alone decide what a message costs
  };
  for (const Case& one : {Case{"router", 1, 0, true}, Case{"router:g=3,l=7", 3, 7, true}, Case{"ideal", 0, 1, true},
                          Case{"torus:2x2", 0, 0, false}, Case{"bus", 0, 0, false}, Case{"ocpc", 0, 0, false},
                          Case{"shared-memory:2", 0, 0, false}}) {
    for (const unsigned threads : {1U, 2U, 3U, 8U}) {
      CAPTURE(one.network);
      CAPTURE(threads);
      const testing::ForcedWorkers all_workers;
      Machine machine({.components = 4, .network = one.network, .access = "direct", .threads = threads});
      const auto array = machine.array<int>(4, 1);
      const auto region = machine.region("all");
      machine.spmd(8, [&](bsp::Process self) -> Task<> {  // two on a component
        auto cells = self.coarray<std::uint64_t>(2);
        co_await self.sync("nothing");
        self.work(3);
        co_await self.sync("work");
        cells(self.id() ^ 1U)[0] = 1;
        const auto ahead = cells(self.id() ^ 1U)[0].get();
        co_await self.sync("own component");
        CHECK(ahead.value() == 0);
        const auto one_cell = self.read(array, 0);
        co_await self.sync("shared");
        CHECK(one_cell.value() == 1);
        cells((self.id() + 2) % 8)[0] = 1;
        co_await self.sync("put");
        const auto pair = co_await self.split(self.id() / 2, "split");  // on one component, too
        co_await pair.sync("pairs");
      });
      const auto& records = machine.ledger().superstep_records();
      REQUIRE(records.size() == 7);
      std::uint64_t all = 0;
      for (const SuperstepRecord& record : records) {
        CAPTURE(record.tag);
        all += record.charge;
        CHECK(record.charge_back == 0);
        if (record.tag == "put") {
          CHECK(record.charge > 0);
          if (one.ports) CHECK(record.charge == one.gap * 2 + one.latency);
        } else {
          CHECK(record.messages == 0);
          CHECK(record.charge == (record.tag == "shared" ? 0 : one.latency));
        }
        CHECK((record.shared.charge > 0) == (record.tag == "shared"));
      }
      const Ledger& ledger = machine.ledger();
      CHECK(ledger.superstep_charge() == all);
      CHECK(ledger.regions()[0].superstep_charge == all);
      // Lines share the charge of what travelled, and no other.
      REQUIRE(ledger.transfers().size() == 1);
      CHECK(ledger.transfers()[0].charge == static_cast<double>(all - 5 * one.latency));
    }
  }
}

}  // namespace pram
