#include <cstdint>
#include <optional>
#include <string>

#include <pram/perf/runs/compare.hpp>
#include <pram/report/detail/run/saved.hpp>
#include "compared_lines.hpp"

namespace pram::perf {

namespace {

/// A pair of network and protocol. What all pairs have in common stands in the comparison.
ComparedRun read_pair(const Field& row, const Comparison& comparison) {
  ComparedRun run;
  run.n = comparison.checked.n;
  run.seed = comparison.machine.seed;
  row.get("network", run.network).get("access", run.access);
  if (const auto failure = row.find("failure")) {
    failure->to(run.failed);
    if (run.failed.empty()) failure->refuse("a reason");
    return run;
  }
  // Counts that no pair has any of are left out.
  for (const RunCount& count : run_counts) {
    if (const auto number = row.find(count.key)) number->to(run.*count.of);
  }
  row.get("performance_factor", run.performance_factor).get("equal", run.equal);
  const report::Field verified = row.at("verified");
  run.has_oracle = !verified.is_null();
  run.verified = !run.has_oracle || verified.as<bool>();
  if (row.find("g")) {
    BspParameters& parameters = run.parameters.emplace();
    row.get("g", parameters.g).get("l", parameters.l).get("probed", parameters.fitted);
  }
  return run;
}

}  // namespace

Comparison read_comparison(const Field& report) {
  check_version(report);
  Comparison comparison;
  report.get("program", comparison.program);
  comparison.machine = read_machine(report.at("machine"));
  comparison.checked = read_checked(report).value_or(CheckedResult());
  report.get("steps", comparison.steps).get("work", comparison.work).get("requests", comparison.requests);
  report.get("ideal_charge", comparison.ideal_charge).get("asked", comparison.asked);
  report.get("interrupted", comparison.interrupted).get("wall_seconds", comparison.wall_seconds);
  for (const Field& row : report.at("runs").entries()) comparison.runs.push_back(read_pair(row, comparison));
  read_lines(report.at("lines"), comparison);
  return comparison;
}

}  // namespace pram::perf
