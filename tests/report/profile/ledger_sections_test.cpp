#include <doctest/doctest.h>

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

#include <pram/report/detail/value/text.hpp>
#include "../small_run.hpp"
#include "text_checks.hpp"

using namespace pram;
using namespace pram::report;
using pram::testing::contains;
using pram::testing::small_run;
using pram::testing::summary_of;
using pram::testing::widest_line;

namespace {

/// Processors that take two paths, in regions that nest.
Machine run_in_regions(unsigned threads = 1, const std::string& name = "inside", bool exchange = false) {
  Machine machine({.components = 16, .placement = Placement::direct, .threads = threads});
  const auto cells = machine.array<std::int64_t>(256, 5, "cells");
  const auto outer = machine.region("outside");
  machine.pardo(256, [&](Processor self) -> Task<> { co_await cells[self.id()]; });
  const auto inner = machine.region(name);
  machine.pardo(256, [&](Processor self) -> Task<> {
    for (int round = 0; round < 3; ++round) {
      if (self.id() % 2 == 0) {
        co_await cells[self.id()];
      } else {
        co_await cells[self.id()].add(1);
      }
    }
  });
  if (exchange) machine.transpose(cells, 16, 16);
  return machine;
}

}  // namespace

TEST_CASE("a profile shows regions and the lines that shared steps") {
  const Machine machine = run_in_regions();
  const Ledger& ledger = machine.ledger();
  const std::string text = text_of(run_report(summary_of(machine), true));
  CAPTURE(text);
  CHECK(widest_line(text) <= line_width);
  const std::size_t at = text.find("\nRegions of the program, those inside one included in it\n");
  REQUIRE(at != std::string::npos);
  const std::string regions = text.substr(at, text.find("\n\n", at) - at);
  const std::size_t outer = regions.find("\n  outside       4  1,024     1,024 ");
  const std::size_t inner = regions.find("\n    inside      3    768       768 ");
  CHECK(outer != std::string::npos);
  CHECK(inner != std::string::npos);
  CHECK(outer < inner);
  CHECK(contains(regions, " " + decimal(ledger.performance_factor()) + "  100.0%\n"));
  CHECK_FALSE(contains(regions, "coll."));
  REQUIRE(ledger.mixed_lines().size() == 1);
  const std::string lines = std::to_string(ledger.mixed_lines()[0].lines[0].line) + ", " +
                            std::to_string(ledger.mixed_lines()[0].lines[1].line);
  CHECK(contains(text, "\nSteps that mix source lines: 3 of 4, all in ledger_sections_test.cpp\n"));
  CHECK(contains(text, "\n  " + lines + "      3           2\n"));
  CHECK(contains(text, "self.barrier()"));
}

TEST_CASE("a profile without regions and mixed lines has no such section") {
  const Machine machine = small_run();
  const std::string text = text_of(run_report(summary_of(machine), true));
  CHECK_FALSE(contains(text, "Regions"));
  CHECK_FALSE(contains(text, "mix source lines"));
  const auto parsed = nlohmann::json::parse(json_of(run_report(summary_of(machine), true)));
  CHECK(parsed["mixed_steps"] == 0);
  CHECK_FALSE(parsed.contains("mixed_lines"));
  CHECK_FALSE(parsed.contains("regions"));
}

TEST_CASE("regions show collectives where there are any, and hostile names keep to the table") {
  const std::string name = "very long\n\x1b[31m" + std::string(300, 'y') + "\xff";
  const Machine machine = run_in_regions(1, name, true);
  const std::string text = text_of(run_report(summary_of(machine), true));
  CHECK(widest_line(text) <= line_width);
  CHECK_FALSE(contains(text, "\x1b"));
  CHECK_FALSE(contains(text, "\xff"));
  CHECK(contains(text, "coll.  factor"));
  CHECK(contains(text, " " + compact(machine.ledger().collective_charge()) + " "));
}

TEST_CASE("regions and mixed lines in JSON, the same for any number of threads") {
  const Machine machine = run_in_regions();
  const auto parsed = nlohmann::json::parse(json_of(run_report(summary_of(machine), true)));
  REQUIRE(parsed["regions"].size() == 2);
  CHECK(parsed["regions"][0]["name"] == "outside");
  CHECK(parsed["regions"][0]["depth"] == 0);
  CHECK(parsed["regions"][0]["times"] == 1);
  CHECK(parsed["regions"][0]["steps"] == 4);
  CHECK(parsed["regions"][1]["name"] == "inside");
  CHECK(parsed["regions"][1]["depth"] == 1);
  CHECK(parsed["regions"][1]["work"] == 768);
  CHECK(parsed["regions"][1]["reads"] == 384);
  CHECK(parsed["regions"][1]["updates"] == 384);
  CHECK(parsed["regions"][1]["requests"] == 768);
  CHECK(parsed["regions"][0]["forward"] == machine.ledger().charge());
  CHECK(parsed["regions"][0]["back"] == machine.ledger().charge_back());
  CHECK(parsed["regions"][0]["collectives"] == 0);
  CHECK(parsed["regions"][0]["distinct_charge"] == machine.ledger().distinct_charge());
  CHECK(parsed["regions"][0]["performance_factor"] == machine.ledger().performance_factor());
  CHECK(parsed["mixed_steps"] == 3);
  REQUIRE(parsed["mixed_lines"].size() == 1);
  CHECK(parsed["mixed_lines"][0]["steps"] == 3);
  CHECK(parsed["mixed_lines"][0]["first_step"] == 2);
  CHECK(parsed["mixed_lines"][0]["lines"].size() == 2);
  CHECK(parsed["mixed_lines"][0]["lines"][0]["file"] == "profile/ledger_sections_test.cpp");
  for (const unsigned threads : {2U, 3U, 8U}) {
    const auto other = nlohmann::json::parse(json_of(run_report(summary_of(run_in_regions(threads)), true)));
    CHECK(other["regions"] == parsed["regions"]);
    CHECK(other["mixed_lines"] == parsed["mixed_lines"]);
  }
}
