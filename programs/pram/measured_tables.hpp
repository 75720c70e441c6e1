#pragma once

#include <fmt/format.h>

#include <chrono>
#include <cstdint>
#include <functional>
#include <iostream>
#include <optional>
#include <ostream>

#include <pram/error.hpp>
#include <pram/perf/text.hpp>
#include "command_line.hpp"
#include "interrupt.hpp"
#include "output.hpp"
#include "progress.hpp"
#include "resume_file.hpp"

namespace pram::tool {

constexpr const char* interrupted_tables =
    "pram: interrupted before the tables were done: what is not measured is left out\n";

using MeasuringProgress = std::function<bool(std::uint64_t done, std::uint64_t of)>;

/// Measures under a progress line, then writes where asked; after Ctrl-C what is done by then.
/// @param measure  from a MeasuringProgress and finished parts, or null, to tables
/// @param text     of tables
/// @param json_of  of tables, wall seconds and whether they were interrupted
template <class Measure, class Text, class Json>
int measured_tables(const CommandLine& command_line, Measure measure, Text text, Json json_of) {
  const Options& options = command_line.options;
  std::optional<Output> json;
  if (options.has("--json")) json.emplace("--json", options.text("--json"));
  const std::unique_ptr<ResumeFile> parts = resume_file(command_line);
  const auto start = std::chrono::steady_clock::now();
  std::optional<decltype(measure(MeasuringProgress(), parts.get()))> measured;
  bool interrupted = false;
  {
    ProgressLine line("measuring");
    const InterruptGuard guard(nullptr);
    const PollScope watched = watch(line, guard);
    measured.emplace(measure(
        [&](std::uint64_t done, std::uint64_t of) {
          line.show(fmt::format("{} of {} measurements", done, of));
          return !guard.interrupted();
        },
        parts.get()));
    interrupted = guard.interrupted();
  }
  const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - start;
  if (json) json->write([&](std::ostream& out) { out << json_of(*measured, wall.count(), interrupted); });
  if (!json || !json->standard_output())
    print(text(*measured) + fmt::format("\nMeasured in {}.\n", perf::duration(wall.count())));
  if (!interrupted) return 0;
  std::cerr << interrupted_tables;
  return exit_interrupted();
}

}  // namespace pram::tool
