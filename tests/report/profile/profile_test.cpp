#include <doctest/doctest.h>

#include <algorithm>
#include <sstream>
#include <string>

#include <pram/report/detail/value/text.hpp>
#include "../small_run.hpp"
#include "text_checks.hpp"

using namespace pram;
using namespace pram::report;
using pram::testing::contains;
using pram::testing::line_with;
using pram::testing::made_up_input;
using pram::testing::made_up_outcome;
using pram::testing::small_run;
using pram::testing::summary_of;
using pram::testing::widest_line;

namespace {

std::string without_last_line(const std::string& text) { return text.substr(0, text.rfind('\n', text.size() - 2)); }

}  // namespace

TEST_CASE("a profile shows what the ledger knows") {
  const Machine machine = small_run();
  const Ledger& ledger = machine.ledger();
  const std::string text = text_of(run_report(summary_of(machine), true));
  CAPTURE(text);
  CHECK(text.starts_with("small-run: result verified against a sum on one thread\n"));
  CHECK(contains(line_with(text, "input"), "made up: 1,234,567 vertices, 88 edges"));
  CHECK(contains(line_with(text, "machine"), "64 components, network router, access combining:8,8"));
  CHECK(contains(text, "rule arbitrary, placement hashed, seed 1"));
  CHECK(contains(text, "components: 1, largest component: 4,039, connected: yes"));
  CHECK(ledger.steps() == 12);
  CHECK(contains(line_with(text, "time T"), " 12 steps"));
  CHECK(contains(line_with(text, "work W"), " " + with_separators(ledger.work()) + " "));
  CHECK(contains(line_with(text, "processors  "), " 200 at most, 3.12 a component"));
  CHECK(contains(line_with(text, "charge  "), with_separators(ledger.charge()) + " forward (requests), " +
                                                  with_separators(ledger.charge_back()) + " back"));
  CHECK(contains(line_with(text, "performance factor"), decimal(ledger.performance_factor())));
  CHECK(contains(line_with(text, "  total"), decimal(ledger.performance_factor())));
  for (const LineTotal& line : ledger.lines()) {
    const std::string row = line_with(text, "  " + line.operation + " ");
    CHECK(contains(row, std::to_string(line.where.line) + "  " + line.array));
    CHECK(contains(row, " " + compact(line.requests) + " "));
    CHECK(contains(row, " " + compact(line.largest_degree) + " "));
    CHECK(contains(row, " " + compact(line.charge) + " "));
  }
  CHECK(contains(text, "all in small_run.hpp"));
  CHECK(contains(line_with(text, "  read "), " 4.00 "));
  const std::string hottest = line_with(text.substr(text.find("The most contended cells")), "  sum ");
  CHECK(contains(hottest, " 0 "));
  CHECK(contains(hottest, " 200 "));
  CHECK(contains(line_with(text, "  model "), "CRCW"));
  CHECK(contains(line_with(text, "largest degree  "), "4 reading one cell in a step, 200 writing"));
  CHECK(text.ends_with("\nRan in 1.50 s on " + std::to_string(machine.options().threads) +
                       (machine.options().threads == 1 ? " host thread.\n" : " host threads.\n")));
  CHECK(widest_line(text) <= line_width);
}

TEST_CASE("a short result says whether it was verified, and what it cost") {
  const Machine machine = small_run();
  RunSummary run = summary_of(machine);
  CHECK(text_of(run_report(run, true))
            .starts_with(without_last_line(without_last_line(text_of(run_report(run, false))))));
  CHECK(contains(text_of(run_report(run, false)), "verified against a sum on one thread"));
  run.checked->verified = false;
  CHECK_FALSE(contains(text_of(run_report(run, false)), "verified"));
  CHECK(contains(text_of(run_report(run, false)), "the result is WRONG against a sum on one thread"));
}

