#include <doctest/doctest.h>

#include <cstdint>
#include <tuple>
#include <utility>
#include <vector>

#include <pram/pram.hpp>

#include "../../thrown.hpp"

/// LedgerDetail::profile: its pardos, and its memory.
namespace pram {

TEST_CASE("pardos of a profile: place, name, times, steps, work and charge, and the steps in each") {
  Machine machine(
      {.components = 4, .access = "direct", .placement = Placement::direct, .ledger = LedgerDetail::profile});
  const auto hot = machine.array<std::int64_t>(4, 0, "hot");
  const auto one_step = [&](Processor) -> Task<> { co_await hot[0].add(1); };  // of 8 processors: charge 4
  std::vector<std::uint32_t> lines;
  for (int round = 0; round < 2; ++round) {
    lines.push_back(__LINE__ + 1);
    machine.pardo(8, one_step, "hot");
    machine.pardo(8, Rule::sum, [&](Processor self) -> Task<> {
      co_await self.idle();
      if (self.id() < 3) co_await hot[self.id()];
    });
  }
  lines.push_back(__LINE__ + 1);
  const Processors all = machine.processors(6, "whole");
  all.combine(
      hot, [](std::uint64_t) { return 0; }, Sum{}, 1);
  all.idle();
  const std::vector<PardoTotal>& pardos = machine.ledger().pardos();
  REQUIRE(pardos.size() == 3);
  CHECK(pardos[0].name == "hot");
  CHECK(pardos[0].where.line == lines[0]);
  CHECK(pardos[0].where.file.ends_with("profile_pardos_test.cpp"));
  CHECK(pardos[0].form == PardoTotal::Form::pardo);
  CHECK(pardos[0].times == 2);
  CHECK(pardos[0].processors == 8);
  CHECK(pardos[0].first_step == 1);
  CHECK(pardos[0].steps == 2);
  CHECK(pardos[0].work == 16);
  CHECK(pardos[0].charge == 2 * 4);
  CHECK(pardos[1].name.empty());
  CHECK(pardos[1].where.line > pardos[0].where.line);
  CHECK(pardos[1].times == 2);
  CHECK(pardos[1].first_step == 2);
  CHECK(pardos[1].steps == 4);
  CHECK(pardos[1].work == 2 * (8 + 3));
  CHECK(pardos[2].form == PardoTotal::Form::data_parallel);
  CHECK(pardos[2].name == "whole");
  CHECK(pardos[2].where.line == lines.back());
  CHECK(pardos[2].processors == 6);
  CHECK(pardos[2].steps == 2);
  CHECK(pardos[2].work == 12);
  CHECK(pardos[2].charge == 4);
  std::vector<std::pair<std::uint32_t, std::uint64_t>> seen;
  for (const StepRecord& step : machine.ledger().step_records()) seen.emplace_back(step.pardo, step.pardo_number);
  CHECK(seen == std::vector<std::pair<std::uint32_t, std::uint64_t>>{
                    {0, 1}, {1, 2}, {1, 2}, {0, 3}, {1, 4}, {1, 4}, {2, 5}, {2, 5}});
  std::uint64_t charge = 0;
  for (const PardoTotal& one : pardos) charge += one.charge;
  CHECK(charge == machine.ledger().total_charge());
}

TEST_CASE("a profile keeps as many records as any ledger, counts their memory, and sums go on beyond them") {
  const auto steps_of = [](LedgerDetail detail, std::size_t records, std::uint64_t limit) {
    Machine machine({.components = 4, .memory_limit = limit, .ledger = detail, .ledger_steps = records});
    const auto mine = machine.array<int>(4, 0, "mine");
    const std::uint64_t before = machine.memory_use().now;
    machine.pardo(4, [&](Processor self) -> Task<> {
      for (int k = 0; k < 2000; ++k) co_await mine[self.id()];
    });
    return std::tuple(machine.ledger(), machine.memory_use().now - before);
  };
  const auto [some, some_bytes] = steps_of(LedgerDetail::profile, 10, 0);
  const auto [all, all_bytes] = steps_of(LedgerDetail::profile, 65536, 0);
  const auto [plain, plain_bytes] = steps_of(LedgerDetail::steps, 65536, 0);
  CHECK(some.step_records().size() == 10);
  CHECK(some.steps_without_record() == 1990);
  CHECK(some.lines()[0].degrees[0] == 4 * 2000);
  CHECK(some.pardos()[0].steps == 2000);
  CHECK(all_bytes >= some_bytes + 1990 * (sizeof(StepRecord) + sizeof(StepLine)));
  CHECK(plain_bytes < all_bytes - 1990 * sizeof(StepRecord));
  CHECK(plain.pardos().empty());
  CHECK(plain.components().empty());
  CHECK_FALSE(plain.has_profile());
  CHECK(plain.step_records()[0].lines.empty());
  CHECK(plain.lines()[0].degrees == DegreeBins{});
  // Where there is no room for another record the machine stops after the last that had some.
  std::uint64_t done = 0;
  const LimitError error = testing::thrown<LimitError>([&] {
    Machine machine({.components = 4, .memory_limit = 1 << 18, .ledger = LedgerDetail::profile});
    const auto mine = machine.array<int>(4, 0, "mine");
    try {
      machine.pardo(4, [&](Processor self) -> Task<> {
        for (;;) co_await mine[self.id()].add(1);
      });
    } catch (...) {
      done = machine.ledger().steps();
      CHECK(machine.ledger().step_records().size() == done);
      CHECK(mine.host() == std::vector<int>(4, static_cast<int>(done)));
      throw;
    }
  });
  CHECK(testing::contains(error.what(), "memory"));
  CHECK(done > 0);
}

}  // namespace pram
