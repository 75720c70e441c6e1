#include <cstdint>
#include <set>
#include <string>

#include <doctest/doctest.h>

#include <pram/pram.hpp>

#include "../all_workers.hpp"
#include "../thrown.hpp"

namespace pram {

TEST_CASE("arbitrary: every one of several processes that put into an element wins for some seed") {
  std::set<std::uint64_t> winners;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    std::uint64_t winner = 0;
    Machine machine({.components = 4, .threads = 1, .seed = seed});
    machine.spmd([&](bsp::Process self) -> Task<> {
      auto cell = self.coarray<std::uint64_t>(1);
      cell(0)[0] = self.id() + 1;
      co_await self.sync();
      if (self.id() == 0) winner = cell[0];
    });
    winners.insert(winner);
  }
  CHECK(winners == std::set<std::uint64_t>{1, 2, 3, 4});
}

TEST_CASE("exclusive and common rules report conflicting puts with superstep, tag, processes and lines") {
  const auto conflict = [](Rule rule, unsigned threads) {
    const testing::AllWorkers all_workers;
    Machine machine({.components = 8, .rule = rule, .threads = threads});
    const auto error = testing::thrown<ConflictError>([&] {
      machine.spmd([](bsp::Process self) -> Task<> {
        auto cells = self.coarray<int>(4, 0, "cells");
        co_await self.sync();
        if (self.id() >= 3) cells(5)[2] = static_cast<int>(self.id());
        co_await self.sync("clash");
      });
    });
    CHECK(error.facts.array == "cells");
    CHECK(error.facts.index == 2);
    CHECK(error.facts.processors[0] == 3);
    CHECK(error.facts.processors[1] == 4);
    CHECK(error.facts.lines[0] == error.facts.lines[1]);
    CHECK(error.facts.step == 2);
    CHECK(testing::contains(error.what(), "\"clash\""));
    CHECK(testing::contains(error.what(), "process 5"));
    CHECK(testing::is_one_line(error.what()));
    machine.spmd([](bsp::Process self) -> Task<> {
      auto cells = self.coarray<int>(1, 7);
      cells((self.id() + 1) % 8)[0] = 3;
      co_await self.sync();
      CHECK(cells[0] == 3);
    });
    return std::string(error.what());
  };
  for (const Rule rule : {Rule::erew, Rule::crew, Rule::common}) {
    const std::string first = conflict(rule, 1);
    for (const unsigned threads : {2U, 3U, 8U}) CHECK(conflict(rule, threads) == first);
  }
  Machine machine({.components = 8, .rule = Rule::common});
  machine.spmd([](bsp::Process self) -> Task<> {
    auto zero = self.coarray<double>(1, 1.0);
    zero(0)[0] = self.id() % 2 == 0 ? 0.0 : -0.0;  // equal numbers
    co_await self.sync();
    if (self.id() == 0) CHECK(zero[0] == 0.0);
  });
}

}  // namespace pram
