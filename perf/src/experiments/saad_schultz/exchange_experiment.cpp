#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <string>

#include <pram/error.hpp>
#include <pram/perf/experiment.hpp>
#include "exchange_tables.hpp"
#include "side_by_side.hpp"

namespace pram::perf {

namespace {

constexpr std::uint32_t least_nodes = 4;
constexpr std::uint32_t most_nodes = 1024;
constexpr std::uint64_t most_exchanged = std::uint64_t{1} << 28;

/// What the options ask for; where they are silent, the first of the tables' settings.
SideBySideRequest exchange_options(const ExperimentRequest& asked) {
  SideBySideRequest request;
  if (const std::uint64_t words = asked.number("--words"); words != 0) request.words = words;
  if (const auto nodes = static_cast<std::uint32_t>(asked.number("--nodes")); nodes != 0) {
    if (!std::has_single_bit(nodes) || std::countr_zero(nodes) % 2 != 0)
      throw ConfigError("--nodes", std::to_string(nodes), "a power of four from 4 to 1024");
    request.nodes = nodes;
  }
  request.modules = std::min(request.modules, request.nodes);
  if (const std::uint64_t modules = asked.number("--modules"); modules != 0) {
    if (modules > request.nodes) {
      throw ConfigError("--modules", std::to_string(modules),
                        fmt::format("a whole number from 1 to {}, the number of nodes", request.nodes));
    }
    request.modules = static_cast<std::uint32_t>(modules);
  }
  if (const auto startup = asked.reals.find("--tau"); startup != asked.reals.end()) request.startup = startup->second;
  if (const auto bandwidth = asked.reals.find("--bandwidth"); bandwidth != asked.reals.end())
    request.bandwidth = bandwidth->second;
  return request;
}

bool any_option(const ExperimentRequest& asked) {
  return !asked.reals.empty() || std::ranges::any_of(asked.options, [](const auto& one) { return one.second != 0; });
}

Report exchange_report(const ExperimentRequest& asked) {
  ExchangeTablesRequest tables;
  tables.progress = asked.progress;
  tables.parts = asked.parts;
  if (!any_option(asked)) return exchange_tables_report(exchange_tables(tables));
  SideBySideRequest request = exchange_options(asked);
  request.progress = asked.progress;
  tables.nodes = request.nodes;
  tables.modules = request.modules;
  tables.settings = {{request.words, request.startup}};
  tables.bandwidth = request.bandwidth;
  Report report = exchange_tables_report(exchange_tables(tables));
  add_side_by_side(report, side_by_side(request));
  return report;
}

using Values = ExperimentOption::Values;

}  // namespace

extern const Experiment exchange_experiment = {
    "exchange",
    "Tables 1 and 2 of Saad and Schultz: collectives on six architectures",
    {{"--words", "N", "words in all, up to 2^28 (4096)", 0, 1, most_exchanged},
     {"--nodes", "K", "nodes, a power of four from 4 to 1024 (64)", 0, least_nodes, most_nodes},
     {"--tau", "T", "start-up time τ of a step (100)", 0, 0, 0, Values::from_zero},
     {"--bandwidth", "B", "words a unit of time, b (1)", 0, 0, 0, Values::above_zero},
     {"--modules", "M", "nodes that the shared memory serves at full speed, k* (8)", 0, 1, most_nodes}},
    exchange_report};

}  // namespace pram::perf
