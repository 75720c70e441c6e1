#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <iostream>
#include <iterator>
#include <memory>
#include <utility>
#include <vector>

#include <pram/perf/experiment.hpp>
#include <pram/report/detail/value/text.hpp>
#include "../command_line/command.hpp"
#include "../options/machine.hpp"
#include "../options/output.hpp"
#include "../output/interrupt.hpp"
#include "../output/progress.hpp"
#include "../request/real_option.hpp"
#include "../results/report_output.hpp"
#include "../results/resume_file.hpp"
#include "../tool_name.hpp"

namespace pram::tool {

namespace {

/// An option of an experiment, as the command line has it.
OptionRow row_of(const perf::ExperimentOption& option) {
  return {.flag = option.flag.c_str(),
          .value = option.value.empty() ? nullptr : option.value.c_str(),
          .group = "Options",
          .help = option.description.c_str(),
          .brief = option.description.c_str()};
}

/// The options of each experiment, and those of all tables.
std::vector<CommandPart> make_parts() {
  static const std::vector<std::vector<OptionRow>> rows = [] {
    std::vector<std::vector<OptionRow>> all;
    for (const perf::Experiment* const experiment : perf::experiments())
      std::ranges::transform(experiment->options, std::back_inserter(all.emplace_back()), row_of);
    return all;
  }();
  std::vector<CommandPart> parts;
  for (const perf::Experiment* const experiment : perf::experiments()) {
    CommandPart part{
        experiment->name,
        experiment->summary,
        fmt::format("Examples:\n  pram tables {0}\n  pram tables {0} --json tables.json", experiment->name),
        {}};
    for (const OptionRow& row : rows[parts.size()]) part.options.emplace_back(row);
    for (const ListedOption& shared :
         std::array<ListedOption, 5>{{{option::memory_limit, option::taken_memory, "Options"},
                                      {option::json, "the tables"},
                                      {option::csv, "the tables"},
                                      option::html,
                                      {option::resume, "the parts"}}})
      part.options.push_back(shared);
    parts.push_back(std::move(part));
  }
  return parts;
}

const std::vector<CommandPart>& parts() {
  static const std::vector<CommandPart> all = make_parts();
  return all;
}

perf::ExperimentRequest request_of(const perf::Experiment& experiment, const Options& options) {
  using Values = perf::ExperimentOption::Values;
  perf::ExperimentRequest request = experiment.usual_request();
  for (const perf::ExperimentOption& option : experiment.options) {
    if (option.values != Values::whole) {
      const Option<std::string> number{row_of(option)};
      if (options.has(number))
        request.reals[option.flag] = real_option(options, number, 0, option.values == Values::from_zero);
      continue;
    }
    std::uint64_t& value = request.options[option.flag];
    const Option<std::uint64_t> number{row_of(option), option.otherwise, option.least, option.most};
    value = option.value.empty() ? options.has(number) : options[number];
  }
  return request;
}

/// Measures under a progress line, then writes where asked; after Ctrl-C what is done by then.
int tables(const CommandLine& line) {
  const perf::Experiment& experiment =
      **std::ranges::find(perf::experiments(), line.part, [](const perf::Experiment* one) { return one->name; });
  perf::ExperimentRequest request = request_of(experiment, line.options);
  const ReportOutput output(line.options);
  const std::unique_ptr<ResumeFile> parts = resume_file(line);
  request.parts = parts.get();

  const auto start = std::chrono::steady_clock::now();
  report::Report report;
  bool interrupted = false;
  {
    ProgressLine progress("measuring");
    const InterruptGuard guard(nullptr);
    const PollScope watched = watch(progress, guard);
    request.progress = [&](std::uint64_t done, std::uint64_t of) {
      progress.show(fmt::format("{} of {} measurements", report::with_separators(done), report::with_separators(of)));
      return !guard.interrupted();
    };
    report = experiment.run(request);
    interrupted = guard.interrupted();
  }
  const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - start;
  perf::finish(report, wall.count(), interrupted);
  output.write(report);
  if (!interrupted) return 0;
  std::cerr << tool_name() << ": interrupted before the tables were done: what is not measured is left out\n";
  return exit_interrupted();
}

}  // namespace

extern const Command tables_command = {.parts = parts, .limits_process = true, .run = tables};

}  // namespace pram::tool
