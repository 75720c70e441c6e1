#include <fmt/format.h>
#define XXH_INLINE_ALL
#define XXH_VECTOR 0  // as in core
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <exception>
#include <map>
#include <memory>
#include <optional>
#include <sstream>
#include <string_view>
#include <utility>

#include <pram/detail/own_access.hpp>
#include <pram/detail/ranks/from_rank_0.hpp>
#include <pram/perf/kept_part.hpp>
#include <pram/perf/runs/checked_result.hpp>
#include <pram/perf/runs/compare.hpp>
#include <pram/pram.hpp>
#include <pram/report/detail/page/profile_page.hpp>
#include <pram/report/detail/value/field.hpp>
#include <pram/report/detail/value/places.hpp>
#include <pram/report/detail/value/text.hpp>
#include "../command_line/command.hpp"
#include "../options/run.hpp"
#include "../output/interrupt.hpp"
#include "../output/progress.hpp"
#include "../request/machine_request.hpp"
#include "../request/name_list.hpp"
#include "../request/place.hpp"
#include "../request/sweeps.hpp"
#include "../results/parameters.hpp"
#include "../results/report_output.hpp"
#include "../results/resume_file.hpp"
#include "../results/run_record.hpp"
#include "../runs/sweep.hpp"

namespace pram::perf {

void kept_members(MaybeConst<ComparedLine> auto& line, const auto& member) {
  member("file", line.file);
  member("line", line.line);
  member("charge", line.charge);
}

}  // namespace pram::perf

namespace pram::tool {

namespace {

struct ComparedPlace : Place {
  MachineOptions machine = {};     ///< as the machine completes them
  bool asked = true;               ///< false: run only to have the ideal machine's charge
  std::exception_ptr misfit = {};  ///< why such a machine cannot be made
};

bool can_be_made(const Spec& network, const Spec& access, const MachineOptions& options) {
  try {
    machine_at(network, access, options);
    return true;
  } catch (const ConfigError&) {
    return false;
  }
}

/// Refuses a name with which no machine can be made: neither with the components asked for nor with 64, which fit every
/// shape. A right name need not go with all the others.
void refuse_wrong_names(const std::vector<ComparedPlace>& misfits, const std::vector<Spec>& networks_asked,
                        const MachineOptions& shared) {
  MachineOptions other = shared;
  other.components = 64;
  const auto right = [&](const Spec& network, const Spec& access) {
    return can_be_made(network, access, shared) || can_be_made(network, access, other);
  };
  for (const ComparedPlace& place : misfits) {
    const auto takes_access = [&](const Spec& network) { return right(network, place.access); };
    const std::string own = pram::detail::own_access(place.network);
    if (!right(place.network, own.empty() ? "direct" : own) ||
        (!takes_access("ideal") && std::ranges::none_of(networks_asked, takes_access)))
      std::rethrow_exception(place.misfit);
  }
}

/// Every network with every protocol, under the names that machines complete. Each machine is made once here, so that a
/// wrong name is refused before anything runs.
std::vector<ComparedPlace> machines_compared(const Options& options, const MachineOptions& shared) {
  std::vector<ComparedPlace> places;
  std::vector<ComparedPlace> misfits;
  for (Place& asked : compared_places(options)) {
    ComparedPlace place{std::move(asked)};
    try {
      const Machine made = machine_at(place.network, place.access, shared);
      place = {{made.options().network.spec(), made.options().access.spec()}, made.options()};
    } catch (const ConfigError&) {
      place.misfit = std::current_exception();
      misfits.push_back(place);
    }
    const auto same = [&](const ComparedPlace& other) {
      return other.network == place.network && other.access == place.access;
    };
    if (std::ranges::none_of(places, same)) places.push_back(std::move(place));
  }
  refuse_wrong_names(misfits, compared_networks(options), shared);
  if (misfits.size() == places.size()) std::rethrow_exception(misfits.front().misfit);
  return places;
}

/// A hash of the program's result as --output would write it: two that differ agree by a chance of 2^-128.
std::string result_of(const programs::Outcome& outcome) {
  std::ostringstream text;
  text.exceptions(std::ios::badbit);  // or a result that finds no memory would be taken for another one
  if (outcome.write) outcome.write(text);
  const std::string_view bytes = text.view();
  const XXH128_hash_t hash = XXH3_128bits(bytes.data(), bytes.size());
  return fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
}

/// A fact from the value that a report, or a record of one, has of it.
programs::FactValue fact_of(const report::Value& value) {
  if (const auto* const truth = std::get_if<bool>(&value.is)) return *truth;
  if (const auto* const text = std::get_if<std::string>(&value.is)) return *text;
  if (const auto* const number = std::get_if<double>(&value.is)) return *number;
  return report::Field(value, "fact").as<std::int64_t>();
}

/// What the comparison takes from a run, as --resume keeps it.
struct KeptPair {
  report::ProgramRun run;
  std::uint64_t total_charge = 0;
  std::string result;  // its hash
  std::string check;
  std::vector<std::pair<std::string, report::Value>> facts;
  std::vector<perf::ComparedLine> lines;

