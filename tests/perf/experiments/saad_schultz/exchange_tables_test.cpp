#include <doctest/doctest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>

#include <pram/error.hpp>
#include <pram/report/detail/value/text.hpp>
#include "experiments/saad_schultz/exchange_tables.hpp"
#include "experiments/torus_exchange/torus_tables.hpp"
#include "experiments/total_exchange/total_exchange_tables.hpp"

#include "../../parts/finished_json.hpp"
#include "text_checks.hpp"

namespace pram::perf {

namespace {

using testing::contains;
using testing::widest_line;

}  // namespace

TEST_CASE("Tables 1 and 2 of Saad and Schultz have the printed numbers and are executed within the text's") {
  const auto tables = exchange_tables({});
  REQUIRE(tables.size() == 2);
  for (const ExchangeTable& table : tables) {
    CHECK(table.cells.size() == 30);
    CHECK(std::ranges::count_if(table.cells, [](const auto& cell) { return !cell.erratum.empty(); }) == 9);
    for (const ExchangeCell& cell : table.cells) {
      CAPTURE(to_string(cell.operation));
      CAPTURE(cell.architecture);
      CHECK((cell.printed == cell.corrected) == cell.erratum.empty());
      CHECK(cell.executed.sound());
      REQUIRE_FALSE(cell.executed.runs.empty());
      const auto best = std::ranges::find(cell.executed.runs, cell.executed.best, &CollectiveRun::algorithm);
      REQUIRE(best != cell.executed.runs.end());
      // Half duplex does not attain the grid's broadcast; a hypercube's pieces are whole words.
      const bool unattainable = cell.operation == Collective::broadcast && cell.architecture == "grid";
      CHECK(best->time <= cell.corrected * (unattainable || cell.architecture == "hypercube" ? 1.3 : 1 + 1e-9));
      CHECK(best->time >= cell.executed.lower_bound * (1 - 1e-9));
    }
  }
  const auto cell = [&](std::size_t table, Collective operation, const std::string& architecture) {
    return *std::ranges::find_if(tables[table].cells, [&](const ExchangeCell& one) {
      return one.operation == operation && one.architecture == architecture;
    });
  };
  CHECK(cell(0, Collective::one_to_one, "bus").printed == 4196);
  CHECK(cell(0, Collective::one_to_one, "shared memory").printed == 8292);
  CHECK(cell(0, Collective::one_to_one, "shared memory").corrected == 8392);
  CHECK(cell(0, Collective::broadcast, "shared memory").printed == 37764);
  CHECK(cell(0, Collective::all_gather, "shared memory").corrected == 34368);
  CHECK(cell(1, Collective::all_gather, "shared memory").corrected == 524448);
  CHECK(cell(0, Collective::all_to_all, "grid").corrected == 2624);
  CHECK(cell(1, Collective::all_to_all, "hypercube").printed == 1144);
  CHECK(cell(1, Collective::all_to_all, "shared memory").corrected == 16544);

  const std::string text = text_of(exchange_tables_report(tables));
  CHECK(widest_line(text) <= line_width);
  CHECK(contains(text, "k = 64, N = 4,096, τ = 100, b = 1, k* = 8"));
  CHECK(contains(text, "  i all-to-all, grid: 1 / √k of (3.44) is lost"));
  CHECK_FALSE(contains(text, "WRONG"));
  const auto json = nlohmann::json::parse(finished_json(exchange_tables_report(tables), 1.5));
  CHECK(json["tables"][1]["cells"].size() == 30);
  CHECK(json["wall_seconds"] == 1.5);
}

TEST_CASE("total exchange in products takes the steps of its formulas, and meets the bounds where the paper says so") {
  const TotalExchangeTables tables = total_exchange_tables({});
  for (const auto* const rows : {&tables.lines, &tables.products, &tables.cubes, &tables.others}) {
    for (const TotalExchangeRow& row : *rows) {
      CAPTURE(row.network);
      CAPTURE(row.algorithm);
      CHECK(row.steps == row.formula);
      CHECK(row.steps >= row.bound);
    }
  }
  struct Reference {
    const char* network;
    const char* algorithm;
    std::uint64_t steps;
    bool optimal;
  };
  const auto check = [](const std::vector<TotalExchangeRow>& rows, const Reference& reference) {
    CAPTURE(reference.network);
    const auto row = std::ranges::find_if(rows, [&](const TotalExchangeRow& one) {
      return one.network == reference.network && one.algorithm == reference.algorithm;
    });
    REQUIRE(row != rows.end());
    CHECK(row->steps == reference.steps);
    CHECK(row->optimal() == reference.optimal);
  };
  for (const Reference& one :
       {Reference{"(path:2)^7", "A2", 448, true}, Reference{"ring:4 x ring:3", "A2", 20, true},
        Reference{"(ring:10)^2", "A2", 500, true}, Reference{"ring:3 x ring:4 x ring:5", "A2", 172, true},
        Reference{"(complete:4)^3", "A2", 144, true}, Reference{"ring:4 x complete:5 x complete:2", "A2", 92, true},
        Reference{"(path:4)^2", "A2 plain", 64, false}, Reference{"(path:4)^2", "A2", 56, false}})
    check(tables.products, one);
  for (const Reference& one : {Reference{"(path:10)^2", "A3", 250, true}, Reference{"(ring:12)^2", "A3", 216, true},
                               Reference{"(ring:6)^2", "A3", 30, false}, Reference{"(ring:10)^2", "A3", 130, false},
                               Reference{"(path:4)^4", "A3", 256, true}, Reference{"(complete:3)^4", "A3", 27, true},
                               Reference{"(path:2)^8", "A3", 128, true}})
    check(tables.cubes, one);
  check(tables.others, {"(path:2)^5", "matchings", 16, true});
  const std::string text = text_of(total_exchange_report(tables));
  CHECK(widest_line(text) <= line_width);
  const auto json = nlohmann::json::parse(finished_json(total_exchange_report(tables), 2));
  CHECK(json["cubes"].size() == tables.cubes.size());
  CHECK(json["lines"][0]["ports"] == "one");
}

TEST_CASE("complete exchange on the torus has the corrected counts of Table 1 and of the family") {
  const TorusTables tables = torus_tables({.most_side = 16, .progress = {}});
  REQUIRE(tables.family.size() == 3 + 4);
  for (const TorusMember& one : tables.family) {
    CAPTURE(one.side);
    CAPTURE(one.splits);
    REQUIRE(one.executed.has_value());
    CHECK(one.executed->startups == one.formula.startups);
    CHECK(one.executed->transmissions == one.formula.transmissions);
    CHECK(one.executed->buffer == one.formula.buffer);
    CHECK(one.executed->undelivered == 0);
  }
  CHECK(tables.family[4].executed->largest == std::vector<std::uint64_t>{128, 256, 256, 256, 256, 256, 256, 256, 256});
  const std::uint32_t fewest[] = {0, 1, 2, 3, 4, 5, 6};
  REQUIRE(tables.fewest.size() == 7);
  for (std::size_t k = 0; k < 7; ++k) CHECK(tables.fewest[k].splits == fewest[k]);
  CHECK(tables.fewest[6].formula.transmissions == 91619328);
  for (const TorusShape& one : tables.shapes) {
    CAPTURE(one.network);
    REQUIRE(one.executed.has_value());
    CHECK(one.executed->startups == one.member.cost.startups);
    CHECK(one.executed->transmissions == one.member.cost.transmissions);
    CHECK(one.executed->buffer == one.member.cost.buffer);
    CHECK(one.executed->undelivered == 0);
    if (one.network == "torus:8x8x8") CHECK(one.executed->startups == 9);
    if (one.network == "torus:12x8") CHECK(one.executed->startups == 8);
  }
  // A1 is better than k = 0 from 3.5 N² / (N / 4 - 3) on.
  for (const auto& [side, member] : tables.crossovers) {
    if (member.splits == 1) CHECK(member.startup == doctest::Approx(3.5 * side * side / (side / 4.0 - 3)));
  }
  CHECK(tables.crossovers.size() == 1 + 2 + 3 + 4 + 5 + 6 + 7);
  const std::string text = text_of(torus_report(tables));
  CHECK(widest_line(text) <= line_width);
  CHECK(contains(text, " 524,288"));  // 512 messages of 1,024 bytes
  CHECK(contains(text, " 4,489,216 "));
  CHECK(contains(text, " 4,358,144†"));
  CHECK(contains(text, "A1, N = 16: 128, 256, 256"));
  const auto json = nlohmann::json::parse(finished_json(torus_report(tables), 2));
  CHECK(json["family"].size() == 7);
  CHECK(json["crossovers"].size() == tables.crossovers.size());
  CHECK(json["shapes"].size() == tables.shapes.size());
  CHECK(json["printed"].size() == 7);
  CHECK(json["printed"][6]["algorithms"][0]["executed"].is_null());
}

TEST_CASE("tables of exchange stop when they are told to") {
  const auto stop = [](std::uint64_t done, std::uint64_t) { return done < 2; };
  ExchangeTablesRequest exchange;
  exchange.progress = stop;
  const auto tables = exchange_tables(exchange);
  REQUIRE(tables.size() == 1);
  CHECK(tables.front().cells.size() == 2);
  CHECK(text_of(exchange_tables_report(tables)).find("Tables 1 and 2") != std::string::npos);
  CHECK(total_exchange_tables(stop).lines.size() == 2);
  CHECK(total_exchange_tables(stop).products.empty());
  CHECK(torus_tables({.most_side = 8, .progress = stop}).family.size() == 2);
}

}  // namespace pram::perf
