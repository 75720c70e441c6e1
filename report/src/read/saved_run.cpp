#include <pram/report/detail/run/saved_run.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <pram/error.hpp>
#include <pram/report/detail/run/saved.hpp>
#include <pram/report/detail/value/read_json.hpp>
#include "ledger_readers.hpp"

namespace pram::report {

namespace {

std::vector<ScaledRun> read_scaled(const Field& run) {
  std::vector<ScaledRun> runs;
  const auto list = run.find("scaled");
  if (!list) return runs;
  for (const Field& row : list->entries()) {
    ScaledRun& scaled = runs.emplace_back();
    row.get("components", scaled.components).get("steps", scaled.steps).get("work", scaled.work);
    row.get("charge", scaled.charge);
    if (scaled.components == 0) row.at("components").refuse("a number above 0");
  }
  return runs;
}

RankTraffic read_ranks(const Field& run) {
  const auto ranks = run.find("ranks");
  if (!ranks) return {};
  return {.ranks = ranks->at("count").as<std::uint32_t>(),
          .steps = ranks->at("steps").as<std::uint64_t>(),
          .messages = ranks->at("messages").as<std::uint64_t>(),
          .bytes = ranks->at("bytes").as<std::uint64_t>()};
}

Ledger read_ledger(const Field& run, std::uint32_t components) {
  LedgerData ledger;
  read_totals(run, ledger);
  read_steps(run, ledger);
  read_supersteps(run, ledger);
  read_profile(run, components, ledger);
  return Ledger(std::move(ledger));
}

}  // namespace

SavedRun read_run(std::string_view json) {
  Value report = read_json(json);
  update_version(report);
  return read_run(Field(report, ""));
}

SavedRun read_run(const Field& run) {
  check_version(run);
  if (!run.find("program") || !run.find("charge"))
    throw Error("it is no report on a run, as run, profile and bsp write it");
  const MachineOptions machine = read_machine(run.at("machine"));
  auto ledger = std::make_unique<const Ledger>(read_ledger(run, machine.components));
  const Ledger& kept = *ledger;
  return {.ledger = std::move(ledger),
          .summary = {.program = run.at("program").as<std::string>(),
                      .machine = machine,
                      .ledger = kept,
                      .wall_seconds = run.at("wall_seconds").as<std::optional<double>>(),
                      .ranks = read_ranks(run),
                      .interrupted = run.at("interrupted").as<bool>(),
                      .parameters = read_parameters(run),
                      .scaled = read_scaled(run),
                      .checked = read_checked(run),
                      .lints = read_lints(run)}};
}

}  // namespace pram::report
