#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <pram/pram.hpp>

#include "../../../support/every_machine.hpp"
#include "../../thrown.hpp"

/// Different operators on one cell in one step: a breach, wherever their requests would meet.
namespace pram::mixed_operators {

namespace {

using testing::contains;
using testing::on_every_machine;
using testing::thrown;

/// The larger of two numbers, whose greatest bits count; and the smaller.
struct High {
  static constexpr const char* name = "high";
  static int apply(int a, int b) { return a < b ? b : a; }
  static int identity() { return 0; }
};
struct Low {
  static constexpr const char* name = "low";
  static int apply(int a, int b) { return a < b ? a : b; }
  static int identity() { return 1000; }
};
struct OtherLow {
  static constexpr const char* name = "low";
  static int apply(int a, int b) { return b < a ? b : a + 0 * b; }
  static int identity() { return 2000; }
};

using Cells = Array<int>;

/// What one processor asks of a cell, and the line on which it does.
struct Ask {
  std::string name;
  Task<> (*request)(const Cells&, std::uint64_t, int);
};

Task<> combine_high(const Cells& cells, std::uint64_t at, int v) { co_await cells[at].combine(High{}, v); }
Task<> combine_low(const Cells& cells, std::uint64_t at, int v) { co_await cells[at].combine(Low{}, v); }
Task<> fetch_high(const Cells& cells, std::uint64_t at, int v) { co_await cells[at].fetch_combine(High{}, v); }
Task<> fetch_low(const Cells& cells, std::uint64_t at, int v) { co_await cells[at].fetch_combine(Low{}, v); }
Task<> prefix_high(const Cells& cells, std::uint64_t at, int v) { co_await cells[at].multiprefix_combine(High{}, v); }
Task<> prefix_low(const Cells& cells, std::uint64_t at, int v) { co_await cells[at].multiprefix_combine(Low{}, v); }
Task<> other_low(const Cells& cells, std::uint64_t at, int v) { co_await cells[at].combine(OtherLow{}, v); }
Task<> add(const Cells& cells, std::uint64_t at, int v) { co_await cells[at].add(v); }
Task<> fetch_max(const Cells& cells, std::uint64_t at, int v) { co_await cells[at].fetch_max(v); }
Task<> write(const Cells& cells, std::uint64_t at, int v) { co_await (cells[at] = v); }

const std::vector<std::pair<Ask, Ask>> mixed = {
    {{"high", combine_high}, {"low", combine_low}},
    {{"high", combine_high}, {"fetch_low", fetch_low}},
    {{"fetch_high", fetch_high}, {"fetch_low", fetch_low}},
    {{"multiprefix_high", prefix_high}, {"multiprefix_low", prefix_low}},
    {{"multiprefix_low", prefix_low}, {"low", combine_low}},
    {{"add", add}, {"low", combine_low}},
    {{"fetch_max", fetch_max}, {"fetch_high", fetch_high}},
    {{"add", add}, {"fetch_max", fetch_max}},
    {{"write", write}, {"add", add}},
    {{"low", combine_low}, {"low", other_low}},
};

}  // namespace

TEST_CASE("different operators on one cell in one step are a breach that names both, on every protocol") {
  on_every_machine({}, [](const MachineOptions& options) {
    for (const auto& [first, second] : mixed) {
      CAPTURE(first.name);
      CAPTURE(second.name);
      Machine machine(options);
      const auto cells = machine.array<int>(50, 7, "cells");
      const auto error = thrown<ConflictError>([&] {
        machine.pardo(48, [&](Processor self) -> Task<> {
          // Processors 11 and 30 ask for cell 13 on different components, and on 3 and 4 two more of the first's kind.
          const std::uint64_t i = self.id();
          if (i == 3 || i == 4 || i == 11) co_await first.request(cells, 13, 9);
          if (i == 30) co_await second.request(cells, 13, 3);
          if (i > 40) co_await cells[i];
        });
      });
      CHECK(error.facts.array == "cells");
      CHECK(error.facts.index == 13);
      CHECK(error.facts.processors[0] == 3);
      CHECK(error.facts.processors[1] == 30);
      CHECK(error.facts.operations[0] == first.name);
      CHECK(error.facts.operations[1] == second.name);
      CHECK(error.facts.lines[0].line != error.facts.lines[1].line);
      CHECK(contains(error.what(), "processor 3 (" + first.name + ", "));
      CHECK(contains(error.what(), "processor 30 (" + second.name + ", "));
      CHECK(contains(error.what(), first.name == second.name ? "two operators of one name" : "mixed operations"));
      CHECK(cells.host() == std::vector<int>(50, 7));
    }
  });
}

TEST_CASE("they are found within one component too, and among processors in turn") {
  on_every_machine({}, [](const MachineOptions& options) {
    Machine machine(options);
    const auto cells = machine.array<int>(4, 50, "cells");
    const auto error = thrown<ConflictError>([&] {
      machine.pardo(400, [&](Processor self) -> Task<> {
        const int v = static_cast<int>(self.id());
        if (self.id() % 2 == 0) {
          co_await cells[2].combine(High{}, v);
        } else {
          co_await cells[2].combine(Low{}, v);
        }
      });
    });
    CHECK(error.facts.processors[0] == 0);
    CHECK(error.facts.processors[1] == 1);
    CHECK(cells.get(2) == 50);
  });
}

TEST_CASE("different operators on different cells of one step each do their own") {
  on_every_machine({}, [](const MachineOptions& options) {
    Machine machine(options);
    const auto cells = machine.array<int>(3, 50, "cells");
    const auto others = machine.array<int>(1, 100, "others");
    std::vector<int> before(200);
    machine.pardo(200, [&](Processor self) -> Task<> {
      const int v = static_cast<int>(self.id());
      switch (self.id() % 5) {
        case 0: co_await cells[0].combine(High{}, v); break;
        case 1: co_await cells[1].combine(Low{}, v); break;
        case 2: before[self.id()] = co_await cells[2].multiprefix_combine(High{}, v); break;
        case 3: before[self.id()] = co_await others[0].multiprefix_combine(Low{}, v); break;
        default: co_await cells[0].combine(High{}, v - 1);
      }
    });
    CHECK(cells.host() == std::vector<int>{198, 1, 197});
    CHECK(others.get(0) == 3);
    for (int i = 2; i < 200; i += 5) CHECK(before[static_cast<std::size_t>(i)] == std::max(50, i - 5));
    for (int i = 3; i < 200; i += 5) CHECK(before[static_cast<std::size_t>(i)] == (i == 3 ? 100 : 3));
  });
}

TEST_CASE(
    "many processors that write and many that add in one step, each to cells of their own, all get what they ask") {
  on_every_machine({}, [](const MachineOptions& options) {
    constexpr int half = 6000;
    Machine machine(options);
    const auto cells = machine.array<int>(2 * half, 5, "cells");
    // Each of the two lines has whole chunks of processors: all that it asks stands in one place.
    machine.pardo(2 * half, [&](Processor self) -> Task<> {
      const int i = static_cast<int>(self.id());
      if (i < half) {
        co_await (cells[self.id()] = i);
      } else {
        co_await cells[self.id()].add(i);
      }
    });
    std::vector<int> expected(2 * half);
    for (int i = 0; i < 2 * half; ++i) expected[static_cast<std::size_t>(i)] = i < half ? i : i + 5;
    CHECK(cells.host() == expected);
  });
}

TEST_CASE("a conflict of reads and writes names what each asked for") {
  Machine machine({.components = 4, .rule = Rule::erew});
  const auto cells = machine.array<int>(2, 0, "cells");
  const auto error = thrown<ConflictError>([&] {
    machine.pardo(2, [&](Processor self) -> Task<> {
      if (self.id() == 0) {
        co_await cells[1];
      } else {
        co_await (cells[1] = 4);
      }
    });
  });
  CHECK(error.facts.operations[0] == "read");
  CHECK(error.facts.operations[1] == "write");
  CHECK(contains(error.what(), "cells[1], processor 0 (read, mixed_operators_test.cpp:"));
}

}  // namespace pram::mixed_operators
