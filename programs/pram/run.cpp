#include <fmt/format.h>

#include <chrono>
#include <iostream>
#include <memory>
#include <optional>

#include <pram/perf/profile.hpp>
#include <pram/perf/sweep.hpp>
#include <pram/perf/text.hpp>
#include <pram/pram.hpp>
#include <pram/programs/program.hpp>
#include "commands.hpp"
#include "interrupt.hpp"
#include "machine_request.hpp"
#include "output.hpp"
#include "progress.hpp"
#include "sweep.hpp"

namespace pram::tool {

namespace {

MachineOptions whole_machine(const Options& options, const programs::Program& program) {
  MachineOptions machine = machine_options(options, program, {options.text("--network")});
  machine.network = options.text("--network", machine.network);
  machine.access = options.text("--access", program.access.empty() ? machine.access : program.access);
  const std::string detail = options.text("--ledger", "totals");
  if (detail != "totals" && detail != "steps")
    throw ConfigError("--ledger", detail, allowed_names(detail, {"totals", "steps"}));
  machine.ledger = detail == "steps" ? LedgerDetail::steps : LedgerDetail::totals;
  return machine;
}

void check_places(const Options& options, const std::optional<Output>& result, const std::optional<Output>& json) {
  if (result && json && result->same_as(*json))
    throw ConfigError("--json", options.text("--json"), "another place than that of --output");
  keep_input(options, "--output", result);
  keep_input(options, "--json", json);
}

/// @returns what the program found and whether it is right; nothing if Ctrl-C stopped it
std::optional<programs::Outcome> run_job(const programs::Job& job, Machine& machine, ProgressLine& progress,
                                         bool& interrupted) {
  progress.show("running");
  if (progress.on_terminal()) {
    const double before = progress.seconds();
    machine.on_progress([&progress, before](std::uint64_t steps) {
      const double rate = static_cast<double>(steps) / (progress.seconds() - before);
      progress.show(fmt::format("{} step{}, {} a second", perf::with_separators(steps), steps == 1 ? "" : "s",
                                perf::decimal(rate)));
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
  interrupted = guard.interrupted();
  return outcome;
}

[[noreturn]] void report_mismatch(const programs::Program& program, const programs::Outcome& outcome,
                                  const MachineOptions& machine) {
  std::string line = fmt::format("{}: the result is wrong, checked against {}", program.name, outcome.check);
  if (machine.rule != program.model)
    line += fmt::format("; the program is made for --rule {}, and ran under {}", to_string(program.model),
                        to_string(machine.rule));
  throw Error(line);
}

}  // namespace

int run(const CommandLine& line) {
  const Options& options = line.options;
  if (is_sweep(options)) return sweep(line);
  if (options.has("--resume")) {
    throw ConfigError("--resume", options.text("--resume"),
                      "nothing without a sweep (--n A..B or --seeds A..B): the parts are its runs");
  }
  const programs::Program& program = programs::find_program(line.program);
  const MachineOptions wanted = whole_machine(options, program);
  programs::InputRequest request = input_request(options);
  Machine machine(wanted);
  request.memory_limit = machine.options().memory_limit;
  const std::optional<Output> result = output(options, "--output");
  const std::optional<Output> json = output(options, "--json");
  check_places(options, result, json);
  const std::optional<Output> csv = csv_output(options, json);
  if (csv && result && csv->same_as(*result))
    throw ConfigError("--csv", options.text("--csv"), "another place than that of --output");
  std::optional<ProgressLine> progress(what_is_read(request));
  const std::unique_ptr<programs::Job> job = program.prepare(request);

  bool interrupted = false;
  const auto start = std::chrono::steady_clock::now();
  std::optional<programs::Outcome> outcome = run_job(*job, machine, *progress, interrupted);
  progress.reset();
  const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - start;

  // Stopped after the last step, it has a result all the same.
  perf::RunSummary summary{program.name, machine.options(), job->input(), {}, machine.ledger(), wall.count(), !outcome};
  if (outcome) {
    summary.outcome = std::move(*outcome);
    if (!summary.outcome.verified) report_mismatch(program, summary.outcome, machine.options());
    if (result) result->write(summary.outcome.write);
  }
  if (json) json->write([&](std::ostream& out) { out << perf::run_json(summary); });
  if (csv) {
    perf::SweepRun row = perf::sweep_run(size_of_input(options, program, *job), machine.options(), machine.ledger());
    row.verified = summary.outcome.verified;
    if (summary.interrupted) row.failed = "interrupted";
    csv->write([&](std::ostream& out) { out << perf::runs_csv(program.name, machine.options(), {&row, 1}); });
  }
  if (!(json && json->standard_output()) && !(csv && csv->standard_output())) {
    const std::string text =
        line.command == Command::profile ? perf::profile_text(summary) : perf::result_text(summary);
    if (result && result->standard_output()) {
      std::cerr << text;
    } else {
      print(text);
    }
  }
  return interrupted ? exit_interrupted() : 0;
}

}  // namespace pram::tool
