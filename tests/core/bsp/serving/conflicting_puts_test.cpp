#include <algorithm>
#include <atomic>
#include <cstdint>
#include <functional>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include <pram/pram.hpp>

#include "../../../support.hpp"
#include "../../../support/forced.hpp"
#include "../../thrown.hpp"

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
    const testing::ForcedWorkers all_workers;
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

namespace {

std::atomic<int> line_of_lowest = 0;  ///< of what process 0 puts last

/// A program of which process 0 leaves 5 in cells[1] of process 2.
std::string common_breach(unsigned threads,
                          const std::function<void(bsp::Process, bsp::Coarray<std::uint64_t>&)>& put) {
  const testing::ForcedWorkers all_workers;
  Machine machine({.components = 8, .rule = Rule::common, .threads = threads});
  try {
    machine.spmd([&](bsp::Process self) -> Task<> {
      auto cells = self.coarray<std::uint64_t>(3, 1, "cells");
      if (self.id() == 0) cells(2)[1] = 9;
      line_of_lowest = __LINE__ + 1;
      if (self.id() == 0) cells(2)[1] = 5;
      put(self, cells);
      co_await self.sync("agree");
      if (self.id() == 2) CHECK(cells[1] == 5);
    });
  } catch (const ConflictError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("common: processes agree if they leave the same value, whatever they have put before") {
  using Cells = bsp::Coarray<std::uint64_t>;
  const std::vector<std::uint64_t> many = {1, 5};
  const std::vector<std::uint64_t> other = {1, 6};
  struct Case {
    const char* name;
    std::function<void(bsp::Process, Cells&)> put;
    std::uint64_t dissenter;  ///< 0: there is none
  };
  const Case cases[] = {
      {"all leave what the lowest leaves, by other ways",
       [&](bsp::Process self, Cells& cells) {
         if (self.id() == 3) cells(2)[1] = 9;
         if (self.id() == 3) cells(2)[1] = 7;
         if (self.id() == 3) cells(2)[1] = 5;
         if (self.id() == 5) cells(2).put(0, other);
         if (self.id() == 5) cells(2).put(0, many);
       },
       0},
      {"one agrees at first, and leaves another value",
       [](bsp::Process self, Cells& cells) {
         if (self.id() == 4) cells(2)[1] = 5;
         if (self.id() == 4) cells(2)[1] = 6;
       },
       4},
      {"what the lowest has put first does not count",
       [](bsp::Process self, Cells& cells) {
         if (self.id() == 7) cells(2)[1] = 9;
       },
       7},
      {"of several that leave another value the lowest is named",
       [&](bsp::Process self, Cells& cells) {
         if (self.id() == 1) cells(2)[1] = 6;
         if (self.id() == 1) cells(2)[1] = 5;
         if (self.id() == 6) cells(2)[1] = 6;
         if (self.id() == 7) cells(2).put(0, other);
       },
       6},
  };
  for (const Case& one : cases) {
    CAPTURE(one.name);
    const std::string said = common_breach(1, one.put);
    CHECK((said.empty()) == (one.dissenter == 0));
    if (one.dissenter != 0) {
      CHECK(testing::contains(said,
                              "CRCW common breached in superstep 1 \"agree\": two processes leave different values in "
                              "an element of process 2 at cells[1], process 0 (put, conflicting_puts_test.cpp:" +
                                  std::to_string(line_of_lowest) + ") and process " + std::to_string(one.dissenter) +
                                  " (put, "));
      CHECK(testing::is_one_line(said));
    }
    for (const unsigned threads : {2U, 3U, 8U}) CHECK(common_breach(threads, one.put) == said);
  }
}

TEST_CASE("common: puts and writes of shared arrays are judged alike, the last of each process") {
  std::mt19937_64 random(testing::seed());
  for (int round = 0; round < 60; ++round) {
    // Per process the values that it leaves one after the other in one of two elements; mostly it ends with 1.
    std::vector<std::vector<std::pair<std::uint64_t, std::uint64_t>>> values(6);
    for (auto& mine : values) {
      for (std::uint64_t k = random() % 4; k > 0; --k) mine.emplace_back(random() % 2, random() % 3);
      for (std::uint64_t cell = 0; cell < 2 && !mine.empty(); ++cell) {
        if (random() % 8 != 0) mine.emplace_back(cell, 1);
      }
    }
    bool agree = true;
    for (std::uint64_t cell = 0; cell < 2; ++cell) {
      std::set<std::uint64_t> left;
      for (const auto& mine : values) {
        const auto last = std::find_if(mine.rbegin(), mine.rend(), [&](const auto& one) { return one.first == cell; });
        if (last != mine.rend()) left.insert(last->second);
      }
      agree = agree && left.size() < 2;
    }
    for (const bool shared : {false, true}) {
      for (const unsigned threads : {1U, 2U, 3U, 8U}) {
        CAPTURE(round);
        CAPTURE(shared);
        CAPTURE(threads);
        const testing::ForcedWorkers all_workers;
        Machine machine({.components = 6, .rule = Rule::common, .threads = threads});
        const auto array = machine.array<std::uint64_t>(2, 0);
        bool agreed = true;
        try {
          machine.spmd([&](bsp::Process self) -> Task<> {
            auto cells = self.coarray<std::uint64_t>(2);
            for (const auto& [cell, value] : values[self.id()]) {
              if (shared) {
                self.write(array[cell], value);
              } else {
                cells(3)[cell] = value;
              }
            }
            co_await self.sync();
          });
        } catch (const ConflictError&) {
          agreed = false;
        }
        CHECK(agreed == agree);
      }
    }
  }
}

}  // namespace pram
