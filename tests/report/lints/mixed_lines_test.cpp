#include <doctest/doctest.h>

#include <cstdint>
#include <string>
#include <vector>

#include <pram/pram.hpp>
#include "lint_checks.hpp"

namespace pram::report {

using testing::check_quiet;
using testing::check_said;
using testing::contains;
using testing::summary_of;

namespace {

constexpr std::uint64_t walkers = 256;

/// Steps in which all stand at one line, and steps in which the even processors stand at another than the odd ones.
Machine walk(MachineOptions options, int together, int apart) {
  options.components = 16;
  options.ledger = options.ledger == LedgerDetail::steps ? LedgerDetail::profile : options.ledger;
  Machine machine(std::move(options));
  const auto cells = machine.array<std::int64_t>(walkers, 0, "cells");
  machine.pardo(walkers, [&](Processor self) -> Task<> {
    for (int k = 0; k < together; ++k) (void)co_await cells[self.id()];
    for (int k = 0; k < apart; ++k) {
      if (self.id() % 2 == 0) {
        (void)co_await cells[self.id()];
      } else {
        co_await (cells[self.id()] = k);
      }
    }
  });
  return machine;
}

}  // namespace

TEST_CASE("lint mixed-lines: steps of several lines, their lines and their share of the requests") {
  for (const char* const access : {"direct", "combining:4,4"}) {
    CAPTURE(access);
    const Machine machine = walk({.access = access}, 3, 2);
    const Ledger& ledger = machine.ledger();
    REQUIRE(ledger.mixed_steps() == 2);
    const Lint lint = check_said(summary_of(machine), "mixed-lines");
    REQUIRE(lint.share);
    CHECK(*lint.share == doctest::Approx(2.0 / 5));
    CHECK(
        lint.text.starts_with("in 2 steps, with 40.0% of the requests, processors stood at different lines, so that "
                              "their requests were kept as records, which is slower: most at lints/"));
    const std::vector<SourceLine> lines = ledger.mixed_lines()[0].lines;
    REQUIRE(lines.size() == 2);
    CHECK(lint.text.ends_with("lints/mixed_lines_test.cpp:" + std::to_string(lines[0].line) + " and " +
                              std::to_string(lines[1].line)));
    // Without the branch the same steps are served in a faster way.
    for (const StepRecord& step : ledger.step_records())
      CHECK((step.served_by == ServedBy::records || step.served_by == ServedBy::chunks) == (step.lines.size() > 1));
  }
}

TEST_CASE("lint mixed-lines: nothing where all stand at one line, where few do not, or where all are records anyhow") {
  check_quiet(summary_of(walk({.access = "direct"}, 5, 0)), "mixed-lines");
  check_quiet(summary_of(walk({.access = "direct"}, 19, 2)), "mixed-lines");  // 2 of 21: below a tenth
  CHECK(check_said(summary_of(walk({.access = "direct"}, 18, 2)), "mixed-lines").share == doctest::Approx(0.1));
  // A network that asks for the messages has records of all.
  check_quiet(summary_of(walk({.network = "torus:4x4", .access = "direct"}, 3, 2)), "mixed-lines");
  check_quiet(summary_of(walk({.network = "torus:4x4", .access = "combining:4,4"}, 3, 2)), "mixed-lines");
  // Whether the machine would count a step of one line is not known.
  check_quiet(summary_of(walk({.access = "combining:4,4"}, 0, 2)), "mixed-lines");
  check_quiet(summary_of(walk({.access = "direct", .ledger = LedgerDetail::totals}, 3, 2)), "mixed-lines");
}

TEST_CASE("lint mixed-lines: the same for any number of host threads") {
  const auto text = [](unsigned threads) {
    const Machine machine = walk({.access = "direct", .threads = threads}, 1, 2);
    return lints_of(summary_of(machine)).at(0).text;
  };
  const std::string expected = text(1);
  for (const unsigned threads : {2U, 3U, 8U}) CHECK(text(threads) == expected);
}

}  // namespace pram::report
