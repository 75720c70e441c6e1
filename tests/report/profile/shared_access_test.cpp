#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include <pram/pram.hpp>
#include <pram/report/detail/value/text.hpp>
#include "superstep_run.hpp"
#include "text_checks.hpp"

using namespace pram;
using namespace pram::report;
using nlohmann::json;
using pram::testing::contains;
using pram::testing::line_with;
using pram::testing::parsed;
using pram::testing::row_of;
using pram::testing::summary_with;
using pram::testing::widest_line;

TEST_CASE("shared arrays by tag: degrees, and the cost in the queuing shared memory model") {
  Machine machine({.components = 4, .network = "router:g=3", .access = "direct"});
  const auto table = machine.array<std::int64_t>(8, 5, "table");
  machine.spmd([&](bsp::Process self) -> Task<> {
    self.work(3 * self.id());
    const auto first = self.read(table, 0);
    const auto own = self.read(table, self.id() + 1);
    co_await self.sync("look");
    CHECK(first.value() + own.value() == 10);
    for (int k = 0; k < 3; ++k) self.update(table[7], Sum{}, 1);
    co_await self.sync("count");
    co_await self.sync("nothing");
  });
  CHECK(table.host()[7] == 5 + 12);
  const json report = parsed(summary_with(machine, BspParameters{3, 0}));
  const json look = row_of(report, "look").at("shared");
  CHECK(look.at("supersteps") == 1);
  CHECK(look.at("requests") == 8);
  CHECK(look.at("distinct") == 5);
  CHECK(look.at("mean_degree") == 8 / 5.0);
  CHECK(look.at("largest_read_degree") == 4);
  CHECK(look.at("largest_write_degree") == 0);
  CHECK(look.at("largest_operations") == 9);
  CHECK(look.at("largest_accesses") == 2);
  CHECK(look.at("contention") == 4);
  CHECK(look.at("queuing_cost") == 9);  // of 9, 3 * 2 and 4
  const json count = row_of(report, "count").at("shared");
  CHECK(count.at("updates") == 12);
  CHECK(count.at("distinct") == 1);
  CHECK(count.at("largest_write_degree") == 4);
  CHECK(count.at("largest_operations") == 0);
  CHECK(count.at("largest_accesses") == 3);
  CHECK(count.at("contention") == 4);
  CHECK(count.at("queuing_cost") == 3 * 3);
  CHECK_FALSE(row_of(report, "nothing").contains("shared"));
  // What the ledger charges the requests of the whole run.
  const Ledger& ledger = machine.ledger();
  CHECK(look.at("forward").get<std::uint64_t>() + count.at("forward").get<std::uint64_t>() == ledger.charge());
  CHECK(look.at("back").get<std::uint64_t>() + count.at("back").get<std::uint64_t>() == ledger.charge_back());
  CHECK(report.at("superstep_cost") == 9 + ledger.total_charge());
  CHECK(row_of(report, "look").at("cost").get<std::uint64_t>() ==
        9 + look.at("forward").get<std::uint64_t>() + look.at("back").get<std::uint64_t>());
  REQUIRE(report.at("superstep_records").size() == 3);
  CHECK(report.at("superstep_records")[1].at("shared").at("contention") == 4);

  const std::string text = text_of(run_report(summary_with(machine, BspParameters{3, 0}), true));
  CAPTURE(text);
  CHECK(widest_line(text) <= line_width);
  CHECK(contains(text, "QSM cost\nmax(m_op, g m_rw, κ) with g = 3\n"));
  const std::string shared = text.substr(text.find("Shared arrays by tag"));
  CHECK(line_with(shared, "  look ").ends_with(" 9.00"));
  CHECK(line_with(shared, "  total ").ends_with(" 18.0"));
  CHECK_FALSE(contains(shared, "nothing"));
  CHECK(contains(text, "shared arrays left out"));
  // Without a g there is no such cost.
  CHECK_FALSE(contains(text_of(run_report(summary_with(machine, std::nullopt), true)), "QSM"));
}

TEST_CASE("the QSM cost needs no records: it is the formula's, superstep by superstep, for any g") {
  constexpr std::uint64_t supersteps = 300;
  LedgerDetail detail = LedgerDetail::totals;
  SUBCASE("without records") {}
  SUBCASE("more supersteps than records") { detail = LedgerDetail::steps; }
  const bool has_records = detail == LedgerDetail::steps;
  Machine machine({.components = 4, .network = "router:g=3", .access = "direct", .ledger = detail, .ledger_steps = 40});
  const auto table = machine.array<std::int64_t>(64, 5, "table");
  const auto run = [&] {
    machine.spmd([&](bsp::Process self) -> Task<> {
      for (std::uint64_t k = 0; k < supersteps; ++k) {
        self.work(self.id() == 0 ? k % 37 : 0);
        for (std::uint64_t cell = 1; self.id() == 3 && cell <= k % 8; ++cell) self.update(table[cell], Sum{}, 1);
        if (k % 3 == 0) self.update(table[0], Sum{}, 1);  // all four
        co_await self.sync(k % 2 == 0 ? "even" : "odd");
      }
    });
  };
  /// The cost of all supersteps with this remainder by 2.
  const auto formula = [](double gap, std::uint64_t remainder) {
    double sum = 0;
    for (std::uint64_t k = remainder; k < supersteps; k += 2) {
      const std::uint64_t accesses = k % 8 + (k % 3 == 0 ? 1 : 0);
      if (accesses == 0) continue;
      const std::uint64_t least = std::max<std::uint64_t>(k % 37, k % 3 == 0 ? 4 : 1);
      sum += std::max(static_cast<double>(least), gap * static_cast<double>(accesses));
    }
    return sum;
  };
  run();
  const Ledger before = machine.ledger();
  for (const double gap : {1.0, 2.0, 3.0, 5.0, 37.0, 1.375}) {
    CAPTURE(gap);
    const json report = parsed(summary_with(machine, BspParameters{gap, 0}));
    CHECK(report.contains("superstep_records") == has_records);
    if (has_records) CHECK(report.at("supersteps_without_record") == supersteps - 40);
    CHECK(row_of(report, "even").at("shared").at("queuing_cost") == formula(gap, 0));
    CHECK(row_of(report, "odd").at("shared").at("queuing_cost") == formula(gap, 1));
  }
  CHECK(contains(text_of(run_report(summary_with(machine, BspParameters{3, 0}), true)), "QSM cost"));
  for (const double gap : {1.2345, 2.718, 4.6692}) {
    CAPTURE(gap);
    const double cost = before.superstep_totals()[0].queuing_cost(gap);
    CHECK(cost <= formula(gap, 0) * (1 + 1e-12));
    CHECK(cost >= formula(gap, 0) * (1 - 1.0 / 1024));
  }
  // What was done in between has its own.
  run();
  const Ledger between = machine.ledger() - before;
  CHECK(machine.ledger().superstep_totals()[0].queuing_cost(3) == 2 * formula(3, 0));
  CHECK(between.superstep_totals()[0].queuing_cost(3) == formula(3, 0));
}
