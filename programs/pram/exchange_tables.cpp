#include <utility>

#include <pram/perf/exchange_tables.hpp>
#include <pram/perf/torus_tables.hpp>
#include <pram/perf/total_exchange_tables.hpp>
#include "commands.hpp"
#include "measured_tables.hpp"

namespace pram::tool {

int exchange_tables(const CommandLine& line) {
  const auto measure = [](MeasuringProgress progress, perf::FinishedParts* parts) {
    perf::ExchangeTablesRequest request;
    request.parts = parts;
    request.progress = std::move(progress);
    return perf::exchange_tables(request);
  };
  return measured_tables(line, measure, perf::exchange_tables_text, perf::exchange_tables_json);
}

int total_exchange_tables(const CommandLine& line) {
  return measured_tables(line, perf::total_exchange_tables, perf::total_exchange_text, perf::total_exchange_json);
}

int torus_tables(const CommandLine& line) {
  constexpr std::uint32_t large_side = 64;
  const auto measure = [&](MeasuringProgress progress, perf::FinishedParts* parts) {
    perf::TorusTablesRequest request;
    request.parts = parts;
    if (line.options.has("--large")) request.most_side = large_side;
    request.progress = std::move(progress);
    return perf::torus_tables(request);
  };
  return measured_tables(line, measure, perf::torus_text, perf::torus_json);
}

}  // namespace pram::tool
