#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <pram/error.hpp>
#include <pram/machine.hpp>
#include <pram/network/poll.hpp>
#include <pram/programs/verify.hpp>
#include <pram/report/detail/value/fields.hpp>
#include <pram/report/detail/value/items.hpp>
#include <pram/report/detail/value/text.hpp>
#include "../command_line/command.hpp"
#include "../exit_codes.hpp"
#include "../options/input.hpp"
#include "../options/machine.hpp"
#include "../options/output.hpp"
#include "../output/interrupt.hpp"
#include "../output/progress.hpp"
#include "../request/machine_request.hpp"
#include "../request/sweeps.hpp"
#include "../results/report_output.hpp"
#include "../small/shown_by_trace.hpp"
#include "../small/small_run.hpp"

namespace pram::tool {

namespace {

constexpr std::uint64_t usual_verified_size = 4;
// A run of so few processors is done long before, unless it goes on for ever.
constexpr std::uint64_t usual_most_steps = 10'000;

namespace verify_option {

constexpr Option<std::string> sizes = {{.flag = "--n",
                                        .value = "A..B",
                                        .group = "Input",
                                        .help = "sizes A, A + 1, … up to B: numbers, or edges of a graph; those that "
                                                "the program does not take are left out (4)",
                                        .brief = "sizes, as 4..6 (4)"}};
constexpr Option<std::string> seeds = {
    {.flag = "--seeds",
     .value = "A..B",
     .group = "Input",
     .help = "try all choices for each of these seeds, of which inputs and random draws come"}};
constexpr Option<std::uint64_t> runs = {{.flag = "--runs",
                                         .value = "R",
                                         .group = "Search",
                                         .help = "the most runs for each size and seed (100000): beyond them the "
                                                 "report says what share of the choices was tried",
                                         .brief = "the most runs for each size and seed (100000)"},
                                        programs::usual_most_runs,
                                        1};

}  // namespace verify_option

constexpr auto verify_options = joined(
    std::array<ListedOption, 9>{verify_option::sizes, option::shape, option::input, option::format, option::source,
                                option::seed, verify_option::seeds, option::load, verify_option::runs},
    std::array<ListedOption, 1>{option::few_components}, option::one_place, option::machine,
    std::array<ListedOption, 2>{{{option::json, "what was tried and found"}, {option::csv, "a line a size"}}});

/// All choices of one input.
struct VerifyRow {
  std::optional<std::uint64_t> size;  ///< none: a file's
  std::uint64_t seed = 0;
  programs::VerifiedInput found;

  bool failed() const { return found.counter_example.has_value(); }
};

/// The sizes that --n names and the program takes. None: a file's.
std::vector<std::optional<std::uint64_t>> verified_sizes(const Options& options, const programs::Program& program) {
  if (!options.has(verify_option::sizes)) {
    if (options.has(option::input)) return {std::nullopt};
    std::uint64_t usual = std::clamp(usual_verified_size, program.least_size, program.most_size);
    if (program.power_of_two) usual = std::bit_ceil(usual);
    return {usual};
  }
  const Range range = range_of(options, verify_option::sizes, 0, "A, A + 1, … up to B, as 4..6");
  if (range.first == range.last) return {range.first};
  constexpr std::uint64_t most_sizes = 1000;
  if (range.last - range.first >= most_sizes)
    options.refuse(verify_option::sizes, fmt::format("at most {} sizes", most_sizes));
  std::vector<std::optional<std::uint64_t>> sizes;
  for (std::uint64_t n = range.first; n <= range.last; ++n) {
    const bool taken = n >= program.least_size && n <= program.most_size;
    if (taken && (!program.power_of_two || std::has_single_bit(n))) sizes.emplace_back(n);
  }
  if (sizes.empty()) {
    options.refuse(verify_option::sizes,
                   fmt::format("a range with a size that {} takes: {} to {}{}", program.name, program.least_size,
                               program.most_size, program.power_of_two ? ", powers of two" : ""));
  }
  return sizes;
}

class Verifier {
 public:
  Verifier(const CommandLine& line, const programs::Program& program)
      : options_(line.options),
        program_(program),
        sizes_(verified_sizes(options_, program)),
        seeds_(seeds_of(options_)),
        most_runs_(options_[verify_option::runs]) {
    machine_ = Machine(machine_of(seeds_.first)).options();
    (void)input_of(sizes_.front(), seeds_.first);
  }

  /// Tries size by size and seed by seed, up to the first result that is not right.
  void run() {
    ProgressLine progress("verifying");
    const InterruptGuard guard(nullptr);
    const PollScope watched = watch(progress, guard);
    for (const std::optional<std::uint64_t>& n : sizes_) {
      for (std::uint64_t seed = seeds_.first;; ++seed) {
        try_all(n, seed, progress);
        if (rows_.back().failed() || rows_.back().found.interrupted) return;
        if (seed == seeds_.last) break;
      }
    }
  }

  report::Report report() const;
  bool interrupted() const { return rows_.back().found.interrupted; }
  bool failed() const { return rows_.back().failed(); }

 private:
  MachineOptions machine_of(std::uint64_t seed) const {
    MachineOptions machine = small_machine(with(std::nullopt, seed), program_);
    machine.ledger = LedgerDetail::totals;
    if (machine.max_steps == 0) machine.max_steps = usual_most_steps;
    // One thread serves them: those of a machine would take longer to begin than the run.
    machine.threads = 1;
    return machine;
  }
  programs::InputRequest input_of(const std::optional<std::uint64_t>& n, std::uint64_t seed) const {
    programs::InputRequest request = small_input(with(n, seed), program_, usual_verified_size);
    request.memory_limit = machine_.memory_limit;
    return request;
  }
  /// The options with one size and one seed.
  Options with(const std::optional<std::uint64_t>& n, std::uint64_t seed) const {
    Options one = options_;
    one.remove(verify_option::sizes);
    if (n) one.set(option::size, std::to_string(*n));
    one.set(option::seed, std::to_string(seed));
    return one;
  }

