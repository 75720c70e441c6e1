#include "other_models.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include <pram/report/detail/value/fields.hpp>
#include <pram/report/detail/value/items.hpp>
#include <pram/report/detail/value/text.hpp>

namespace pram::report {

namespace {

/// Gibbons, Matias and Ramachandran, "The queue-read queue-write PRAM model: accounting for contention in parallel
/// algorithms", SIAM J. Comput. 28, 1998: a step takes as long as the longest queue at a cell.
ModelTime queuing_time(const Ledger& ledger) {
  return {"qrqw", "QRQW PRAM", static_cast<double>(ledger.step_total().contention), "the sum of κ",
          "processors wait in line at a cell, and a step takes its largest degree κ"};
}

/// The time of an EREW PRAM that sorts the requests of each step (Eckstein 1979; Vishkin 1983; JáJá 10.1).
ModelTime exclusive_time(const Ledger& ledger) {
  const auto steps = static_cast<double>(ledger.steps());
  if (ledger.models().front() == "EREW")
    return {"erew", "EREW PRAM", steps, "T", "the run satisfies EREW, and needs no emulation"};
  const std::uint64_t p = std::max<std::uint64_t>(ledger.processors(), 2);
  const auto logarithm = static_cast<double>(std::bit_width(p - 1));
  return {"erew", "EREW PRAM", steps * logarithm, "T ⌈log2 p⌉",
          fmt::format("{} processors emulate each step by sorting its requests; the constant of sorting is left out",
                      with_separators(p))};
}

/// The steps that p processors take for the run's work by Brent's theorem (Brent 1974; JáJá, Theorem 1.1).
std::uint64_t scheduled_time(const Ledger& ledger, const MachineOptions& machine) {
  return ledger.work() / machine.components + ledger.steps();
}

ModelTime work_time(const Ledger& ledger, const MachineOptions& machine) {
  return {"work", fmt::format("{} processors", with_separators(machine.components)),
          static_cast<double>(scheduled_time(ledger, machine)), "⌊W / p⌋ + T",
          "the p components share out the operations of each step, and memory costs nothing (Brent)"};
}

ModelTime superstep_time(const Ledger& ledger, const MachineOptions& machine,
                         const std::optional<BspParameters>& parameters) {
  ModelTime bsp{"bsp", "BSP", std::nullopt, "⌊W / p⌋ + T + g h + l S", ""};
  const StepTotal& sums = ledger.step_total();
  if (ledger.phases_have_names()) {
    bsp.assumes = "the routines of access by sorting are no h-relations";
    return bsp;
  }
  if (!parameters) {
    bsp.assumes = "g and l of the network are not known; pram profile fits them";
    return bsp;
  }
  bsp.time = parameters->cost(static_cast<double>(scheduled_time(ledger, machine)), static_cast<double>(sums.relation),
                              static_cast<double>(sums.exchanges));
  bsp.assumes =
      fmt::format("each way of a phase of access {} is a superstep: S = {}, h = {} in all, {}", machine.access.text(),
                  with_separators(sums.exchanges), with_separators(sums.relation), parameters_text(*parameters));
  return bsp;
}

std::string model_time_text(double time) {
  return time == std::floor(time) ? with_separators(static_cast<std::uint64_t>(time)) : decimal(time);
}

}  // namespace

std::vector<ModelTime> model_times(const Ledger& ledger, const MachineOptions& machine,
                                   const std::optional<BspParameters>& parameters) {
  if (ledger.steps() == 0) return {};
  return {{"pram", "PRAM", static_cast<double>(ledger.steps()), "T", "a step takes one unit, whatever it asks for"},
          queuing_time(ledger),
          exclusive_time(ledger),
          work_time(ledger, machine),
          superstep_time(ledger, machine, parameters),
          {"machine", "this machine", static_cast<double>(ledger.charge() + ledger.charge_back()), "the charge",
           fmt::format("network {} takes so long to carry requests and replies", machine.network.text())}};
}

void add_other_models(Report& report, const std::vector<ModelTime>& times, const Ledger& ledger, bool with_text) {
  if (times.empty()) return;
  report.add_data(Fields<ModelTime>()
                      .data("model", &ModelTime::key)
                      .data("time", &ModelTime::time)
                      .data("formula", &ModelTime::formula)
                      .data("assumes", &ModelTime::assumes)
                      .table("other_models", "", times));
  if (!with_text) return;
  std::string title = "Under other models";
  if (ledger.supersteps() > 0) title += ", its PRAM steps alone";
  if (ledger.collective_charge() > 0) title += ", without collectives";
  report.section(title);
  for (const ModelTime& one : times) {
    report.line(one.name, one.time ? fmt::format("{} = {}: {}", model_time_text(*one.time), one.formula, one.assumes)
                                   : "- " + one.assumes);
  }
}

void add_model_columns(Table& lines, const std::vector<ModelTime>& times) {
  for (const char* const key : {"pram", "qrqw", "erew", "work", "bsp", "machine"}) {
    const auto known = std::ranges::find(times, key, &ModelTime::key);
    lines.columns.push_back({fmt::format("{}_time", key), std::nullopt});
    for (auto& row : lines.rows) row.push_back({known != times.end() ? Value(known->time) : Value(), ""});
  }
}

}  // namespace pram::report
