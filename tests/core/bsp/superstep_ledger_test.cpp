#include <cstdint>
#include <vector>

#include <doctest/doctest.h>

#include <pram/pram.hpp>

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
    if (line.operation == "put") {
      CHECK(line.subject == "cells");
      CHECK(line.messages == 2 * 4 * 3);
      CHECK(line.words == 2 * 4 * 3 * 3);
    } else if (line.operation == "get") {
      CHECK(line.subject == "cells");
      CHECK(line.messages == 2 * 4);
    } else {
      CHECK(line.operation == "send");
      CHECK(line.subject == "numbers");
      CHECK(line.messages == 2 * 4);
      CHECK(line.words == 2 * 4);
    }
  }
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
      self.queue<int>().send(1 - self.id(), 1);
      co_await self.sync("round");
    });
  };
  round();
  const Ledger before = machine.ledger();
  round();
  round();
  const Ledger between = machine.ledger() - before;
  CHECK(between.supersteps() == 2);
  CHECK(between.superstep_charge() == 2);
  REQUIRE(between.superstep_records().size() == 2);
  CHECK(between.superstep_records()[0].superstep == 2);
  REQUIRE(between.transfers().size() == 1);
  CHECK(between.transfers()[0].messages == 4);
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

}  // namespace pram
