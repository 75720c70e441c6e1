#include "single_run.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <pram/detail/ranks/from_rank_0.hpp>
#include <pram/perf/runs/checked_result.hpp>
#include <pram/pram.hpp>
#include <pram/programs/program.hpp>
#include <pram/report/detail/run/other_machines.hpp>
#include <pram/report/detail/run/program_run.hpp>
#include <pram/report/detail/run/run.hpp>
#include <pram/report/detail/value/text.hpp>
#include "../options/run.hpp"
#include "../output/interrupt.hpp"
#include "../output/progress.hpp"
#include "../request/machine_request.hpp"
#include "../request/number_list.hpp"
#include "../request/place.hpp"
#include "../results/parameters.hpp"
#include "../results/run_output.hpp"

namespace pram::tool {

namespace {

/// Pages and the like need the records of steps and supersteps, and so do the small pictures of a profile.
MachineOptions whole_machine(const Options& options, const programs::Program& program, bool profile) {
  MachineOptions machine = machine_options(options, program, {options[option::network]});
  machine.network = options.text(option::network, machine.network);
  machine.access = access_of(options, program, machine.network.spec());
  if (!options.has(option::ledger)) {
    machine.ledger = shows_steps(options)                       ? LedgerDetail::profile
                     : profile && plots(options, STDOUT_FILENO) ? LedgerDetail::steps
                                                                : LedgerDetail::totals;
  }
  return machine;
}

/// @returns what the program found and whether it is right; nothing if Ctrl-C stopped it
std::optional<programs::Outcome> run_job(const programs::Job& job, Machine& machine, ProgressLine& progress,
                                         bool& interrupted) {
  progress.show("running");
  if (progress.on_terminal()) {
    const double before = progress.seconds();
    machine.on_progress([&progress, before](std::uint64_t steps) {
      const double rate = static_cast<double>(steps) / (progress.seconds() - before);
      progress.show(fmt::format("{} step{}, {} a second", report::with_separators(steps), steps == 1 ? "" : "s",
                                report::decimal(rate)));
    });
  }
  InterruptGuard guard(&machine);
  const PollScope watched = watch(progress, guard);
  std::optional<programs::Outcome> outcome;
  try {
    outcome = job.run(machine);
  } catch (const Interrupted&) {
  }
  machine.on_progress(nullptr);
  interrupted = pram::detail::any_rank(guard.interrupted());
  return outcome;
}

/// What the report predicts supersteps by, and the steps of a profile as BSP. Only a profile is worth the time that it
/// takes to fit them to a network that has none of its own.
/// @param interrupted  becomes true if the fit is stopped
std::optional<report::BspParameters> parameters_of(const Machine& machine, bool profile, bool& interrupted) {
  const MachineOptions& options = machine.options();
  const Ledger& ledger = machine.ledger();
  if (ledger.supersteps() == 0 && (!profile || ledger.steps() == 0)) return std::nullopt;
  if (!profile || interrupted) return report::own_parameters(options.network.spec(), options.components);
  return fitted_parameters(options.network.spec(), options.components, interrupted);
}

/// The job on a machine of each size of --scale, ascending. Every machine must find the right result.
/// @param interrupted  becomes true if Ctrl-C stops one; then there are those before it
std::vector<report::ScaledRun> scaled_runs(const Options& options, const MachineOptions& machine,
                                           const programs::Job& job, bool& interrupted) {
  std::vector<report::ScaledRun> runs;
  if (!options.has(option::scale)) return runs;
  std::vector<std::uint32_t> sizes = number_list(options, option::scale, 1, most_components, {});
  std::ranges::sort(sizes);
  sizes.erase(std::ranges::unique(sizes).begin(), sizes.end());
  for (const std::uint32_t components : sizes) {
    if (interrupted) break;
    MachineOptions scaled = machine;
    scaled.components = components;
    scaled.ledger = LedgerDetail::totals;
    Machine one(scaled);
    ProgressLine progress("running");
    const std::optional<programs::Outcome> outcome = run_job(job, one, progress, interrupted);
    if (!outcome) break;
    if (!outcome->verified)
      throw Error(fmt::format("the result on {} components is wrong, checked against {}", components, outcome->check));
    const Ledger& ledger = one.ledger();
    runs.push_back({components, ledger.steps() + ledger.supersteps(),
                    ledger.work() + report::all_supersteps(ledger).work, ledger.total_charge()});
  }
  return runs;
}

/// The charge of the job on a machine; nothing if the machine cannot do it, or finds another result.
/// @param interrupted  becomes true if Ctrl-C stops it
/// @param observer     of the machine; null: none
std::optional<std::uint64_t> charge_on(const MachineOptions& options, const programs::Job& job, bool& interrupted,
                                       Observer* observer = nullptr) {
  try {
    Machine machine(options);
    std::optional<Observation> observation;
    if (observer != nullptr) observation.emplace(machine.observe(*observer));
    ProgressLine progress("running");
    const std::optional<programs::Outcome> outcome = run_job(job, machine, progress, interrupted);
    if (outcome && outcome->verified) return machine.ledger().total_charge();
  } catch (const std::exception&) {
  }
  return std::nullopt;
}

/// The job on the machines that lints ask for, which take no more memory than the run's machine has left.
/// @param interrupted  becomes true if Ctrl-C stops one; then there are those before it
std::vector<report::OtherRun> runs_for_lints(const report::RunSummary& run, const Machine& machine,
                                             const programs::Job& job, bool& interrupted) {
  std::vector<report::OtherRun> runs;
  const std::uint64_t limit = machine.options().memory_limit;
  const std::uint64_t taken = machine.memory_use().now;
  if (taken >= limit) return runs;
  for (report::OtherMachine& other : report::machines_for_lints(run)) {
    if (interrupted) break;
    other.machine.memory_limit = limit - taken;
    if (const auto charge = charge_on(other.machine, job, interrupted)) runs.push_back({other.options, *charge});
  }
  return runs;
}

/// What the job's processors write and nobody reads, on the run's machine once more, observed.
/// @param interrupted  becomes true if Ctrl-C stops it
std::vector<report::WrittenCells> cells_for_lints(const report::RunSummary& run, const Machine& machine,
                                                  const programs::Job& job, bool& interrupted) {
  const std::uint64_t limit = machine.options().memory_limit;
  const std::uint64_t taken = machine.memory_use().now;
  if (interrupted || taken >= limit || !report::lints_want_cell_reads(run)) return {};
  if (ranks() > 1) return {};  // nobody observes machines of several ranks
  MachineOptions options = run.machine;
  options.ledger = LedgerDetail::totals;
  options.memory_limit = limit - taken;
  report::CellReads reads;
  if (!charge_on(options, job, interrupted, &reads)) return {};
  return reads.found();
}

[[noreturn]] void report_mismatch(const programs::Program& program, const programs::Outcome& outcome,
                                  const MachineOptions& machine) {
  std::string line = fmt::format("{}: the result is wrong, checked against {}", program.name, outcome.check);
  if (machine.rule != program.model)
    line += fmt::format("; the program is made for --rule {}, and ran under {}", to_string(Rule(program.model)),
                        to_string(machine.rule));
  throw Error(line);
}

}  // namespace

int run_once(const CommandLine& line, bool profile) {
  const Options& options = line.options;
  if (options.has(option::resume))
    options.refuse(option::resume, "nothing without a sweep (--n A..B or --seeds A..B): the parts are its runs");
  const programs::Program& program = programs::find_program(*line.operand);
  const MachineOptions wanted = whole_machine(options, program, profile);
  programs::InputRequest request = input_request(options, program);
  Machine machine(wanted);
  request.memory_limit = machine.options().memory_limit;
  const std::optional<Output> result = output(options, option::output);
  keep_input(options, option::output, result);
  const RunOutput places(options, result ? &*result : nullptr);
  std::optional<ProgressLine> progress(what_is_read(request));
  const std::unique_ptr<programs::Job> job = program.prepare(request);

  bool interrupted = false;
  const auto start = std::chrono::steady_clock::now();
  std::optional<programs::Outcome> outcome = run_job(*job, machine, *progress, interrupted);
  progress.reset();
  const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - start;

  // A run that is stopped after its last step has a result.
  if (outcome && !outcome->verified) report_mismatch(program, *outcome, machine.options());
  if (outcome && result) result->write(outcome->write);
  std::vector<report::ScaledRun> scaled;
  if (!interrupted) scaled = scaled_runs(options, wanted, *job, interrupted);
  report::RunSummary summary{.program = program.name,
                             .machine = machine.options(),
                             .ledger = machine.ledger(),
                             .wall_seconds = wall.count(),
                             .ranks = rank_traffic(),
                             .interrupted = !outcome,
                             .parameters = parameters_of(machine, profile, interrupted),
                             .scaled = std::move(scaled),
                             .checked = perf::checked_result(size_of_input(options, program, *job), job->input(),
                                                             outcome ? *outcome : programs::Outcome())};
  summary.checked->unchecked = request.unchecked && outcome;
  if (options[option::no_lints]) summary.lints.emplace();
  if (profile && !interrupted) summary.other_runs = runs_for_lints(summary, machine, *job, interrupted);
  if (profile) summary.written_cells = cells_for_lints(summary, machine, *job, interrupted);
  places.write(std::move(summary), profile);
  return interrupted ? exit_interrupted() : 0;
}

}  // namespace pram::tool
