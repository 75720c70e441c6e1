#include <doctest/doctest.h>

#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <type_traits>
#include <utility>

#include <pram/pram.hpp>
#include <pram/report.hpp>
#include <pram/report/detail/file/export.hpp>
#include <pram/report/detail/page/profile_page.hpp>
#include <pram/report/detail/run/run.hpp>
#include <pram/report/trace.hpp>

#include "../contains.hpp"

// Reports on what was moved from, and recorders that their machines leave.
// NOLINTBEGIN(bugprone-use-after-move): that is what is tried here

namespace {

/// What an action throws; "nothing" if it throws nothing.
template <class Act>
std::string thrown_by(const Act& act) {
  try {
    act();
  } catch (const pram::Error& error) {
    return error.what();
  }
  return "nothing";
}

pram::Task<> idle_twice(pram::Processor self) { co_await self.idle(2); }

}  // namespace

TEST_CASE("reports on a machine that was moved from are refused") {
  pram::Machine machine({.components = 4});
  const pram::Machine kept = std::move(machine);
  std::ostringstream out;
  const auto check = [&](const auto& act) {
    CHECK(pram::testing::contains(thrown_by(act), "this machine was moved from"));
  };
  check([&] { static_cast<void>(pram::report::text(machine)); });
  check([&] { pram::report::print(machine, {}, out); });
  check([&] { pram::report::write_json(machine, "/dev/null"); });
  check([&] { pram::report::write_csv(machine, "/dev/null"); });
  check([&] { pram::report::write_html(machine, "/dev/null"); });
  check([&] { pram::report::write_svg(machine, "/dev/null/none"); });
  check([&] { pram::report::write_tables(machine, "/dev/null/none"); });
  check([&] { pram::report::write_trace_events(machine, "/dev/null"); });
  check([&] { const pram::report::TraceRecorder recorder(machine); });
  CHECK(out.str().empty());
}

TEST_CASE("a ledger that was moved from has no lists, and can be reported on all the same") {
  pram::Machine machine({.components = 4, .ledger = pram::LedgerDetail::profile});
  const auto cells = machine.array<int>(8, 5);
  machine.pardo(8, [&](pram::Processor) -> pram::Task<> { co_await cells[0].add(1); });
  pram::Ledger ledger = machine.ledger();
  const pram::Ledger kept = std::move(ledger);
  for (const auto& table : pram::report::tidy_tables(ledger)) CHECK(!table.content.empty());
  CHECK_NOTHROW(static_cast<void>(pram::report::gnuplot_scripts(ledger)));
}

/// The row of the tables in tests/core/misuse for "pram::report::TraceRecorder".
TEST_CASE("a recorder stays in its place, and outlives its machine") {
  CHECK_FALSE(std::is_move_constructible_v<pram::report::TraceRecorder>);
  std::optional<pram::Machine> machine(std::in_place, pram::MachineOptions{.components = 4});
  const auto recorder = std::make_unique<pram::report::TraceRecorder>(*machine);
  machine->pardo(2, idle_twice);
  const std::string before = pram::report::trace_text(*recorder);
  machine.reset();
  CHECK(pram::report::trace_text(*recorder) == before);
  recorder->stop();
  CHECK(pram::report::trace_text(*recorder) == before);
  std::optional<pram::Machine> second(std::in_place, pram::MachineOptions{.components = 4});
  { const pram::report::TraceRecorder ended(*second); }
  second->pardo(2, idle_twice);
  CHECK(second->ledger().steps() == 2);
}
// NOLINTEND(bugprone-use-after-move)
