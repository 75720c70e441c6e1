#include <doctest/doctest.h>

#include <cstdint>
#include <string>

#include <pram/perf/patterns/pattern_costs.hpp>
#include <pram/perf/runs/compare.hpp>

#include "../patterns/pattern_runs.hpp"
#include "report/small_run.hpp"
#include "text_checks.hpp"

/// Reports say what the performance factor is measured against, when it can be below 1 and why, and what it claims.
using namespace pram;
using namespace pram::perf;
using pram::testing::contains;
using pram::testing::measured;
using pram::testing::summary_of;
using pram::testing::widest_line;

namespace {

/// On one line.
std::string flat(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c != ' ' && c != '\n') {
      out += c;
    } else if (!out.empty() && out.back() != ' ') {
      out += ' ';
    }
  }
  return out;
}

/// Processors that each read a cell of their own.
Machine own_reads(std::uint64_t processors, Placement placement, const std::string& access = "direct") {
  Machine machine({.components = 64, .access = access, .placement = placement});
  const auto cells = machine.array<int>(processors, 0);
  machine.pardo(processors, [&](Processor self) -> Task<> { co_await cells[self.id()]; });
  return machine;
}

std::string profile_of(const Machine& machine) {
  const std::string text = text_of(run_report(summary_of(machine), true));
  CHECK(widest_line(text) <= line_width);
  return flat(text);
}

const char* const denominator =
    "forward charge over the mean charge of as many requests to distinct addresses, each "
    "hashed on its own";
const char* const not_claimed = "With fewer than 16 requests a component and step";

}  // namespace

TEST_CASE("a profile says what the factor is over, and why it is or may be below 1") {
  // 64 cells on 64 components: dealt in equal slices each module gets one request, where 64 balls in 64 urns put 4
  // into the fullest.
  const Machine balanced = own_reads(64, Placement::balanced);
  REQUIRE(balanced.ledger().performance_factor() < 0.5);
  CHECK(contains(profile_of(balanced), denominator));
  CHECK(contains(profile_of(balanced), "It is below 1: placement balanced"));
  CHECK(contains(flat(text_of(run_report(summary_of(balanced), false))), "It is below 1: placement balanced"));
  CHECK(contains(profile_of(own_reads(64, Placement::direct)), "It is below 1: under placement direct"));
  const Machine hot =
      pram::testing::small_run({.components = 64, .access = "direct", .placement = Placement::balanced});
  REQUIRE(hot.ledger().performance_factor() > 1);
  CHECK(contains(profile_of(hot), "It may be below 1: placement balanced"));

  // All requests of a component for one cell: 64 messages instead of 6400.
  Machine merged({.components = 64, .access = "combining:8,8"});
  const auto cell = merged.array<int>(1, 0);
  merged.pardo(6400, [&](Processor) -> Task<> { co_await cell[0]; });
  REQUIRE(merged.ledger().performance_factor() < 0.9);
  CHECK(contains(profile_of(merged), "It is below 1: requests for one cell go as one message from a component"));
  const std::string costly = profile_of(pram::testing::small_run());
  CHECK(contains(costly, denominator));
  CHECK_FALSE(contains(costly, "below 1"));
}

TEST_CASE("a profile claims the paper's factor for combining from 16 requests a component and step on") {
  CHECK(contains(profile_of(own_reads(160, Placement::hashed, "combining:8,8")),
                 "With fewer than 16 requests a component and step, here 2.50, the paper's 3.5 is not claimed"));
  CHECK(contains(profile_of(own_reads(64, Placement::hashed, "combining:8,8")), not_claimed));
  CHECK(contains(profile_of(own_reads(64 * 16 - 1, Placement::hashed, "combining")), not_claimed));
  CHECK_FALSE(contains(profile_of(own_reads(64 * 16, Placement::hashed, "combining")), not_claimed));
  CHECK_FALSE(contains(profile_of(own_reads(64, Placement::hashed)), not_claimed));
  // Many processors, of which few ask.
  Machine idle({.components = 64, .access = "combining:8,8"});
  const auto cells = idle.array<int>(64, 0);
  idle.pardo(64 * 32, [&](Processor self) -> Task<> {
    if (self.id() < 64) {
      co_await cells[self.id()];
    } else {
      co_await self.idle();
    }
  });
  CHECK(contains(profile_of(idle), not_claimed));
}

TEST_CASE("comparisons and patterns with a factor below 1 say why") {
  Comparison comparison;
  comparison.program = "list-ranking-wyllie";
  comparison.machine.placement = Placement::balanced;
  comparison.checked.verified = true;
  comparison.checked.check = "a walk";
  comparison.runs = {{{.network = "router",
                       .access = "direct",
                       .forward = 100,
                       .back = 100,
                       .performance_factor = 0.52,
                       .verified = true},
                      true}};
  comparison.asked = 1;
  const std::string text = text_of(compare_report(comparison));
  CHECK(widest_line(text) <= line_width);
  CHECK(contains(flat(text), "the mean charge of as many requests to distinct addresses, each hashed on its own"));
  CHECK(contains(flat(text), "It can be below 1: placement balanced"));
  comparison.runs[0].performance_factor = 1.2;
  CHECK_FALSE(contains(text_of(compare_report(comparison)), "below 1"));

  const auto source = hotspot_pattern({64, 6400, Requesters::random}, 1);
  const std::string below = text_of(patterns_report(measured(source, 64, {"combining:8,8"}, 4)));
  CHECK(widest_line(below) <= line_width);
  CHECK(contains(flat(below), "Factors can be below 1: requests for one cell go as one message from a component"));
  CHECK_FALSE(contains(
      text_of(patterns_report(measured(degree_pattern({64, 2048, Requesters::random}, 32), 64, {"combining:8,8"}, 4))),
      "below 1"));
}
