#include <doctest/doctest.h>

#include <cstdint>
#include <vector>

#include <pram/pram.hpp>

#include "../../support/forced.hpp"

namespace pram {

namespace {

Task<int> read(const Array<int>& cells, std::uint64_t i) { co_return co_await cells[i]; }

}  // namespace

TEST_CASE("steps with requests from several source lines are counted, and the lines named") {
  const testing::ForcedWorkers all_workers;
  for (const unsigned threads : {1U, 2U, 3U, 8U}) {
    CAPTURE(threads);
    Machine machine({.components = 8, .threads = threads});
    const auto a = machine.array<int>(16, 0, "a");
    const auto b = machine.array<int>(16, 0, "b");
    std::uint32_t even = 0;
    std::uint32_t odd = 0;
    std::uint32_t third = 0;
    machine.pardo(16, [&](Processor self) -> Task<> {
      const std::uint64_t i = self.id();
      co_await (a[i] = 1);  // step 1: one line
      if (i % 4 == 3) {     // step 2: one line, and some idle
        co_await self.idle();
      } else {
        co_await b[i].add(2);
      }
      for (int round = 0; round < 2; ++round) {
        if (i % 2 == 0) {  // steps 3 and 4
          if (i == 0) even = __LINE__ + 1;
          co_await (a[i] = 2);
        } else if (i > 1) {  // steps 3 and 4
          if (i == 3) odd = __LINE__ + 1;
          co_await (b[i] = 2);
        } else if (round == 1) {  // step 4
          third = __LINE__ + 1;
          co_await a[i].fetch_add(3);
        } else {
          co_await self.idle();
        }
      }
      co_await (i % 2 == 0 ? a : b)[i];      // step 5: two arrays and one line
      co_await read(i % 3 == 0 ? a : b, i);  // step 6: the subroutine's line
    });
    const Ledger& ledger = machine.ledger();
    CHECK(ledger.steps() == 6);
    CHECK(ledger.mixed_steps() == 2);
    const std::vector<MixedLines> mixed = ledger.mixed_lines();
    REQUIRE(mixed.size() == 2);
    CHECK(mixed[0].steps == 1);
    CHECK(mixed[0].step == 3);
    CHECK(mixed[0].lines == std::vector<SourceLine>{{__FILE__, even}, {__FILE__, odd}});
    CHECK(mixed[1].steps == 1);
    CHECK(mixed[1].step == 4);
    CHECK(mixed[1].lines == std::vector<SourceLine>{{__FILE__, even}, {__FILE__, odd}, {__FILE__, third}});
  }
}

TEST_CASE("lines that share many steps come first") {
  Machine machine({.components = 4});
  const auto cells = machine.array<int>(4, 0);
  machine.pardo(4, [&](Processor self) -> Task<> {
    if (self.id() == 3) co_await self.idle();  // out of lockstep by a step
    for (int round = 0; round < 5; ++round) {
      co_await cells[self.id()];
      co_await (cells[self.id()] = round);
    }
  });
  CHECK(machine.ledger().steps() == 11);
  CHECK(machine.ledger().mixed_steps() == 9);
  REQUIRE(machine.ledger().mixed_lines().size() == 1);
  CHECK(machine.ledger().mixed_lines()[0].steps == 9);
  CHECK(machine.ledger().mixed_lines()[0].step == 2);
}

TEST_CASE("no more kinds of mixed lines are kept than one can read") {
  Machine machine({.components = 4});
  const auto cells = machine.array<int>(16, 0);
  machine.pardo(8, [&](Processor self) -> Task<> {
    for (std::uint64_t round = 0; round < 256; ++round) {  // every set of the eight lines
      if ((round >> self.id() & 1) == 0) {
        co_await self.idle();
        continue;
      }
      switch (self.id()) {
        case 0: co_await cells[0]; break;
        case 1: co_await cells[1]; break;
        case 2: co_await cells[2]; break;
        case 3: co_await cells[3]; break;
        case 4: co_await cells[4]; break;
        case 5: co_await cells[5]; break;
        case 6: co_await cells[6]; break;
        default: co_await cells[7];
      }
    }
  });
  CHECK(machine.ledger().mixed_steps() == 256 - 1 - 8);
  CHECK(machine.ledger().mixed_lines().size() == 64);
}

}  // namespace pram
