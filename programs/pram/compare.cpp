#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <memory>
#include <optional>
#include <sstream>
#include <utility>

#include <pram/perf/compare.hpp>
#include <pram/perf/sweep.hpp>
#include <pram/perf/text.hpp>
#include <pram/pram.hpp>
#include "commands.hpp"
#include "interrupt.hpp"
#include "machine_request.hpp"
#include "name_list.hpp"
#include "output.hpp"
#include "progress.hpp"
#include "sweep.hpp"

namespace pram::tool {

namespace {

struct Place {
  std::string network;
  std::string access;
  bool asked = true;               ///< false: run only to have the ideal machine's charge
  std::exception_ptr misfit = {};  ///< why such a machine cannot be made
};

bool can_be_made(const std::string& network, const std::string& access, const MachineOptions& options) {
  try {
    machine_at(network, access, options);
    return true;
  } catch (const ConfigError&) {
    return false;
  }
}

/// Refuses names that are wrong: with which no machine can be made, neither this one nor one of a number of components
/// that suits every shape. A name that is right may suit some of the others, and not all.
void refuse_wrong_names(const std::vector<Place>& misfits, const std::vector<std::string>& networks_asked,
                        const MachineOptions& shared) {
  MachineOptions other = shared;
  other.components = 64;
  const auto right = [&](const std::string& network, const std::string& access) {
    return can_be_made(network, access, shared) || can_be_made(network, access, other);
  };
  for (const Place& place : misfits) {
    const auto takes_access = [&](const std::string& network) { return right(network, place.access); };
    if (!right(place.network, "direct") ||
        (!takes_access("ideal") && std::ranges::none_of(networks_asked, takes_access)))
      std::rethrow_exception(place.misfit);
  }
}

/// Every network with every protocol; names are those that machines complete, and every machine has been made once, so
/// that a wrong name is known before anything runs.
std::vector<Place> places_of(const Options& options, const MachineOptions& shared) {
  std::vector<Place> places;
  std::vector<Place> misfits;
  const std::vector<std::string> networks_asked = compared_networks(options);
  for (const std::string& network : networks_asked) {
    for (const std::string& access : compared_protocols(options)) {
      Place place = {network, access};
      try {
        const Machine made = machine_at(place.network, place.access, shared);
        place = {made.options().network, made.options().access};
      } catch (const ConfigError&) {
        place.misfit = std::current_exception();
        misfits.push_back(place);
      }
      const auto same = [&](const Place& other) {
        return other.network == place.network && other.access == place.access;
      };
      if (std::ranges::none_of(places, same)) places.push_back(std::move(place));
    }
  }
  refuse_wrong_names(misfits, networks_asked, shared);
  if (misfits.size() == places.size()) std::rethrow_exception(misfits.front().misfit);
  return places;
}

/// The program's result as --output would write it.
std::string result_of(const programs::Outcome& outcome) {
  std::ostringstream text;
  if (outcome.write) outcome.write(text);
  return std::move(text).str();
}

class Comparer {
 public:
  Comparer(const programs::Job& job, const MachineOptions& shared, perf::Comparison& comparison, ProgressLine& progress)
      : job_(job), shared_(shared), comparison_(comparison), progress_(progress) {}

  /// @returns false if Ctrl-C stopped it
  bool run(const Place& place, std::size_t number, std::size_t of) {
    try {
      if (place.misfit) std::rethrow_exception(place.misfit);
      return run_here(place, number, of);
    } catch (const ConfigError& error) {
      note_failure(place, error);
    } catch (const NetworkError& error) {
      note_failure(place, error);
    } catch (const LimitError& error) {
      if (error.limit == "steps") throw;  // the same everywhere
      note_failure(place, error);
    }
    return !guard_.interrupted();
  }

  /// The first of what kept pairs from a result; none if there is a result.
  std::exception_ptr failed_whole() const { return comparison_.results() == 0 ? first_failure_ : nullptr; }

  /// A row for --csv for each run that is done, or has failed.
  const std::vector<perf::SweepRun>& rows() const { return rows_; }

 private:
  bool run_here(const Place& place, std::size_t number, std::size_t of) {
    Machine machine = machine_at(place.network, place.access, shared_);
    comparison_.machine = machine.options();
    progress_.show(fmt::format("{} of {}: {} with {}", number, of, place.network, place.access));
    if (progress_.on_terminal()) {
      machine.on_progress([&, this](std::uint64_t steps) {
        progress_.show(fmt::format("{} of {}: {} with {}, step {}", number, of, place.network, place.access,
                                   perf::with_separators(steps)));
      });
    }
    struct Watch {
      InterruptGuard& guard;
      ~Watch() { guard.watch(nullptr); }
    };
    programs::Outcome outcome;
    try {
      const Watch watch{guard_};
      guard_.watch(&machine);
      outcome = job_.run(machine);
    } catch (const Interrupted&) {
      return false;
    }
    note(place, machine, std::move(outcome));
    return !guard_.interrupted();
  }

