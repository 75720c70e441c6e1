#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <pram/ledger.hpp>
#include <pram/machine.hpp>
#include <pram/perf/bsp_parameters.hpp>
#include <pram/perf/report.hpp>
#include <pram/programs/program.hpp>

/// The report on a run of a program: what it did and what it cost.
namespace pram::perf {

/// A run of a program, done or cut short.
struct RunSummary {
  std::string program;
  MachineOptions machine;  ///< as Machine::options() gives them, with every default filled in
  programs::InputFacts input;
  programs::Outcome outcome;  ///< as default-constructed if the run was interrupted
  const Ledger& ledger;       ///< must outlive the summary
  double wall_seconds = 0;    ///< of the run and of its check
  bool interrupted = false;
  std::uint64_t n = 0;                           ///< size of the input, for the line of CSV
  std::optional<BspParameters> parameters = {};  ///< for what supersteps are predicted to cost; none: they are not
  bool bundled =
      true;  ///< false: a program of the user's own, whose input is not known and whose result is not checked
};

/// The text without a profile is a few lines: verified or not, the program's facts, T, W, charge, performance factor
/// and wall time. The profile goes on with what the communication cost: by phase, by region of the program where it has
/// any, by line and by cell, which lines shared steps where some did, by collective where there are any, and the
/// models that the run satisfied and its time under others. Of BSP processes it has what their supersteps did and cost
/// by tag, and what their lines communicated; where there are no PRAM steps, nothing of these. Equal for any number of
/// host threads but for its last line.
///
/// JSON has the whole record in both cases, under stable keys, `version` 1: one object of at least program, machine,
/// input, result, steps, work, processors, charge, performance_factor, lines, cells, models, interrupted and
/// wall_seconds; `step_records` too where the ledger has them. A run with collectives has `collectives`: [{file, line,
/// array, operation, algorithm, times, words, steps, charge, lower_bound (or null)}], and charge.collectives and
/// charge.total. `mixed_steps` counts the steps with requests from several lines; where there are any, `mixed_lines`
/// has [{lines, steps, first_step}]. `regions`, where the program has any: [{name, depth, times, steps, work, requests,
/// forward, back, collectives, supersteps, superstep_charge, distinct, performance_factor}], each followed by those
/// inside it. A run with supersteps has supersteps, processes, superstep_work, superstep_relation, charge.supersteps,
/// charge.total, cost (w and the charge); with parameters: {g, l, source} also predicted; `superstep_totals`, a tag
/// each; `transfers`, a source line each; and `superstep_records` where the ledger has them. Equal to the byte for any
/// number of host threads but for machine.threads and wall_seconds. CSV: a line for the run, as in a sweep. Of a
/// program of the user's own there is no input, result, n and verified. Of PRAM steps JSON has `other_models`: [{model,
/// time (or null), formula, assumes}], and the line of CSV of a profile has a column for the time of each.
Report run_report(const RunSummary& run, bool profile);

}  // namespace pram::perf
