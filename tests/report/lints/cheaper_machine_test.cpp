#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <pram/pram.hpp>
#include <pram/report/detail/run/other_machines.hpp>
#include "lint_checks.hpp"

namespace pram::report {

using testing::check_quiet;
using testing::check_said;
using testing::small_run;
using testing::summary_of;

namespace {

std::vector<std::string> options_of(const MachineOptions& machine) {
  std::vector<std::string> options;
  for (const OtherMachine& other : machines_for_lints(summary_of(small_run(machine)))) options.push_back(other.options);
  return options;
}

}  // namespace

TEST_CASE("lint cheaper-machine: the machines are those that differ in placement or in the basis of the protocol") {
  using Names = std::vector<std::string>;
  CHECK(options_of({.components = 64, .access = "combining:4,4,4"}) ==
        Names{"--placement direct", "--access direct", "--access combining:8,8"});
  CHECK(options_of({.components = 64, .access = "direct"}) == Names{"--placement direct", "--access combining:8,8"});
  CHECK(options_of({.components = 512, .access = "combining", .placement = Placement::direct}) ==
        Names{"--access direct", "--access combining:23,23"});
  CHECK(options_of({.components = 2, .access = "direct"}) ==
        Names{"--placement direct", "--access combining:2", "--access combining:1,2"});
  CHECK(options_of({.components = 1, .access = "direct"}).empty());
  for (std::uint32_t components = 2; components < 300; ++components) {
    for (const OtherMachine& other : machines_for_lints(summary_of(small_run({.components = components}, 1))))
      CHECK(access_protocols().make(other.machine.access.spec(), components)->name() == other.machine.access.text());
  }
}

TEST_CASE("lint cheaper-machine: a hash stays where cells are hashed, and goes where they are not") {
  const MachineOptions hashed{.components = 64, .access = "combining:4,4,4", .hash = "k-wise:3"};
  for (const OtherMachine& other : machines_for_lints(summary_of(small_run(hashed)))) {
    CAPTURE(other.options);
    CHECK(other.machine.hash == (other.options == "--placement direct" ? "" : "k-wise:3"));
    CHECK_NOTHROW(Machine{other.machine});
  }
}

TEST_CASE(
    "lint cheaper-machine: a program is not run again where nobody wants lints, it was stopped, or asked nothing") {
  const Machine machine = small_run();
  RunSummary run = summary_of(machine);
  CHECK_FALSE(machines_for_lints(run).empty());
  for (const OtherMachine& other : machines_for_lints(run)) CHECK(other.machine.ledger == LedgerDetail::totals);
  run.interrupted = true;
  CHECK(machines_for_lints(run).empty());
  run.interrupted = false;
  run.lints.emplace();
  CHECK(machines_for_lints(run).empty());
  CHECK(machines_for_lints(summary_of(small_run({.components = 64}, 0))).empty());
  LedgerData large;
  large.steps = 4;
  large.charge = 10;
  large.requests.reads = std::uint64_t{1} << 22;
  const auto machines = [&] {
    const Ledger ledger(large);
    return machines_for_lints({.program = "large", .machine = machine.options(), .ledger = ledger}).size();
  };
  CHECK(machines() == 2);
  ++large.requests.reads;
  CHECK(machines() == 0);
  --large.requests.reads;
  large.steps = (std::uint64_t{1} << 28) / 64 + 1;
  CHECK(machines() == 0);
}

TEST_CASE("lint cheaper-machine: what another machine saves, as runs on it say") {
  const Machine machine = small_run({.components = 64, .access = "combining:2,2,2,2,2,2"});
  RunSummary run = summary_of(machine);
  const std::uint64_t charge = machine.ledger().charge() + machine.ledger().charge_back();
  std::pair<std::uint64_t, std::string> best = {charge, ""};
  for (const OtherMachine& other : machines_for_lints(run)) {
    const Ledger ledger = small_run(other.machine).ledger();
    run.other_runs.push_back({other.options, ledger.total_charge()});
    best = std::min(best, std::pair(ledger.charge() + ledger.charge_back(), other.options));
  }
  REQUIRE(best.first < charge * 9 / 10);
  const Lint lint = check_said(run, "cheaper-machine");
  const double saved = 1 - static_cast<double>(best.first) / static_cast<double>(charge);
  REQUIRE(lint.share);
  CHECK(*lint.share == doctest::Approx(saved));
  CHECK(lint.text == best.second + " would save " + percentage(saved, 1) +
                         " of the charge: " + with_separators(best.first) + " in place of " + with_separators(charge) +
                         ", as another run shows");
}

TEST_CASE("lint cheaper-machine: nothing below a tenth of the charge, and nothing without another run") {
  const Machine machine = small_run();
  RunSummary run = summary_of(machine);
  check_quiet(run, "cheaper-machine");
  LedgerData ledger;
  ledger.charge = 900;
  ledger.charge_back = 100;
  const Ledger known(ledger);
  RunSummary made{.program = "made", .machine = machine.options(), .ledger = known};
  made.other_runs = {{"--a", 901}, {"--b", 2000}};
  check_quiet(made, "cheaper-machine");
  made.other_runs.push_back({"--c", 900});
  CHECK(check_said(made, "cheaper-machine").text ==
        "--c would save 10.0% of the charge: 900 in place of 1,000, as another run shows");
  made.other_runs = {{"--d", 1000}};
  check_quiet(made, "cheaper-machine");
}

}  // namespace pram::report
