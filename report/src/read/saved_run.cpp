#include <pram/report/saved_run.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <pram/detail/ledger/ledger_builder.hpp>
#include <pram/error.hpp>
#include "field.hpp"
#include "json/read_json.hpp"
#include "ledger_readers.hpp"

namespace pram::report {

namespace {

constexpr std::uint64_t known_version = 1;

void refuse_others(const Field& report) {
  const auto version = report.find("version");
  if (!version) throw Error("it is no report: it has no version");
  if (const auto number = version->as<std::uint64_t>(); number != known_version)
    throw Error(fmt::format("its version is {}, and this program reads version {}", number, known_version));
  if (!report.find("program") || !report.find("charge"))
    throw Error("it is no report on a run, as run, profile and bsp write it");
}

MachineOptions read_machine(const Field& field) {
  MachineOptions machine;
  field.get("components", machine.components);
  if (machine.components == 0 || machine.components > most_components)
    field.at("components").refuse(fmt::format("a number from 1 to {}", most_components));
  machine.network = field.at("network").as<std::string>();
  machine.access = field.at("access").as<std::string>();
  try {
    machine.rule = rule_from(field.at("rule").as<std::string>());
    machine.placement = placement_from(field.at("placement").as<std::string>());
  } catch (const ConfigError& error) {
    throw Error(fmt::format("its machine has {} '{}', which is not known", error.option, error.value));
  }
  field.get("threads", machine.threads).get("seed", machine.seed).get("max_steps", machine.max_steps);
  return machine;
}

/// The members of a record, without some of them.
Record without(const Record& record, std::initializer_list<std::string_view> names) {
  Record rest;
  for (const auto& member : record) {
    if (std::ranges::find(names, member.first) == names.end()) rest.push_back(member);
  }
  return rest;
}

std::optional<CheckedResult> read_checked(const Field& run) {
  const auto result = run.find("result");
  if (!result) return std::nullopt;
  CheckedResult checked;
  const Field input = run.at("input");
  input.get("size", checked.n).get("text", checked.input_text);
  checked.input = without(input.record(), {"size", "text"});
  result->get("verified", checked.verified).get("check", checked.check).get("text", checked.facts_text);
  checked.facts = without(result->record(), {"verified", "check", "text"});
  return checked;
}

std::optional<BspParameters> read_parameters(const Field& run) {
  const auto field = run.find("parameters");
  if (!field) return std::nullopt;
  BspParameters parameters;
  field->get("g", parameters.g).get("l", parameters.l);
  parameters.fitted = field->at("source").as<std::string>() == "probe";
  return parameters;
}

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

Ledger read_ledger(const Field& run, std::uint32_t components) {
  detail::LedgerBuilder ledger;
  read_totals(run, ledger);
  read_steps(run, ledger);
  read_supersteps(run, ledger);
  read_profile(run, components, ledger);
  return ledger.take();
}

}  // namespace

SavedRun read_run(std::string_view json) {
  const Value value = read_json(json);
  const Field run(value, "");
  refuse_others(run);
  const MachineOptions machine = read_machine(run.at("machine"));
  auto ledger = std::make_unique<const Ledger>(read_ledger(run, machine.components));
  const Ledger& kept = *ledger;
  return {.ledger = std::move(ledger),
          .summary = {.program = run.at("program").as<std::string>(),
                      .machine = machine,
                      .ledger = kept,
                      .wall_seconds = run.at("wall_seconds").as<std::optional<double>>(),
                      .interrupted = run.at("interrupted").as<bool>(),
                      .parameters = read_parameters(run),
                      .scaled = read_scaled(run),
                      .checked = read_checked(run)}};
}

}  // namespace pram::report
