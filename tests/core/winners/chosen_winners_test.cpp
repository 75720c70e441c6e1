#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <pram/pram.hpp>
#include <pram/winners.hpp>
#include "support.hpp"
#include "support/forced.hpp"

// Who wins where writers differ can be chosen, on every machine and for every form of a step.
namespace pram::testing {

namespace {

using Values = std::vector<std::int64_t>;

/// A conflict as a chooser has had it.
struct Asked {
  std::uint64_t step;
  std::string array;
  std::uint64_t index;
  std::vector<std::int64_t> values;
  std::vector<std::uint64_t> writers;

  friend bool operator==(const Asked&, const Asked&) = default;
};

/// Takes the value at a drawn position, the same for equal conflicts, and keeps what it was asked.
class DrawnWinners final : public WinnerChooser {
 public:
  std::size_t winner(const Conflict& conflict) override {
    Asked one{conflict.step, conflict.array, conflict.index, {}, {}};
    for (const Word value : conflict.values) one.values.push_back(static_cast<std::int64_t>(value));
    one.writers.assign(conflict.writers.begin(), conflict.writers.end());
    asked.push_back(one);
    return (conflict.step * 7 + conflict.index * 13 + conflict.array.size()) % conflict.values.size();
  }
  std::vector<Asked> asked;
};

/// What a processor writes in a step: array 0 or 1, a cell, a value.
struct Write {
  std::uint64_t array;
  std::uint64_t index;
  std::int64_t value;
};

constexpr std::uint64_t processors = 40;
constexpr std::uint64_t steps = 4;
constexpr std::uint64_t cells = 7;

Write write_of(std::uint64_t processor, std::uint64_t step) {
  const std::uint64_t mixed = (processor * 2654435761U + step * 40503U + seed() * 97) >> 3;
  return {mixed % 2, mixed / 2 % cells, static_cast<std::int64_t>(mixed / 16 % 5) - 2};
}

struct Found {
  std::vector<Asked> asked;
  Values first;
  Values second;