TEST_CASE("an interrupted run says so, and that nothing is verified") {
  const Machine machine = small_run();
  RunSummary run = summary_of(machine, {});
  run.interrupted = true;
  const std::string text = text_of(run_report(run, true));
  CHECK(text.starts_with("small-run: interrupted after 12 steps, the result is not checked\n"));
  CHECK_FALSE(contains(text, "verified"));
}

TEST_CASE("a run without a step has a profile too") {
  const Machine machine = small_run({.components = 4}, 0);
  const std::string text = text_of(run_report(summary_of(machine), true));
  CHECK(contains(line_with(text, "time T"), " 0 steps"));
  CHECK(contains(line_with(text, "  model "), "EREW (and so CREW, CRCW common, CRCW)"));
  CHECK_FALSE(contains(text, "nan"));
  CHECK_FALSE(contains(text, "inf"));
  CHECK_FALSE(contains(text, "performance factor"));
}

TEST_CASE("profiles are equal for any number of host threads but for their last line") {
  const Machine one = small_run({.components = 64, .threads = 1});
  const std::string expected = without_last_line(text_of(run_report(summary_of(one), true)));
  for (const unsigned threads : {2U, 3U, 8U}) {
    const Machine machine = small_run({.components = 64, .threads = threads});
    CHECK(without_last_line(text_of(run_report(summary_of(machine), true))) == expected);
  }
}

TEST_CASE("hostile names neither break a line nor pass 80 columns") {
  const std::string name = "very long\n\x1b[31m" + std::string(300, 'y') + "\xff";
  const Machine machine = small_run({.components = 64}, 3, name);
  programs::InputFacts input = made_up_input();
  input.source = "folder/" + name;
  programs::Outcome outcome = made_up_outcome();
  outcome.facts.emplace_back("text", name);
  outcome.check = name;
  const RunSummary run = summary_of(machine, outcome, input);
  for (const std::string& text : {text_of(run_report(run, true)), text_of(run_report(run, false))}) {
    CHECK(widest_line(text) <= line_width);
    CHECK_FALSE(contains(text, "\x1b"));
    CHECK_FALSE(contains(text, "\xff"));
  }
  const Machine plain = small_run({.components = 64}, 3);
  CHECK(std::ranges::count(text_of(run_report(run, true)), '\n') >=
        std::ranges::count(text_of(run_report(summary_of(plain), true)), '\n'));
  // What is cut is the name: the numbers of the row are there.
  const LineTotal& read = machine.ledger().lines().front();
  CHECK(contains(line_with(text_of(run_report(run, true)), "  read "), " " + compact(read.requests) + " "));
}

TEST_CASE("a program of many lines shows the ten that cost most") {
  Machine machine({.components = 16});
  const auto cells = machine.array<int>(8, 0, "cells");
  machine.pardo(8, [&](Processor self) -> Task<> {
    const auto i = self.id();
    co_await cells[i];
    co_await cells[i];
    co_await cells[i];
    co_await cells[i];
    co_await cells[i];
    co_await cells[i];
    co_await cells[i];
    co_await cells[i];
    co_await cells[i];
    co_await cells[i];
    co_await cells[i];
    for (int k = 0; k < 9; ++k) co_await (cells[i] = 1);
  });
  const std::string text = text_of(run_report(summary_of(machine), true));
  CHECK(contains(text, "The 10 source lines that cost most, of 12, all in profile_test.cpp"));
  CHECK(contains(text, "  write "));
  CHECK(contains(text, "No cell was accessed by two processors in one step."));
}

TEST_CASE("a network of very many phases is summed up") {
  const Machine machine = small_run({.components = 1 << 14, .access = "combining:2,2,2,2,2,2,2,2,2,2,2,2,2,2"});
  const std::string text = text_of(run_report(summary_of(machine), true));
  CHECK(machine.ledger().phases().size() == 14);
  CHECK(contains(text, "\n     11 "));
  CHECK(contains(text, "\n  12-14 "));
  CHECK_FALSE(contains(text, "\n     12 "));
}
