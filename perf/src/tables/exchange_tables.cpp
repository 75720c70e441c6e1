#include <pram/perf/exchange_tables.hpp>

#include <fmt/format.h>

#include <bit>

#include <pram/error.hpp>
#include <pram/machines.hpp>

#include "exchange_printed.hpp"

namespace pram::perf {

namespace {

struct Setting {
  std::uint64_t words;
  double startup;
};
constexpr Setting settings[] = {{4096, 100}, {65536, 10}};

std::string network_of(const std::string& architecture, const ExchangeTablesRequest& request) {
  const std::uint32_t nodes = request.nodes;
  const auto log_nodes = static_cast<unsigned>(std::bit_width(nodes)) - 1;
  if (architecture == "shared memory") return fmt::format("shared-memory:{},modules={}", nodes, request.modules);
  if (architecture == "grid") return fmt::format("torus:{0}x{0}", 1U << log_nodes / 2);
  if (architecture == "hypercube") return fmt::format("hypercube:{}", log_nodes);
  return fmt::format("{}:{}", architecture, nodes);
}

/// The node farthest from node 0: what the tables' formulas hold for.
std::uint32_t farthest(const std::string& architecture, std::uint32_t nodes) {
  if (architecture == "ring") return nodes / 2;
  if (architecture == "grid") {
    const std::uint32_t side = 1U << (static_cast<unsigned>(std::bit_width(nodes)) - 1) / 2;
    return side / 2 * side + side / 2;
  }
  return nodes - 1;
}

ExchangeCell measured(const PrintedCell& printed, const Setting& setting, const ExchangeTablesRequest& request) {
  ExchangeCell cell;
  cell.operation = printed.operation;
  cell.architecture = printed.architecture;
  cell.erratum = printed.erratum;
  const PrintedParameters parameters(static_cast<double>(setting.words), request.nodes, request.modules,
                                     setting.startup);
  cell.printed = printed.printed(parameters);
  cell.corrected = printed.corrected == nullptr ? cell.printed : printed.corrected(parameters);
  ExchangeRequest run;
  run.model = exchange_model(network_of(printed.architecture, request));
  run.model.startup = setting.startup;
  run.task = {printed.operation, setting.words, 0, 0};
  if (printed.operation == ExchangeOperation::one_to_one)
    run.task.target = farthest(printed.architecture, request.nodes);
  run.algorithms = algorithms_for(run.model, run.task);
  run.parts = request.parts;
  run.name = fmt::format("{} on {}, {} words: ", to_string(printed.operation), printed.architecture, setting.words);
  cell.executed = run_exchanges(run);
  if (cell.executed.interrupted) throw Interrupted(0);
  return cell;
}

}  // namespace

std::vector<ExchangeTable> exchange_tables(const ExchangeTablesRequest& request) {
  register_machines();
  std::vector<ExchangeTable> tables;
  std::uint64_t done = 0;
  const std::uint64_t of = std::size(settings) * printed_cells().size();
  try {
    for (const Setting& setting : settings) {
      tables.push_back({request.nodes, request.modules, setting.words, setting.startup, 1, {}});
      for (const PrintedCell& printed : printed_cells()) {
        if (request.progress && !request.progress(done, of)) throw Interrupted(done);
        ++done;
        tables.back().cells.push_back(measured(printed, setting, request));
      }
    }
  } catch (const Interrupted&) {  // what is done stands in the tables
  }
  return tables;
}

}  // namespace pram::perf