  friend bool operator==(const Found&, const Found&) = default;
};

/// The conflicts and the cells that they leave, worked out cell by cell.
Found expected() {
  Found found{{}, Values(cells, 9), Values(cells, 9)};
  DrawnWinners chooser;
  const std::string names[] = {"first", "second"};
  for (std::uint64_t step = 1; step <= steps; ++step) {
    for (std::uint64_t array = 0; array < 2; ++array) {
      for (std::uint64_t index = 0; index < cells; ++index) {
        Asked one{step, names[array], index, {}, {}};
        for (std::uint64_t processor = 0; processor < processors; ++processor) {
          const Write write = write_of(processor, step);
          if (write.array != array || write.index != index || std::ranges::count(one.values, write.value) > 0) continue;
          one.values.push_back(write.value);
          one.writers.push_back(processor);
        }
        if (one.values.empty()) continue;
        std::size_t winner = 0;
        if (one.values.size() > 1) {
          const std::vector<Word> words(one.values.begin(), one.values.end());
          winner = chooser.winner({step, names[array], index, words, one.writers});
        }
        (array == 0 ? found.first : found.second)[index] = one.values[winner];
      }
    }
  }
  found.asked = chooser.asked;
  return found;
}

Found found_by(const MachineOptions& options) {
  DrawnWinners chooser;
  const ChosenWinners chosen(chooser);
  Machine machine(options);
  const auto first = machine.array<std::int64_t>(cells, 9, "first");
  const auto second = machine.array<std::int64_t>(cells, 9, "second");
  machine.pardo(processors, [&](Processor self) -> Task<> {
    for (std::uint64_t step = 1; step <= steps; ++step) {
      const Write write = write_of(self.id(), step);
      co_await ((write.array == 0 ? first : second)[write.index] = write.value);
    }
  });
  CHECK(machine.ledger().models().front() == "CRCW");
  return {chooser.asked, first.host(), second.host()};
}

/// Throws where it is asked.
struct Refusing final : WinnerChooser {
  std::size_t winner(const Conflict&) override { throw std::runtime_error("no winner"); }
};

/// Says what no position is.
struct Outside final : WinnerChooser {
  std::size_t winner(const Conflict& conflict) override { return conflict.values.size(); }
};

/// All processors write their numbers to cell 0.
void write_numbers(Machine& machine, const Array<std::uint64_t>& cell, std::uint64_t count) {
  machine.pardo(count, [&](Processor self) -> Task<> { co_await (cell[0] = self.id()); });
}

}  // namespace

TEST_CASE("the winners that a chooser names stand, on every machine, and nothing else is asked") {
  const Found right = expected();
  REQUIRE(right.asked.size() > 10);
  for (const char* const network : {"ideal", "router", "torus:4x4"}) {
    for (const char* const access : {"direct", "combining", "adaptive"}) {
      for (const unsigned threads : {1U, 2U, 3U, 8U}) {
        const Found found = found_by({.components = 16, .network = network, .access = access, .threads = threads});
        CHECK_MESSAGE(found == right, network << " " << access << " " << threads);
      }
    }
  }
  const ForcedWorkers spread;
  CHECK(found_by({.components = 16, .network = "ideal", .access = "direct", .threads = 3}) == right);
}

TEST_CASE("winners are chosen in data-parallel steps, and BSP processes are refused") {
  DrawnWinners chooser;
  const ChosenWinners chosen(chooser);
  Machine machine({.components = 4, .network = "ideal", .access = "direct"});
  const auto cell = machine.array<std::int64_t>(2, 0, "cell");
  auto all = machine.processors(6);
  all.write(
      cell, [](std::uint64_t i) { return i % 2; }, [](std::uint64_t i) { return static_cast<std::int64_t>(i / 4); });
  const std::vector<Asked> right = {{1, "cell", 0, {0, 1}, {0, 4}}, {1, "cell", 1, {0, 1}, {1, 5}}};
  CHECK(chooser.asked == right);
  CHECK(cell.host() == Values{(7 + 4) % 2, (7 + 13 + 4) % 2});

  // What their puts leave is drawn otherwise.
  chooser.asked.clear();
  CHECK_THROWS_WITH_AS(machine.spmd(2, [](bsp::Process self) -> Task<> { co_await self.sync(); }),
                       doctest::Contains("BSP"), ConfigError);
  CHECK(chooser.asked.empty());
}

TEST_CASE("equal values are one choice, and other rules leave none") {
  Refusing chooser;
  const ChosenWinners chosen(chooser);
  for (const Rule rule : {Rule::arbitrary, Rule::priority, Rule::tolerant, Rule::collision, Rule::sum, Rule::common}) {
    Machine machine({.components = 4, .rule = rule});
    const auto cell = machine.array<std::uint64_t>(1, 5, "cell");
    machine.pardo(6, [&](Processor self) -> Task<> {
      co_await (cell[0] = rule == Rule::arbitrary || rule == Rule::common ? 3 : self.id());
    });
  }
  Machine machine({.components = 4, .rule = Rule::priority});
  const auto halves = machine.array<double>(1, 1.0, "halves");
  // Zeros of both signs are equal as numbers, under a rule of the pardo's own, too.
  machine.pardo(2, Rule::arbitrary,
                [&](Processor self) -> Task<> { co_await (halves[0] = self.id() == 0 ? 0.0 : -0.0); });
  CHECK(halves.get(0) == 0.0);
}

TEST_CASE("a step whose winner is refused leaves nothing, and machines made before or after ask nobody") {
  Machine before({.components = 4});
  const auto untouched = before.array<std::uint64_t>(1, 5, "cell");
  Refusing refusing;
  Outside outside;
  {
    const ChosenWinners chosen(refusing);
    Machine machine({.components = 4});
    const auto cell = machine.array<std::uint64_t>(1, 5, "cell");
    CHECK_THROWS_WITH_AS(write_numbers(machine, cell, 3), "no winner", std::runtime_error);
    CHECK(cell.get(0) == 5);
    CHECK(machine.ledger().steps() == 0);
    write_numbers(before, untouched, 3);
    const ChosenWinners inner(outside);
    Machine other({.components = 4});
    const auto another = other.array<std::uint64_t>(1, 5, "cell");
    CHECK_THROWS_WITH_AS(write_numbers(other, another, 3),
                         "WinnerChooser::winner() says 3 where 3 different values are written", Error);
    CHECK(another.get(0) == 5);
    write_numbers(other, another, 1);
    CHECK(another.get(0) == 0);
  }
  Machine after({.components = 4});
  write_numbers(after, after.array<std::uint64_t>(1, 5, "cell"), 3);
  CHECK(after.ledger().steps() == 1);
}

}  // namespace pram::testing