  static KeptPair of(const Machine& machine, const programs::Outcome& outcome) {
    KeptPair kept{report::program_run(0, machine.options(), machine.ledger()),
                  machine.ledger().total_charge(),
                  result_of(outcome),
                  outcome.check,
                  {},
                  {}};
    for (const LineTotal& line : machine.ledger().lines())
      kept.lines.push_back({report::name_in_folder(line.where.file), line.where.line, line.charge});
    kept.run.verified = outcome.verified;
    kept.run.has_oracle = !outcome.check.empty();
    for (const auto& [name, value] : outcome.facts) {
      kept.facts.emplace_back(name, std::visit([](const auto& one) { return report::Value(one); }, value));
    }
    return kept;
  }

  /// The outcome without the result itself, which is not kept.
  programs::Outcome outcome() const {
    programs::Outcome outcome{run.verified, check, {}, {}};
    for (const auto& [name, value] : facts) outcome.facts.emplace_back(name, fact_of(value));
    return outcome;
  }
};

void kept_members(perf::MaybeConst<KeptPair> auto& kept, const auto& member) {
  member("run", kept.run);
  member("total_charge", kept.total_charge);
  member("result", kept.result);
  member("check", kept.check);
  member("facts", kept.facts);
  member("lines", kept.lines);
}

class Comparer {
 public:
  Comparer(const programs::Job& job, std::uint64_t n, const MachineOptions& shared, perf::Comparison& comparison,
           ProgressLine& progress, perf::FinishedParts* parts)
      : job_(job), shared_(shared), comparison_(comparison), parts_(parts), n_(n), progress_(progress) {}

  /// @returns false if Ctrl-C stopped it
  bool run(const ComparedPlace& place, std::size_t number, std::size_t of) {
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
    return !pram::detail::any_rank(guard_.interrupted());
  }

  /// The first failure if no run has a result; otherwise null.
  std::exception_ptr failed_whole() const { return comparison_.results() == 0 ? first_failure_ : nullptr; }

 private:
  bool run_here(const ComparedPlace& place, std::size_t number, std::size_t of) {
    comparison_.machine = place.machine;
    const std::string part = place.name();
    KeptPair kept;
    if (auto done = perf::kept_part<KeptPair>(parts_, part, "run of a comparison")) {
      kept = *std::move(done);
    } else {
      if (!measure(place, fmt::format("{} of {}: {}", number, of, part), kept)) return false;
      if (parts_ != nullptr) parts_->add(part, perf::record_of(kept));
    }
    note(place, kept);
    return !pram::detail::any_rank(guard_.interrupted());
  }

  bool measure(const Place& place, const std::string& doing, KeptPair& kept) {
    Machine machine = machine_at(place.network, place.access, shared_);
    progress_.show(doing);
    if (progress_.on_terminal()) {
      machine.on_progress([&, this](std::uint64_t steps) {
        progress_.show(fmt::format("{}, step {}", doing, report::with_separators(steps)));
      });
    }
    try {
      const WatchedMachine watched(guard_, machine);
      const programs::Outcome outcome = job_.run(machine);
      kept = KeptPair::of(machine, outcome);
    } catch (const Interrupted&) {
      return false;
    }
    return true;
  }

  /// Notes why a pair has no result. The error's handler calls this function, which can throw the error on.
  void note_failure(const ComparedPlace& place, const Error& error) {
    if (!place.asked) throw;  // all charges are compared with the ideal machine's
    if (!first_failure_) first_failure_ = std::current_exception();
    comparison_.runs.push_back({{.n = n_,
                                 .seed = shared_.seed,
                                 .network = place.network.text,
                                 .access = place.access.text,
                                 .failed = error.what()}});
  }

  void note(const ComparedPlace& place, const KeptPair& kept) {
    const report::ProgramRun& run = kept.run;
    if (place.network == "ideal" && place.access == "direct") comparison_.ideal_charge = kept.total_charge;
    if (!place.asked) return;
    const bool first = comparison_.results() == 0;
    comparison_.runs.push_back({run, first || kept.result == first_result_, kept.lines});
    comparison_.runs.back().n = n_;
    if (!first) return;
    first_result_ = kept.result;
    comparison_.checked = perf::checked_result(n_, job_.input(), kept.outcome());
    comparison_.steps = run.steps;
    comparison_.work = run.work;
    comparison_.requests = run.requests;
  }

