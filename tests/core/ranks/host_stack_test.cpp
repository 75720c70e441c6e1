#include <doctest/doctest.h>

#include <fmt/format.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <string>
#include <thread>
#include <vector>

#include <pram/detail/ranks/transport.hpp>
#include <pram/pram.hpp>

#include "../../support/thread_ranks.hpp"
#include "../thrown.hpp"
#include "outcome.hpp"

/// What processors change of host code's variables, of which each rank has its own.
namespace pram {

namespace {

using detail::this_rank;
using testing::contains;
using testing::error_of;
using testing::on_ranks;

/// Whether the variables of functions stand on the stack: a sanitizer may keep them elsewhere.
bool variables_on_stack() {
  const volatile std::array<char, 64> local{};
  const auto here = reinterpret_cast<std::uintptr_t>(&local);
  const auto frame = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
  return frame > here && frame - here < 65536;
}

/// One rank lets a program do what several refuse, in a line that names this file.
template <class Program>
void check_refused(const Program& program) {
  CHECK(error_of(program).empty());
  if (!variables_on_stack()) return;
  for (const unsigned ranks : {2U, 4U}) {
    CAPTURE(ranks);
    for (const std::string& one : on_ranks(ranks, [&] { return error_of(program); })) {
      CHECK_MESSAGE(contains(one,
                             "Error processors changed a variable of the host's stack in the call at "
                             "host_stack_test.cpp:"),
                    one);
    }
  }
}

template <class Program>
void check_allowed(const Program& program) {
  CHECK(error_of(program).empty());
  for (const unsigned ranks : {2U, 4U}) {
    for (const std::string& one : on_ranks(ranks, [&] { return error_of(program); })) CHECK(one.empty());
  }
}

}  // namespace

TEST_CASE("processors that change a variable of the host's stack are refused on several ranks") {
  check_refused([] {
    Machine machine({.components = 8});
    const auto cells = machine.array<int>(16, 2, "cells");
    int last = 0;
    machine.pardo(16, [&](Processor self) -> Task<> {
      const int value = co_await cells[self.id()];
      if (self.id() == 15) last = value;
    });
    return last;
  });
  check_refused([] {
    Machine machine({.components = 8});
    std::array<int, 16> results{};
    machine.pardo(16, [&](Processor self) -> Task<> {
      co_await self.idle();
      results[self.id()] = static_cast<int>(self.id()) + 1;
    });
    return results[3];
  });
  check_refused([] {
    Machine machine({.components = 8});
    int first = 0;
    const Processors all = machine.processors(16);
    all.compute([&](std::uint64_t i) {
      if (i == 0) first = 7;
    });
    return first;
  });
  check_refused([] {
    Machine machine({.components = 8});
    const auto cells = machine.array<int>(16, 2, "cells");
    bool some = false;
    const Processors all = machine.processors(16);
    all.read(cells, own_cell, [&](std::uint64_t i, int) {
      if (i == 15) some = true;
    });
    return some;
  });
  check_refused([] {
    Machine machine({.components = 8});
    const auto cells = machine.array<int>(16, 2, "cells");
    bool some = false;
    const Processors all = machine.processors(16);
    all.write(
        cells, [](std::uint64_t i) { return 15 - i; },
        [&](std::uint64_t i) {
          if (i == 3) some = true;
          return static_cast<int>(i);
        });
    return some;
  });
}

TEST_CASE("a step of which processors have changed the host's stack is taken back") {
  if (!variables_on_stack()) return;
  for (const std::string& one : on_ranks(3, [] {
         Machine machine({.components = 8});
         const auto cells = machine.array<int>(16, 2, "cells");
         const Processors all = machine.processors(16);
         int some = 0;
         std::string text =
             error_of([&] { all.write(cells, own_cell, [&](std::uint64_t i) { return i == 9 ? ++some : 5; }); });
         text.resize(20);
         for (const int value : cells.host()) text += fmt::format(" {}", value);
         all.write(cells, own_cell, 6);  // goes on
         return text + fmt::format(" {} {}", cells.get(9), machine.ledger().steps());
       })) {
    CHECK(one == "Error processors cha 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 6 1");
  }
}

TEST_CASE("host code changes its variables between pardos, and in what it has the machine report") {
  check_allowed([] {
    Machine machine({.components = 8});
    const auto cells = machine.array<int>(16, 2, "cells");
    std::vector<int> results(16);
    std::uint64_t reports = 0;
    std::uint64_t sum = 0;
    machine.on_progress([&](std::uint64_t steps) { reports += steps + 1; });
    for (int round = 0; round < 3; ++round) {
      machine.pardo(16, [&](Processor self) -> Task<> {
        results[self.id()] += co_await cells[self.id()];
        if (self.id() % 8 == 0) std::this_thread::sleep_for(std::chrono::milliseconds(120));
        co_await (cells[self.id()] = results[self.id()]);
      });
      const Processors all = machine.processors(16);
      auto mine = all.registers<int>(round);
      Registers<int> replies = all.read(cells, own_cell);
      all.compute([&](std::uint64_t i) { mine[i] += replies[i]; });
      all.write(cells, own_cell, mine);
      all.end_where([&](std::uint64_t i) { return i % 2 == 0; });
      sum += all.live();
    }
    CHECK(reports > 0);
    CHECK(sum == 24);
  });
}

}  // namespace pram