  /// Called while the error is handled.
  void note_failure(const Place& place, const Error& error) {
    if (!place.asked) throw;  // without the ideal machine there is no measure
    if (!first_failure_) first_failure_ = std::current_exception();
    comparison_.runs.push_back({.network = place.network, .access = place.access, .failure = error.what()});
    rows_.push_back({.seed = shared_.seed, .network = place.network, .access = place.access, .failed = error.what()});
  }

  void note(const Place& place, const Machine& machine, programs::Outcome outcome) {
    const Ledger& ledger = machine.ledger();
    if (place.network == "ideal" && place.access == "direct") comparison_.ideal_charge = ledger.total_charge();
    if (!place.asked) return;
    rows_.push_back(perf::sweep_run(0, machine.options(), ledger));
    rows_.back().verified = outcome.verified;
    std::string result = result_of(outcome);
    const bool first = comparison_.results() == 0;
    comparison_.runs.push_back({place.network, place.access, ledger.charge(), ledger.charge_back(),
                                ledger.exchange_charge(), ledger.performance_factor(), outcome.verified,
                                first || result == first_result_, ""});
    if (!first) return;
    first_result_ = std::move(result);
    comparison_.outcome = std::move(outcome);
    comparison_.steps = ledger.steps();
    comparison_.work = ledger.work();
    comparison_.requests = ledger.requests().total();
  }

  const programs::Job& job_;
  const MachineOptions& shared_;
  perf::Comparison& comparison_;
  std::string first_result_;
  std::exception_ptr first_failure_;
  std::vector<perf::SweepRun> rows_;
  ProgressLine& progress_;
  InterruptGuard guard_{nullptr};
  PollScope watched_ = watch(progress_, guard_);
};

[[noreturn]] void report_unsound(const perf::Comparison& comparison) {
  for (const perf::ComparedRun& run : comparison.runs) {
    if (run.failure.empty() && !run.verified)
      throw Error(fmt::format("{}: the result on {} with {} is wrong, checked against {}", comparison.program,
                              run.network, run.access, comparison.outcome.check));
  }
  const auto run = std::ranges::find_if(comparison.runs,
                                        [](const perf::ComparedRun& one) { return one.failure.empty() && !one.equal; });
  const auto first = std::ranges::find(comparison.runs, "", &perf::ComparedRun::failure);
  throw Error(fmt::format("{}: the result on {} with {} is not that on {} with {}", comparison.program, run->network,
                          run->access, first->network, first->access));
}

}  // namespace

int compare(const CommandLine& line) {
  const Options& options = line.options;
  if (is_sweep(options)) return sweep(line);
  const programs::ProgramEntry& program = programs::find_program(line.program);
  const MachineOptions shared = machine_options(options, program, compared_networks(options));
  programs::InputRequest request = input_request(options);
  request.memory_limit = shared.memory_limit;
  std::vector<Place> places = places_of(options, shared);
  const std::optional<Output> json = output(options, "--json");
  keep_input(options, "--json", json);
  const std::optional<Output> csv = csv_output(options, json);
  std::optional<ProgressLine> progress(what_is_read(request));
  const std::unique_ptr<programs::Job> job = program.prepare(request);

  perf::Comparison comparison;
  comparison.program = program.name;
  comparison.machine = shared;
  comparison.input = job->input();
  comparison.asked = places.size();
  const bool has_ideal = std::ranges::any_of(
      places, [](const Place& place) { return place.network == "ideal" && place.access == "direct"; });
  if (!has_ideal) places.insert(places.begin(), {"ideal", "direct", false});

  std::vector<perf::SweepRun> rows;
  const auto start = std::chrono::steady_clock::now();
  {
    Comparer comparer(*job, shared, comparison, *progress);
    for (std::size_t k = 0; k < places.size() && !comparison.interrupted; ++k)
      comparison.interrupted = !comparer.run(places[k], k + 1, places.size());
    if (const std::exception_ptr failed = comparer.failed_whole(); failed && !comparison.interrupted)
      std::rethrow_exception(failed);
    rows = comparer.rows();
  }
  progress.reset();
  comparison.wall_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();

  if (json) json->write([&](std::ostream& out) { out << perf::compare_json(comparison); });
  if (csv) {
    const std::uint64_t n = size_of_input(options, program, *job);
    for (perf::SweepRun& row : rows) row.n = n;
    csv->write([&](std::ostream& out) { out << perf::runs_csv(program.name, shared, rows); });
  }
  if (!(json && json->standard_output()) && !(csv && csv->standard_output())) print(perf::compare_text(comparison));
  if (!comparison.sound()) report_unsound(comparison);
  return comparison.interrupted ? exit_interrupted() : 0;
}

}  // namespace pram::tool
