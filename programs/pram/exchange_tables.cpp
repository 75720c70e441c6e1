#include <fmt/format.h>

#include <chrono>
#include <functional>
#include <iostream>
#include <optional>

#include <pram/error.hpp>
#include <pram/perf/exchange_tables.hpp>
#include <pram/perf/text.hpp>
#include <pram/perf/torus_tables.hpp>
#include <pram/perf/total_exchange_tables.hpp>
#include "commands.hpp"
#include "exit_codes.hpp"
#include "interrupt.hpp"
#include "output.hpp"
#include "progress.hpp"

namespace pram::tool {

namespace {

using Progress = std::function<bool(std::uint64_t done, std::uint64_t of)>;

/// Measures under a progress line, then writes where asked.
/// @param measure  from a Progress to tables
/// @param text     of tables
/// @param json_of  of tables and wall seconds
template <class Measure, class Text, class Json>
int tables(const Options& options, Measure measure, Text text, Json json_of) {
  std::optional<Output> json;
  if (options.has("--json")) json.emplace("--json", options.text("--json"));
  const auto start = std::chrono::steady_clock::now();
  std::optional<decltype(measure(Progress()))> measured;
  try {
    ProgressLine line;
    const InterruptGuard guard(nullptr);
    measured.emplace(measure([&](std::uint64_t done, std::uint64_t of) {
      line.show(fmt::format("{} of {} measurements", done, of));
      return !guard.interrupted();
    }));
  } catch (const Interrupted&) {
    std::cerr << "pram: interrupted before the tables were done\n";
    return exit_interrupted;
  }
  const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - start;
  if (json) json->write([&](std::ostream& out) { out << json_of(*measured, wall.count()); });
  if (!json || !json->standard_output())
    print(text(*measured) + fmt::format("\nMeasured in {}.\n", perf::duration(wall.count())));
  return 0;
}

}  // namespace

int exchange_tables(const Options& options) {
  const auto measure = [](Progress progress) {
    perf::ExchangeTablesRequest request;
    request.progress = std::move(progress);
    return perf::exchange_tables(request);
  };
  return tables(options, measure, perf::exchange_tables_text, perf::exchange_tables_json);
}

int total_exchange_tables(const Options& options) {
  return tables(options, perf::total_exchange_tables, perf::total_exchange_text, perf::total_exchange_json);
}

int torus_tables(const Options& options) {
  constexpr std::uint32_t large_side = 64;
  const auto measure = [&](Progress progress) {
    perf::TorusTablesRequest request;
    if (options.has("--large")) request.most_side = large_side;
    request.progress = std::move(progress);
    return perf::torus_tables(request);
  };
  return tables(options, measure, perf::torus_text, perf::torus_json);
}

}  // namespace pram::tool
