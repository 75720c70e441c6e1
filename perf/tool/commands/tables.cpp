#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <iostream>
#include <memory>

#include <pram/perf/experiment.hpp>
#include <pram/report/text.hpp>
#include "../output/interrupt.hpp"
#include "../output/progress.hpp"
#include "../results/report_output.hpp"
#include "../results/resume_file.hpp"
#include "commands.hpp"

namespace pram::tool {

namespace {

perf::ExperimentRequest request_of(const perf::Experiment& experiment, const Options& options) {
  perf::ExperimentRequest request = experiment.usual_request();
  for (const perf::ExperimentOption& option : experiment.options) {
    std::uint64_t& value = request.options[option.flag];
    value = option.value.empty() ? options.has(option.flag)
                                 : options.number(option.flag, option.otherwise, option.least, option.most);
  }
  return request;
}

}  // namespace

/// Measures under a progress line, then writes where asked; after Ctrl-C what is done by then.
int table(const CommandLine& line) {
  const perf::Experiment& experiment =
      **std::ranges::find(perf::experiments(), line.table, [](const perf::Experiment* one) { return one->name; });
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
  std::cerr << "pram: interrupted before the tables were done: what is not measured is left out\n";
  return exit_interrupted();
}

}  // namespace pram::tool
