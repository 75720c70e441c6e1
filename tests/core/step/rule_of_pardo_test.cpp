#include <cstdint>
#include <string>
#include <vector>

#include <pram/pram.hpp>

#include "../../support/forced.hpp"
#include "../thrown.hpp"

namespace pram {

namespace {

using testing::contains;
using testing::thrown;

using Values = std::vector<int>;

}  // namespace

TEST_CASE("each pardo may have a rule of its own: what writes mean") {
  const testing::ForcedWorkers all_workers;
  for (const char* const access : {"direct", "combining", "combining:2,2,timing=asynchronous",
                                   "combining:2,2,timing=asynchronous,winner=first", "adaptive", "sorting"}) {
    for (const unsigned threads : {1U, 2U, 3U, 8U}) {
      CAPTURE(access);
      CAPTURE(threads);
      MachineOptions options{.components = 4, .access = access, .rule = Rule::priority, .threads = threads};
      options.collision_marker = static_cast<std::uint64_t>(-1);
      Machine machine(options);
      const auto cell = machine.array<int>(1, 100, "cell");
      const auto write = [&](Processor self) -> Task<> { co_await (cell[0] = static_cast<int>(self.id()) + 3); };
      const auto after = [&](Rule rule) {
        cell.set(0, 100);
        machine.pardo(4, rule, write);  // of 3, 4, 5 and 6
        return cell.get(0);
      };
      for (int again = 0; again < 2; ++again) {
        CHECK(after(Rule::sum) == 18);
        CHECK(after(Rule::priority) == 3);
        CHECK(after(Rule::maximum) == 6);
        CHECK(after(Rule::minimum) == 3);
        CHECK(after(Rule::tolerant) == 100);
        CHECK(after(Rule::collision) == -1);
        CHECK(after(Rule::product) == 360);
        CHECK(after(Rule::bit_xor) == (3 ^ 4 ^ 5 ^ 6));
        const int winner = after(Rule::arbitrary);
        CHECK((winner >= 3 && winner <= 6));
        machine.pardo(4, write);  // the machine's own
        CHECK(cell.get(0) == 3);
      }
      CHECK(machine.options().rule == Rule::priority);
      // One line of the program, whatever the rules.
      CHECK(machine.ledger().lines().size() == 1);
      CHECK(machine.ledger().lines()[0].requests == 4 * 20);
      CHECK(machine.ledger().models() == std::vector<std::string>{"CRCW"});
    }
  }
}

TEST_CASE("each pardo may have a rule of its own: what is a breach, and how it is called") {
  const testing::ForcedWorkers all_workers;
  for (const unsigned threads : {1U, 2U, 3U, 8U}) {
    CAPTURE(threads);
    Machine machine({.components = 4, .rule = Rule::arbitrary, .threads = threads});
    const auto cells = machine.array<int>(4, 7, "cells");
    const auto read = [&](Processor) -> Task<> { co_await cells[2]; };
    const auto write = [&](Processor self) -> Task<> { co_await (cells[1] = static_cast<int>(self.id())); };
    const auto agree = [&](Processor) -> Task<> { co_await (cells[1] = 5); };
    const auto breach = [&](Rule rule, const auto& body) {
      return std::string(thrown<ConflictError>([&] { machine.pardo(4, rule, body); }).what());
    };
    CHECK(contains(breach(Rule::erew, read), "EREW breached in step 1: two processors read one cell at cells[2]"));
    machine.pardo(4, Rule::crew, read);
    CHECK(machine.ledger().models() == std::vector<std::string>{"CREW", "CRCW common", "CRCW"});
    CHECK(contains(breach(Rule::crew, agree), "CREW breached in step 2: two processors write one cell at cells[1]"));
    machine.pardo(4, Rule::common, agree);
    CHECK(machine.ledger().models() == std::vector<std::string>{"CRCW common", "CRCW"});
    const std::string message = breach(Rule::common, write);
    CHECK(contains(message, "CRCW common breached in step 3: two processors write different values into one cell"));
    CHECK(cells.host() == Values{7, 5, 7, 7});
    // The machine's own rule holds again, after a breach and after none.
    machine.pardo(4, write);
    machine.pardo(4, Rule::erew, [&](Processor self) -> Task<> { co_await (cells[self.id()] = 1); });
    machine.pardo(4, write);
    CHECK(machine.ledger().steps() == 5);
    CHECK(machine.ledger().models() == std::vector<std::string>{"CRCW"});
  }
}

TEST_CASE("a rule that cannot combine an array's cells says so, in the pardo that has it") {
  struct Pair {
    std::int32_t a, b;
  };
  Machine machine({.components = 4});
  const auto cells = machine.array<Pair>(4, {}, "pairs");
  const auto write = [&](Processor self) -> Task<> { co_await (cells[self.id()] = Pair{1, 2}); };
  const auto error = thrown<ConfigError>([&] { machine.pardo(4, Rule::sum, write); });
  CHECK(error.option == "rule");
  CHECK(error.value == "sum");
  machine.pardo(4, write);
  CHECK(cells.get(3).b == 2);
}

TEST_CASE("a pardo with a rule of its own does not nest either, and leaves the rule alone") {
  Machine machine({.components = 4, .rule = Rule::erew});
  const auto cells = machine.array<int>(4, 0, "cells");
  const auto error = thrown<Error>([&] {
    machine.pardo(1, [&](Processor self) -> Task<> {
      co_await self.idle();
      machine.pardo(4, Rule::arbitrary, [&](Processor) -> Task<> { co_await cells[0]; });
    });
  });
  CHECK(contains(error.what(), "pardos do not nest"));
  CHECK_THROWS_AS(machine.pardo(4, [&](Processor) -> Task<> { co_await cells[0]; }), ConflictError);
}

}  // namespace pram
