#include "sweep.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <pram/perf/kept_part.hpp>
#include <pram/perf/runs/sweep.hpp>
#include <pram/pram.hpp>
#include <pram/report/detail/value/text.hpp>
#include "../options/run.hpp"
#include "../output/interrupt.hpp"
#include "../output/progress.hpp"
#include "../request/machine_request.hpp"
#include "../request/name_list.hpp"
#include "../request/place.hpp"
#include "../request/sweeps.hpp"
#include "../results/report_output.hpp"
#include "../results/resume_file.hpp"
#include "../results/run_record.hpp"

namespace pram::tool {

namespace {

/// The sizes of `scale` where none are given: doubled up to the usual one.
Range usual_range(const programs::Program& program) {
  const std::uint64_t first = std::max<std::uint64_t>({4, program.least_size, program.default_size >> 7});
  return {std::min(first, program.default_size), program.default_size};
}

/// The sizes A, 2A, 4A, … up to B. One empty size stands for that of the program or the file.
std::vector<std::optional<std::uint64_t>> sizes_of(const Options& options, const programs::Program& program,
                                                   bool usual_sizes) {
  const bool given = options.has(option::size);
  if (!given && !usual_sizes) return {std::nullopt};
  const Range range =
      given ? range_of(options, option::size, 1, "A, 2A, 4A, … up to B, as 2^10..2^20") : usual_range(program);
  std::vector<std::optional<std::uint64_t>> sizes;
  for (std::uint64_t n = range.first;; n *= 2) {
    sizes.emplace_back(n);
    if (n > range.last / 2) return sizes;
  }
}

/// A run with the facts that the report of a sweep needs.
struct KeptRun {
  report::ProgramRun run;
  std::string source;
  std::string check;
};

void kept_members(perf::MaybeConst<KeptRun> auto& kept, const auto& member) {
  member("run", kept.run);
  member("source", kept.source);
  member("check", kept.check);
}

class Sweeper {
 public:
  Sweeper(const Options& options, const programs::Program& program, const SweepKind& kind, perf::Sweep& sweep)
      : options_(options),
        program_(program),
        sweep_(sweep),
        compares_(kind.compares),
        places_(kind.compares ? compared_places(options) : std::vector<Place>{place_of(options, program)}),
        sizes_(sizes_of(options, program, kind.usual_sizes)),
        components_(kind.components.begin(), kind.components.end()),
        varies_components_(!components_.empty()) {
    if (components_.empty()) components_.emplace_back();
    const Range seeds = seeds_of(options);
    sweep_.first_seed = seeds.first;
    sweep_.last_seed = seeds.last;
    sweep_.asked = sizes_.size() * components_.size() * (seeds.last - seeds.first + 1) * places_.size();
    // Machines are made and options are read once here, so that errors come before anything runs.
    for (const std::optional<std::uint32_t>& components : components_) {
      for (const Place& place : places_) {
        const Machine made = machine_at(place.network, place.access, options_of(components, seeds.first), compares_);
        if (&components == &components_.front() && &place == &places_.front()) sweep_.machine = made.options();
      }
    }
    (void)request_of(sizes_.front(), seeds.first);
  }

  /// @param parts  the runs that are done, and where to keep what gets done; null: none
  void run(perf::FinishedParts* parts) {
    parts_ = parts;
    ProgressLine progress("making the input");
    InterruptGuard guard(nullptr);
    const PollScope watched = watch(progress, guard);
    try {
      for (const std::optional<std::uint64_t>& n : sizes_) {
        for (std::uint64_t seed = sweep_.first_seed;; ++seed) {
          run_all(n, seed, guard);
          if (seed == sweep_.last_seed) break;
        }
      }
    } catch (const Interrupted&) {
      sweep_.interrupted = true;
    }
  }

 private:
  std::vector<Spec> networks_asked() const {
    std::vector<Spec> networks;
    for (const Place& place : places_) networks.push_back(place.network);
    return networks;
  }

  MachineOptions options_of(const std::optional<std::uint32_t>& components, std::uint64_t seed) const {
    Options one = options_;
    if (components) one.set(option::components, std::to_string(*components));
    one.set(option::seed, std::to_string(seed));
    return machine_options(one, program_, networks_asked());
  }

  programs::InputRequest request_of(const std::optional<std::uint64_t>& n, std::uint64_t seed) const {
    Options one = options_;
    if (n) one.set(option::size, std::to_string(*n));
    one.set(option::seed, std::to_string(seed));
    programs::InputRequest request = input_request(one, program_);
    request.memory_limit = sweep_.machine.memory_limit;
    return request;
  }

  void run_all(const std::optional<std::uint64_t>& n, std::uint64_t seed, InterruptGuard& guard) {
    // A file is the same for every seed, so it is read once.
    if (!options_.has(option::input)) job_.reset();
    for (const std::optional<std::uint32_t>& components : components_) {
      for (const Place& place : places_) run_at(place, components, n, seed, guard);
    }
  }