  void try_all(const std::optional<std::uint64_t>& n, std::uint64_t seed, ProgressLine& progress) {
    const std::string what =
        fmt::format("{}{}, seed {}", program_.name, n ? fmt::format(", n = {}", *n) : std::string(), seed);
    const std::unique_ptr<programs::Job> job = program_.prepare(input_of(n, seed));
    programs::VerifyOptions wanted;
    wanted.most_runs = most_runs_;
    wanted.progress = [&](std::uint64_t runs) {
      if (progress.on_terminal()) progress.show(fmt::format("verifying {}: {}", what, report::plural(runs, "run")));
    };
    rows_.push_back({n, seed, programs::verify_winners(*job, machine_of(seed), wanted)});
  }

  /// The command that shows what the last row has found.
  std::string shown_by() const {
    const VerifyRow& row = rows_.back();
    return shown_by_trace(with(row.size, row.seed), program_, *row.found.counter_example, machine_.max_steps);
  }
  void say_what_failed(report::Report& report) const;

  const Options& options_;
  const programs::Program& program_;
  const std::vector<std::optional<std::uint64_t>> sizes_;
  const Range seeds_;
  const std::uint64_t most_runs_;
  MachineOptions machine_;
  std::vector<VerifyRow> rows_;
};

std::string share_text(const VerifyRow& row) {
  if (row.found.complete) return "all";
  return fmt::format("{:.3g} %", 100 * row.found.share);
}

void Verifier::say_what_failed(report::Report& report) const {
  const VerifyRow& row = rows_.back();
  if (!row.failed()) {
    report.json("counter_example", nullptr);
    return;
  }
  const programs::CounterExample& found = *row.found.counter_example;
  report.json("counter_example", report::Record{{"n", row.size},
                                                {"seed", row.seed},
                                                {"choices", found.winners},
                                                {"error", found.error},
                                                {"command", shown_by()}});
  const std::string choices = !found.has_choices      ? ""
                              : found.winners.empty() ? ", choices all 0"
                                                      : ", choices " + programs::to_text(found.winners);
  report.note(fmt::format("{}seed {}{}: {}", row.size ? fmt::format("n = {}, ", *row.size) : std::string(), row.seed,
                          choices, report::printable(found.error)));
  report.add(report::Listing{"  " + report::printable(shown_by()) + "\n"});
}

report::Report Verifier::report() const {
  std::uint64_t runs = 0;
  std::uint64_t points = 0;
  double share = 1;
  bool complete = true;
  for (const VerifyRow& row : rows_) {
    runs += row.found.runs;
    points = std::max(points, row.found.choice_points);
    share = std::min(share, row.found.share);
    complete = complete && row.found.complete;
  }
  const std::string tried = report::plural(runs, "run");
  report::Report report;
  report.headline(fmt::format("{}: {}", report::printable(program_.name),
                              failed()        ? fmt::format("not right, as run {} shows", report::with_separators(runs))
                              : interrupted() ? fmt::format("interrupted, right in {} so far", tried)
                              : points == 0   ? fmt::format("right in {}, in which there is no winner to choose", tried)
                              : complete      ? fmt::format("right whoever wins: {}, every choice of winners", tried)
                                         : fmt::format("right in {}, which are not every choice of winners", tried)));
  report.data("program", program_.name);
  report.data("rule", to_string(machine_.rule));
  report.data("components", machine_.components);
  report.data("most_runs", most_runs_);
  report.data("runs", runs);
  report.data("choice_points", points);
  report.data("share", share);
  report.data("failed", failed());
  report.data("interrupted", interrupted());
  report.add(report::Fields<VerifyRow>()
                 .add(
                     "n", "n", [](const VerifyRow& row) { return report::Value(row.size); },
                     [](const VerifyRow& row) { return row.size ? std::to_string(*row.size) : std::string("file"); })
                 .add("seed", "seed", &VerifyRow::seed, report::plain)
                 .add(
                     "runs", "runs", [](const VerifyRow& row) { return row.found.runs; }, report::with_separators)
                 .add(
                     "choice_points", "choices in\na run, at most",
                     [](const VerifyRow& row) { return row.found.choice_points; }, report::with_separators)
                 .add(
                     "widest", "values for\na cell, at most", [](const VerifyRow& row) { return row.found.widest; },
                     report::with_separators)
                 .add(
                     "share", "choices\ntried", [](const VerifyRow& row) { return row.found.share; }, share_text)
                 .add(
                     "failed", "result", [](const VerifyRow& row) { return row.failed(); },
                     [](const VerifyRow& row) { return std::string(row.failed() ? "wrong" : "right"); })
                 .table("inputs", "", rows_));
  say_what_failed(report);
  return report;
}

int verify(const CommandLine& line) {
  const programs::Program& program = programs::find_program(*line.operand);
  Verifier verifier(line, program);
  const ReportOutput output(line.options);
  verifier.run();
  output.write(verifier.report());
  if (verifier.interrupted()) return exit_interrupted();
  return verifier.failed() ? exit_failed : 0;
}

}  // namespace

extern const Command verify_command = {.examples = R"(Examples:
  pram verify connected-components --shape tree --n 2..4
  pram verify maximum-random-sampling --n 6 --seeds 1..20 --runs 2000
  pram verify breadth-first-search --n 4 --rule tolerant)",
                                       .operand = &option::program,
                                       .options = verify_options,
                                       .run = verify};

}  // namespace pram::tool
