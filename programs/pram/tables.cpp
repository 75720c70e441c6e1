#include <fmt/format.h>

#include <chrono>
#include <iostream>
#include <optional>

#include <pram/machine.hpp>
#include <pram/perf/combining_tables.hpp>
#include <pram/perf/rcn_full_report.hpp>
#include <pram/perf/rcn_full_tables.hpp>
#include <pram/perf/tables_report.hpp>
#include <pram/perf/text.hpp>
#include <pram/perf/theorem_table.hpp>
#include "commands.hpp"
#include "interrupt.hpp"
#include "measured_tables.hpp"
#include "output.hpp"
#include "progress.hpp"

namespace pram::tool {

int combining_tables(const CommandLine& line) {
  const Options& options = line.options;
  perf::TablesRequest request;
  request.runs = options.number<std::uint64_t>("--runs", request.runs, 1);
  request.threads = options.number("--threads", request.threads, 0U, most_threads);
  request.seed = options.number("--seed", request.seed);
  std::optional<Output> json;
  if (options.has("--json")) json.emplace("--json", options.text("--json"));

  const std::unique_ptr<ResumeFile> parts = resume_file(line);
  request.parts = parts.get();

  const auto start = std::chrono::steady_clock::now();
  std::vector<perf::CombiningTable> measured;
  bool interrupted = false;
  {
    ProgressLine progress("measuring");
    const InterruptGuard guard(nullptr);
    const PollScope watched = watch(progress, guard);
    request.progress = [&](std::uint64_t done, std::uint64_t of) {
      progress.show(fmt::format("{} of {} runs", perf::with_separators(done), perf::with_separators(of)));
      return !guard.interrupted();
    };
    measured = perf::combining_tables(request);
    interrupted = guard.interrupted();
  }
  const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - start;

  if (json)
    json->write(
        [&](std::ostream& out) { out << perf::tables_json(measured, request.seed, wall.count(), interrupted); });
  if (!json || !json->standard_output()) {
    print(perf::tables_text(measured) + fmt::format("\nMeans of {}{} runs a cell, measured in {}.\n",
                                                    interrupted ? "up to " : "", perf::with_separators(request.runs),
                                                    perf::duration(wall.count())));
  }
  if (!interrupted) return 0;
  std::cerr << interrupted_tables;
  return exit_interrupted();
}

int rcn_full_tables(const CommandLine& line) {
  const auto measure = [&](MeasuringProgress progress, perf::FinishedParts* parts) {
    perf::RcnFullRequest request;
    request.parts = parts;
    if (line.options.has("--large")) request.most_work = perf::RcnFullRequest::everything;
    request.progress = std::move(progress);
    return perf::rcn_full_tables(request);
  };
  return measured_tables(line, measure, perf::rcn_full_text, perf::rcn_full_json);
}

int theorem_table(const CommandLine& line) {
  const Options& options = line.options;
  perf::TheoremRequest request;
  request.runs = options.number<std::uint64_t>("--runs", request.runs, 1);
  request.seed = options.number("--seed", request.seed);
  const auto measure = [&](MeasuringProgress progress, perf::FinishedParts* parts) {
    request.parts = parts;
    request.progress = std::move(progress);
    return perf::theorem_table(request);
  };
  return measured_tables(line, measure, perf::theorem_text, perf::theorem_json);
}

}  // namespace pram::tool
