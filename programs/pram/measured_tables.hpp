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
#include "interrupt.hpp"
#include "options.hpp"
#include "output.hpp"
#include "progress.hpp"

namespace pram::tool {

using MeasuringProgress = std::function<bool(std::uint64_t done, std::uint64_t of)>;

/// Measures under a progress line, then writes where asked.
/// @param measure  from a MeasuringProgress to tables
/// @param text     of tables
/// @param json_of  of tables and wall seconds
template <class Measure, class Text, class Json>
int measured_tables(const Options& options, Measure measure, Text text, Json json_of) {
  std::optional<Output> json;
  if (options.has("--json")) json.emplace("--json", options.text("--json"));
  const auto start = std::chrono::steady_clock::now();
  std::optional<decltype(measure(MeasuringProgress()))> measured;
  try {
    ProgressLine line("measuring");
    const InterruptGuard guard(nullptr);
    const PollScope watched = watch(line, guard);
    measured.emplace(measure([&](std::uint64_t done, std::uint64_t of) {
      line.show(fmt::format("{} of {} measurements", done, of));
      return !guard.interrupted();
    }));
  } catch (const Interrupted&) {
    std::cerr << "pram: interrupted before the tables were done\n";
    return exit_interrupted();
  }
  const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - start;
  if (json) json->write([&](std::ostream& out) { out << json_of(*measured, wall.count()); });
  if (!json || !json->standard_output())
    print(text(*measured) + fmt::format("\nMeasured in {}.\n", perf::duration(wall.count())));
  return 0;
}

}  // namespace pram::tool
