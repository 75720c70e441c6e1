#include <cstdint>
#include <numeric>
#include <vector>

#include <doctest/doctest.h>

#include <pram/pram.hpp>

#include "../../support/forced.hpp"
#include "../thrown.hpp"
#include "thread_counts.hpp"

namespace pram {

TEST_CASE("a block may be memory of the program's own, which others reach and the machine does not take or free") {
  for (const unsigned threads : testing::thread_counts) {
    const testing::ForcedWorkers all_workers;
    Machine machine({.components = 8, .threads = threads});
    std::vector<std::vector<std::uint32_t>> own(8);
    for (std::uint64_t id = 0; id < 8; ++id) own[id].assign(id, 0);  // of different sizes, one of none
    std::vector<std::uint32_t> second(8);
    machine.spmd([&](bsp::Process self) -> Task<> {
      auto cells = self.coarray<std::uint32_t>(3, 7, "cells");
      cells.borrow(own[self.id()]);
      CHECK(cells.size() == self.id());
      for (const std::uint64_t target : self.others()) {
        if (self.id() < target) cells(target)[self.id()] = static_cast<std::uint32_t>(100 * self.id() + target);
      }
      co_await self.sync();
      CHECK((self.id() == 0 || cells.local().data() == own[self.id()].data()));
      // Another block from here on: puts of this superstep go there.
      cells.borrow({&second[self.id()], 1});
      cells((self.id() + 1) % 8)[0] = static_cast<std::uint32_t>(self.id()) + 1;
      co_await self.sync();
    });
    for (std::uint64_t id = 0; id < 8; ++id) {
      for (std::uint64_t k = 0; k < id; ++k) CHECK(own[id][k] == 100 * k + id);
      CHECK(second[id] == (id + 7) % 8 + 1);
    }
    const auto error = testing::thrown<Error>([&] {
      machine.spmd([&](bsp::Process self) -> Task<> {
        auto cells = self.coarray<std::uint32_t>(1, 0, "cells");
        cells.borrow(own[self.id()]);
        if (self.id() == 3) cells(5)[5] = 1;
        co_await self.sync();
      });
    });
    CHECK(testing::contains(error.what(), "process 3"));
    CHECK(testing::contains(error.what(), "5 elements"));
  }
}

TEST_CASE("what a get brings into the program's memory lies there after the sync, before the puts") {
  for (const unsigned threads : testing::thread_counts) {
    const testing::ForcedWorkers all_workers;
    Machine machine({.components = 6, .network = "router:g=2,l=5", .threads = threads});
    machine.spmd([&](bsp::Process self) -> Task<> {
      const auto id = static_cast<std::int64_t>(self.id());
      const std::uint64_t next = (self.id() + 1) % 6;
      const auto ahead = static_cast<std::int64_t>(next);
      auto cells = self.coarray<std::int64_t>(20);
      std::iota(cells.begin(), cells.end(), 100 * id);
      auto narrow = self.coarray<std::int8_t>(3, static_cast<std::int8_t>(-id));
      std::vector<std::int64_t> many(15, -1);
      std::int8_t one = 1;
      co_await self.sync();
      // Into its own block, too: all are read before one is written, and a put comes last.
      cells(next).get(4, many);
      cells(next).get(0, std::span(cells.begin(), 2));
      cells(next)[1] = -5;
      narrow(next).get(2, {&one, 1});
      cells(next).get(0, std::span<std::int64_t>());
      CHECK(many[0] == -1);
      co_await self.sync("gets");
      for (int k = 0; k < 15; ++k) CHECK(many[static_cast<std::size_t>(k)] == 100 * ahead + 4 + k);
      CHECK(cells[0] == 100 * ahead);
      CHECK(cells[1] == -5);
      CHECK(one == -ahead);
      co_await self.sync();
    });
    // Three requests and a put out; 15 + 2 + 1 words back.
    const SuperstepRecord& record = machine.ledger().superstep_records()[1];
    CHECK(record.charge == 2 * 4 + 5);
    CHECK(record.charge_back == 2 * 18 + 5);
    const std::uint64_t before = machine.memory_use().now;
    const auto error = testing::thrown<Error>([&] {
      machine.spmd([&](bsp::Process self) -> Task<> {
        auto cells = self.coarray<std::int64_t>(4);
        std::int64_t place[3];
        co_await self.sync();
        if (self.id() == 2) cells(3).get(2, place);
        co_await self.sync();
      });
    });
    CHECK(testing::contains(error.what(), "process 2 gets"));
    CHECK(machine.memory_use().now <= before + 4096);
  }
}

}  // namespace pram