  void run_at(const Place& place, const std::optional<std::uint32_t>& components, const std::optional<std::uint64_t>& n,
              std::uint64_t seed, InterruptGuard& guard) {
    const std::string part = fmt::format("{}{}seed {}, {}", n ? fmt::format("n = {}, ", *n) : "",
                                         components ? fmt::format("p = {}, ", *components) : "", seed, place.name());
    poll(fmt::format("{} of {}: {}", report::with_separators(sweep_.runs.size() + 1),
                     report::with_separators(sweep_.asked), part));
    KeptRun kept;
    if (auto done = perf::kept_part<KeptRun>(parts_, part, "run of a sweep")) {
      kept = *std::move(done);
    } else {
      if (job_ == nullptr) job_ = program_.prepare(request_of(n, seed));
      const std::uint64_t size = n ? *n : size_of_input(options_, program_, *job_);
      Machine machine = machine_at(place.network, place.access, options_of(components, seed), compares_);
      kept = run_one(machine, size, guard);
      // A run for which memory was short is not kept: --resume tries it again.
      if (parts_ != nullptr && !lacked_memory_) parts_->add(part, perf::record_of(kept));
    }
    sweep_.source = kept.source;
    if (!kept.check.empty()) sweep_.check = kept.check;
    sweep_.runs.push_back(std::move(kept.run));
  }

  KeptRun run_one(Machine& machine, std::uint64_t size, InterruptGuard& guard) {
    std::string failed;
    programs::Outcome outcome;
    lacked_memory_ = false;
    try {
      const WatchedMachine watched(guard, machine);
      outcome = job_->run(machine);
    } catch (const NetworkError& error) {
      if (!compares_) throw;
      failed = error.what();
    } catch (const LimitError& error) {
      if (!compares_ || error.limit == "steps") throw;  // the same everywhere
      failed = error.what();
      lacked_memory_ = true;
    }
    KeptRun kept{report::program_run(size, machine.options(), machine.ledger()),
                 report::printable(job_->input().source), failed.empty() ? outcome.check : ""};
    kept.run.verified = outcome.verified;
    kept.run.has_oracle = !failed.empty() || !outcome.check.empty();
    kept.run.sizes = job_->input().sizes;
    if (varies_components_)
      kept.run.slackness = report::Slackness{machine.options().components, machine.ledger().processors()};
    kept.run.failed = std::move(failed);
    return kept;
  }

  const Options& options_;
  const programs::Program& program_;
  perf::Sweep& sweep_;
  const bool compares_;
  std::vector<Place> places_;
  std::vector<std::optional<std::uint64_t>> sizes_;
  std::vector<std::optional<std::uint32_t>> components_;
  const bool varies_components_;
  std::unique_ptr<programs::Job> job_;
  perf::FinishedParts* parts_ = nullptr;
  bool lacked_memory_ = false;  // whether memory was short for the last run
};

void refuse_others(const Options& options, const SweepKind& kind) {
  for (const OptionRow* const row :
       {&option::output.row, &option::ledger.row, &option::ledger_steps.row, &option::trace.row,
        &option::no_host_time.row, &option::scale.row, &option::baseline.row, &option::unchecked.row}) {
    if (options.typed(*row))
      throw ConfigError(row->flag, options.text(*row), "nothing beside a sweep: it is of one run");
  }
  if (options.has(option::no_lints) && !kind.has_lints)
    options.refuse(option::no_lints, "nothing beside a sweep, whose report has no lints");
  if (options.has(option::svg) && kind.page == nullptr)
    options.refuse(option::svg, "nothing beside a sweep, whose page has no pictures");
}

}  // namespace

int sweep(const CommandLine& line, const SweepKind& kind) {
  const Options& options = line.options;
  refuse_others(options, kind);
  const programs::Program& program = programs::find_program(*line.operand);
  perf::Sweep result;
  result.program = program.name;
  Sweeper sweeper(options, program, kind, result);
  const ReportOutput output(options);
  const std::unique_ptr<ResumeFile> parts = resume_file(line);

  const auto start = std::chrono::steady_clock::now();
  sweeper.run(parts.get());
  result.wall_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();

  const PageMaker page = [&] { return kind.page(result); };
  output.write(kind.report ? kind.report(result) : perf::sweep_report(result), kind.page ? page : nullptr);
  for (const report::ProgramRun& run : result.runs) {
    if (run.verified || !run.failed.empty()) continue;
    throw Error(fmt::format("{}: the result for n = {}, seed {} on {} with {} is wrong, checked against {}",
                            result.program, run.n, run.seed, run.network, run.access, result.check));
  }
  return result.interrupted ? exit_interrupted() : 0;
}

}  // namespace pram::tool
