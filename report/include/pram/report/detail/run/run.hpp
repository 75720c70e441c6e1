#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <pram/ledger.hpp>
#include <pram/machine.hpp>
#include <pram/ranks.hpp>
#include <pram/report/bsp_parameters.hpp>
#include <pram/report/detail/run/cell_reads.hpp>
#include <pram/report/detail/run/lint.hpp>
#include <pram/report/detail/run/lower_bound.hpp>
#include <pram/report/detail/run/other_machines.hpp>
#include <pram/report/detail/value/value.hpp>

/// The report on a run of a program: what it did and what it cost.
namespace pram::report {

/// A program's input, and what the check of its result said.
struct CheckedResult {
  std::uint64_t n = 0;          ///< size of the input, for the line of CSV
  Record input = {};            ///< in JSON
  std::string input_text = {};  ///< "R-MAT graph: 8,192 vertices, 32,768 edges"
  bool verified = false;        ///< the result is right; true without an oracle
  std::string check = {};       ///< the oracle: "union-find on one thread"; "": there is none, or nobody asked it
  bool unchecked = false;       ///< nobody asked it, as --unchecked says
  Record facts = {};            ///< what the program found, in JSON
  std::string facts_text = {};  ///< "components: 1, connected: yes"

  bool has_oracle() const { return !check.empty(); }
};

/// The same program on the same input, on a machine of so many components.
struct ScaledRun {
  std::uint32_t components = 0;  ///< p
  std::uint64_t steps = 0;       ///< T
  std::uint64_t work = 0;        ///< W
  std::uint64_t charge = 0;      ///< in units of the network's time, of everything

  /// ⌊W / p⌋ + T: the time of p processors for whom memory costs nothing (Brent 1974).
  std::uint64_t scheduled() const { return work / components + steps; }
  /// The scheduled time and the charge, where a local operation takes one unit: the time that the machine burdens the
  /// program with.
  std::uint64_t burdened() const { return scheduled() + charge; }
};

/// A run of a program, done or cut short.
struct RunSummary {
  std::string program;
  MachineOptions machine;                   ///< as Machine::options() gives them, with every default filled in
  const Ledger& ledger;                     ///< must outlive the summary
  std::optional<double> wall_seconds = {};  ///< none: not measured
  RankTraffic ranks = {};                   ///< that ran the program together
  bool interrupted = false;
  std::optional<BspParameters> parameters = {};  ///< g and l for the predicted cost of supersteps; none: no prediction
  std::vector<ScaledRun> scaled = {};            ///< of other numbers of components, ascending; none: not asked for
  std::optional<CheckedResult> checked = {};     ///< none: nobody has checked the result, and the input is not known
  std::optional<LowerBound> bound = {};   ///< of the charge of phases; none: that of the network's and protocol's names
  std::vector<OtherRun> other_runs = {};  ///< of machines_for_lints(); none: nothing was run again
  std::vector<WrittenCells> written_cells = {};  ///< as CellReads finds; none: nobody has looked
  std::optional<std::vector<Lint>> lints = {};   ///< none: those that are found in the run; empty: nobody wants any
};

/// What the report says of a run by itself.
std::vector<Lint> lints_of(const RunSummary& run);

/// Small pictures in the text of a profile, for a terminal.
struct TextPlots {
  bool blocks = true;      ///< block characters of Unicode; false: ASCII
  std::size_t width = 80;  ///< columns that they end before
};

/// The text without a profile is a few lines: verified or not, the program's facts, T, W, charge, performance factor
/// and wall time. The profile adds the cost of communication: by phase, by line and by cell; by region and by
/// collective where the program has any; and by the lines that shared steps where some did. The profile also has the
/// models that the run satisfied, and its time under other models. For BSP processes the profile has what the
/// supersteps of each tag did and cost, and what each line communicated. A run without PRAM steps has nothing of steps
/// there. The number of host threads changes only the last line.
///
/// JSON has the whole record in both cases, under stable keys: one object of at least program, machine, input, result,
/// steps, work, processors, charge, performance_factor, lines, cells, models, interrupted and wall_seconds;
/// `step_records` too where the ledger has them. A run with collectives has `collectives`: [{file, line, array,
/// operation, algorithm, times, words, steps, charge, lower_bound (or null)}], and charge.collectives and charge.total.
/// `mixed_steps` counts the steps with requests from several lines; where there are any, `mixed_lines` has [{lines,
/// steps, first_step}]. `regions`, where the program has any: [{name, depth, times, steps, work, requests, forward,
/// back, collectives, supersteps, superstep_charge, distinct_charge, performance_factor}], each followed by those
/// inside it. A run with supersteps has supersteps, processes, superstep_work, superstep_relation,
/// charge.superstep_charge, charge.total, superstep_cost (w and the charge); with parameters: {g, l, probed} also
/// predicted; `superstep_totals`, a tag each; `transfers`, a source line each; `unread_messages`, a queue each, where
/// there are any; and `superstep_records` where the ledger has them. A run with PRAM steps has `other_models`: [{model,
/// time (or null), formula, assumes}]. `lints`: [{name, text, share (or null)}], where there are any, which text has as
/// a section. Where nothing has been checked there is no input, result, n and verified. With several ranks there is
/// `ranks`: {count, steps, messages, bytes}. The number of host threads changes only machine.threads and wall_seconds.
///
/// Runs of other numbers of components are a table, and in JSON `scaled`: [{components, steps, work, charge, scheduled,
/// burdened, speed_up}].
///
/// CSV has one line for the run, as in a sweep; in a profile it also has a column for the time in each other model.
///
/// @param plots  the text of a profile has a line of bars for the charge of each step, as far as the ledger kept
///               records, and a bar for each line's charge; none: no pictures
Report run_report(const RunSummary& run, bool profile, const std::optional<TextPlots>& plots = std::nullopt);

/// "Ran in 1.50 s on 2 host threads."; "" where the time is not known.
std::string host_time_text(const RunSummary& run);

}  // namespace pram::report
