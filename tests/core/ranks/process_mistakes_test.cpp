#include <doctest/doctest.h>

#include <fmt/format.h>

#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include <pram/detail/ranks/transport.hpp>
#include <pram/pram.hpp>

#include "../../contains.hpp"
#include "same_error.hpp"

/// What BSP processes do wrong on one of several ranks, and how all of them end.
namespace pram {

namespace {

using detail::this_rank;
using testing::on_ranks;
using testing::same_error_on_ranks;
using testing::what_is_thrown;

}  // namespace

TEST_CASE("what processes of several ranks do wrong is thrown on all, as in one process") {
  const auto says = [](std::uint64_t processes, const auto& body, const std::string& part) {
    const std::string said = same_error_on_ranks([&] {
      MachineOptions options{.components = 8};
      options.max_steps = 20;
      Machine machine(options);
      machine.spmd(processes, body);
    });
    CHECK_MESSAGE(testing::contains(said, part), said);
  };
  says(
      30,
      [](bsp::Process self) -> Task<> {
        co_await self.sync("fine");
        if (self.id() == 27 || self.id() == 13) throw std::runtime_error("as asked");
        co_await self.sync();
      },
      "process 13 failed");
  says(
      9,
      [](bsp::Process self) -> Task<> {
        for (;;) co_await self.sync();
      },
      "20 supersteps");
  says(
      9,
      [](bsp::Process self) -> Task<> {
        auto cells = self.coarray<int>(1, 0, "cells");
        cells(3)[0] = static_cast<int>(self.id());
        co_await self.sync();
        if (self.id() == 8) cells(2)[0] = 1;
        co_await self.sync();
        auto far = self.coarray<int>(2, 0, "far");
        if (self.id() > 4) far(self.id() - 4)[2 + self.id() % 2] = 1;
        co_await self.sync("late");
      },
      "process 5 puts into far[3] of process 1");
  says(
      12,
      [](bsp::Process self) -> Task<> {
        if (self.id() < 6) {
          (void)self.queue<int>("numbers");
        } else if (self.id() > 9) {
          (void)self.queue<double>("numbers");
        }
        co_await self.sync();
      },
      "process 10 asks for queue");
  says(
      12,
      [](bsp::Process self) -> Task<> {
        if (self.id() == 11) {
          auto wide = self.coarray<double>(1);
          co_await self.sync();
        } else {
          auto narrow = self.coarray<int>(1, 0, "narrow");
          if (self.id() == 11 - 3) throw std::runtime_error("before the mistake of the last");
          co_await self.sync();
        }
      },
      "process 8 failed");
  says(
      12,
      [](bsp::Process self) -> Task<> {
        std::vector<int> values(1);
        if (self.id() % 4 == 3) {
          co_await bsp::broadcast(self, values, 0, {.algorithm = bsp::Algorithm::two_phase});
        } else {
          co_await self.sync();
          co_await self.sync();
        }
      },
      "is in the midst of a collective");
  says(
      5,
      [](bsp::Process self) -> Task<> {
        if (self.id() == 4) {
          (void)self.sync("lost");
        } else {
          co_await self.sync();
        }
      },
      "process 4 makes a sync \"lost\"");
  says(
      7,
      [](bsp::Process self) -> Task<> {
        const bsp::Process part = co_await self.split(self.id() % 3);
        if (self.id() == 6) co_return;
        co_await part.sync("third");
        co_await self.sync("whole");
      },
      "has ended");
}

TEST_CASE("of puts of several ranks that a rule forbids the first is named on all") {
  for (const Rule rule : {Rule::erew, Rule::common}) {
    const std::string said = same_error_on_ranks([&] {
      Machine machine({.components = 8, .rule = rule});
      machine.spmd(9, [](bsp::Process self) -> Task<> {
        auto cells = self.coarray<int>(2, 0, "cells");
        if (self.id() > 1) cells(self.id() % 2 == 0 ? 0 : 8)[1] = static_cast<int>(self.id());
        co_await self.sync();
      });
    });
    CHECK_MESSAGE(testing::contains(said, "cells[1]"), said);
    CHECK_MESSAGE(testing::contains(said, "4 (put"), said);
  }
}

TEST_CASE("a stop that one rank is asked for ends its processes and those of the others after the same superstep") {
  const auto outcomes = on_ranks(3, [] {
    Machine machine({.components = 8});
    std::string said = what_is_thrown([&] {
      machine.spmd(16, [&](bsp::Process self) -> Task<> {
        for (int round = 0;; ++round) {
          if (round == 5 && self.id() == 9) machine.request_stop();
          co_await self.sync();
        }
      });
    });
    return said + fmt::format(" {}", machine.ledger().supersteps());
  });
  CHECK(testing::contains(outcomes[0], "stopped on request after step 5"));
  for (const std::string& one : outcomes) CHECK(one == outcomes[0]);
}

TEST_CASE("ranks that run different processes are told so") {
  const auto outcomes = on_ranks(3, [] {
    Machine machine({.components = 8});
    return what_is_thrown(
        [&] { machine.spmd(this_rank() == 1 ? 9 : 8, [](bsp::Process self) -> Task<> { co_await self.sync(); }); });
  });
  for (const std::string& one : outcomes) {
    CHECK_MESSAGE(testing::contains(one, "ranks part ways: rank 1 is at call 2, a run of 9 processes at"), one);
    CHECK(one == outcomes[0]);
  }
}

}  // namespace pram