  const programs::Job& job_;
  const MachineOptions& shared_;
  perf::Comparison& comparison_;
  perf::FinishedParts* parts_;
  std::string first_result_;
  std::exception_ptr first_failure_;
  std::uint64_t n_;  // size of the input
  ProgressLine& progress_;
  InterruptGuard guard_{nullptr};
  PollScope watched_ = watch(progress_, guard_);
};

/// What supersteps are predicted by: g and l of each network, its own or fitted.
/// @returns false if Ctrl-C stopped it
bool find_parameters(perf::Comparison& comparison) {
  std::map<std::string, std::optional<report::BspParameters>> known;
  bool interrupted = false;
  for (perf::ComparedRun& run : comparison.runs) {
    if (!run.failed.empty() || run.supersteps == 0 || interrupted) continue;
    const auto [of, fresh] = known.try_emplace(run.network);
    if (fresh) of->second = fitted_parameters(run.network, comparison.machine.components, interrupted);
    run.parameters = of->second;
  }
  return !interrupted;
}

[[noreturn]] void report_unsound(const perf::Comparison& comparison) {
  for (const perf::ComparedRun& run : comparison.runs) {
    if (run.failed.empty() && !run.verified)
      throw Error(fmt::format("{}: the result on {} with {} is wrong, checked against {}", comparison.program,
                              run.network, run.access, comparison.checked.check));
  }
  const auto run = std::ranges::find_if(comparison.runs,
                                        [](const perf::ComparedRun& one) { return one.failed.empty() && !one.equal; });
  const auto first = std::ranges::find(comparison.runs, "", &perf::ComparedRun::failed);
  throw Error(fmt::format("{}: the result on {} with {} is not that on {} with {}", comparison.program, run->network,
                          run->access, first->network, first->access));
}

constexpr auto compare_options =
    joined(option::inputs, std::array<ListedOption, 1>{option::components}, option::several_places, option::machine,
           std::array<ListedOption, 6>{{option::ranks,
                                        {option::json, "the comparison"},
                                        option::runs_csv,
                                        option::html,
                                        option::svg,
                                        {option::resume, "the runs"}}});

int compare(const CommandLine& line) {
  const Options& options = line.options;
  if (is_sweep(options)) return sweep(line, {.compares = true});
  const programs::Program& program = programs::find_program(*line.operand);
  const MachineOptions shared = machine_options(options, program, compared_networks(options));
  programs::InputRequest request = input_request(options, program);
  request.memory_limit = shared.memory_limit;
  std::vector<ComparedPlace> places = machines_compared(options, shared);
  const ReportOutput output(options);
  const std::unique_ptr<ResumeFile> parts = resume_file(line);
  std::optional<ProgressLine> progress(what_is_read(request));
  const std::unique_ptr<programs::Job> job = program.prepare(request);

  perf::Comparison comparison;
  comparison.program = program.name;
  comparison.machine = shared;
  comparison.checked = perf::checked_result(size_of_input(options, program, *job), job->input(), {});
  comparison.asked = places.size();
  const bool has_ideal = std::ranges::any_of(
      places, [](const ComparedPlace& place) { return place.network == "ideal" && place.access == "direct"; });
  if (!has_ideal) {
    const MachineOptions ideal = machine_at("ideal", "direct", shared).options();
    places.insert(places.begin(), ComparedPlace{{"ideal", "direct"}, ideal, false});
  }

  const auto start = std::chrono::steady_clock::now();
  {
    Comparer comparer(*job, size_of_input(options, program, *job), shared, comparison, *progress, parts.get());
    for (std::size_t k = 0; k < places.size() && !comparison.interrupted; ++k)
      comparison.interrupted = !comparer.run(places[k], k + 1, places.size());
    if (const std::exception_ptr failed = comparer.failed_whole(); failed && !comparison.interrupted)
      std::rethrow_exception(failed);
  }
  progress.reset();
  if (!comparison.interrupted) comparison.interrupted = !find_parameters(comparison);
  comparison.wall_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();

  output.write(perf::compare_report(comparison), [&] { return perf::compare_page(comparison); });
  if (!comparison.sound()) report_unsound(comparison);
  return comparison.interrupted ? exit_interrupted() : 0;
}

}  // namespace

extern const Command compare_command = {.examples = R"(Examples:
  pram compare histogram
  pram compare histogram --n 2^10..2^16 --seeds 1..5 --csv runs.csv
  pram compare connected-components --access direct,combining:32,16,8
  pram compare histogram --networks torus:64x64,omega,omega,combining=unlimited
  pram compare prefix-sums --networks "product:ring:8,complete:8;router")",
                                        .operand = &option::program,
                                        .options = compare_options,
                                        .on_ranks = true,
                                        .run = compare};

}  // namespace pram::tool
