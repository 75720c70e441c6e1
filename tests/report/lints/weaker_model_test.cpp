#include <doctest/doctest.h>

#include <cstdint>
#include <map>
#include <string>

#include <pram/pram.hpp>
#include "lint_checks.hpp"

namespace pram::report {

using testing::check_quiet;
using testing::check_said;
using testing::contains;
using testing::summary_of;

namespace {

constexpr std::uint64_t pardo_processors = 32;

enum class Meets { nobody, readers, agreeing_writers, writers };

/// A pardo of some steps whose processors meet at cells, or do not.
void run_pardo(Machine& machine, Meets meets) {
  const auto cells = machine.array<std::int64_t>(pardo_processors, 0, "cells");
  const auto body = [&](Processor self) -> Task<> {
    const auto id = static_cast<std::int64_t>(self.id());
    for (int round = 0; round < 3; ++round) {
      if (meets == Meets::readers) (void)co_await cells[0];
      if (meets == Meets::agreeing_writers) co_await (cells[0] = 7);
      if (meets == Meets::writers) co_await (cells[0] = id);
      co_await (cells[self.id()] = id);
    }
  };
  // A line for each way of meeting, so that each is a pardo of its own.
  switch (meets) {
    case Meets::nobody: machine.pardo(pardo_processors, body); break;
    case Meets::readers: machine.pardo(pardo_processors, body); break;
    case Meets::agreeing_writers: machine.pardo(pardo_processors, body); break;
    case Meets::writers: machine.pardo(pardo_processors, body); break;
  }
}

MachineOptions profiled(Rule rule, unsigned threads = 1) {
  return {.components = 8, .rule = rule, .threads = threads, .ledger = LedgerDetail::profile};
}

Machine of_three(Rule rule, unsigned threads = 1) {
  Machine machine(profiled(rule, threads));
  for (const Meets meets : {Meets::nobody, Meets::readers, Meets::writers}) run_pardo(machine, meets);
  return machine;
}

/// Whether a pardo passes under a rule, by running it.
bool passes(Meets meets, Rule rule) {
  Machine machine(profiled(rule));
  try {
    run_pardo(machine, meets);
  } catch (const ConflictError&) {
    return false;
  }
  return true;
}

}  // namespace

TEST_CASE("lint weaker-model: pardos that a weaker rule would do for, with their share of the charge") {
  const Machine machine = of_three(Rule::arbitrary);
  const Lint lint = check_said(summary_of(machine), "weaker-model");
  // The charge of each pardo, summed from the records of steps.
  std::map<std::uint32_t, std::uint64_t> charges;
  std::uint64_t whole = 0;
  for (const StepRecord& step : machine.ledger().step_records()) {
    charges[step.pardo] += step.charge + step.charge_back;
    whole += step.charge + step.charge_back;
  }
  REQUIRE(charges.size() == 3);
  const double share = static_cast<double>(charges[0] + charges[1]) / static_cast<double>(whole);
  REQUIRE(lint.share);
  CHECK(*lint.share == doctest::Approx(share));
  CHECK(contains(lint.text, "2 of 3 pardos, with " + percentage(share, 1) +
                                " of the charge, would do under a weaker "
                                "rule than arbitrary: "));
  const auto line = [&](std::size_t pardo) {
    return "weaker_model_test.cpp:" + std::to_string(machine.ledger().pardos()[pardo].where.line);
  };
  CHECK(contains(lint.text, "EREW at lints/" + line(0)));
  CHECK(contains(lint.text, "CREW at lints/" + line(1)));
  CHECK_FALSE(contains(lint.text, line(2)));
  // It is so: under these rules they pass, and under a weaker one they do not.
  CHECK(passes(Meets::nobody, Rule::erew));
  CHECK(passes(Meets::readers, Rule::crew));
  CHECK_FALSE(passes(Meets::readers, Rule::erew));
  CHECK_FALSE(passes(Meets::writers, Rule::common));
}

TEST_CASE("lint weaker-model: nothing where every pardo needs its rule, or where none is known") {
  for (const auto& [meets, rule] :
       {std::pair(Meets::nobody, Rule::erew), std::pair(Meets::readers, Rule::crew),
        std::pair(Meets::agreeing_writers, Rule::common), std::pair(Meets::writers, Rule::arbitrary),
        // What agreeing writers leave is not what `common` leaves.
        std::pair(Meets::agreeing_writers, Rule::tolerant), std::pair(Meets::agreeing_writers, Rule::sum)}) {
    Machine machine(profiled(rule));
    run_pardo(machine, meets);
    check_quiet(summary_of(machine), "weaker-model");
  }
  Machine totals({.components = 8, .ledger = LedgerDetail::steps});
  run_pardo(totals, Meets::nobody);
  check_quiet(summary_of(totals), "weaker-model");
  Machine processes({.components = 8, .ledger = LedgerDetail::profile});
  processes.spmd([](bsp::Process self) -> Task<> { co_await self.sync(); });
  check_quiet(summary_of(processes), "weaker-model");
}

TEST_CASE("lint weaker-model: agreeing writers do under common") {
  for (const Rule rule : {Rule::arbitrary, Rule::priority}) {
    Machine machine(profiled(rule));
    run_pardo(machine, Meets::agreeing_writers);
    CHECK(contains(check_said(summary_of(machine), "weaker-model").text, "CRCW common at "));
    CHECK(passes(Meets::agreeing_writers, Rule::common));
    CHECK_FALSE(passes(Meets::agreeing_writers, Rule::crew));
  }
}

TEST_CASE(
    "lint weaker-model: a pardo below a tenth of the charge is not worth a word, and more than three are counted") {
  Machine machine(profiled(Rule::arbitrary));
  const auto cells = machine.array<std::int64_t>(pardo_processors, 0, "cells");
  machine.pardo(2, [&](Processor self) -> Task<> { (void)co_await cells[self.id()]; });
  for (int k = 0; k < 30; ++k) run_pardo(machine, Meets::writers);
  REQUIRE(machine.ledger().pardos()[0].charge > 0);
  check_quiet(summary_of(machine), "weaker-model");

  Machine many(profiled(Rule::arbitrary));
  const auto own = many.array<std::int64_t>(pardo_processors, 0, "own");
  for (const char* const name : {"a", "b", "c", "d", "e"})
    many.pardo(
        pardo_processors, [&](Processor self) -> Task<> { (void)co_await own[self.id()]; }, name);
  const Lint lint = check_said(summary_of(many), "weaker-model");
  CHECK(contains(lint.text, "5 of 5 pardos, with 100.0% of the charge"));
  CHECK(lint.text.ends_with(" and 2 more"));
}

TEST_CASE("lints are the same for any number of host threads") {
  const auto lints = [](unsigned threads) {
    return json_of(run_report(summary_of(of_three(Rule::arbitrary, threads)), true));
  };
  const auto rows = [](const std::string& text) { return nlohmann::json::parse(text).at("lints"); };
  const auto expected = rows(lints(1));
  REQUIRE(expected.size() >= 1);
  for (const unsigned threads : {2U, 3U, 8U}) CHECK(rows(lints(threads)) == expected);
}

}  // namespace pram::report
