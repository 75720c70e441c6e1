#include "exchange_tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include <pram/error.hpp>
#include <pram/machine/options.hpp>
#include <pram/machines.hpp>
#include <pram/report/detail/value/fields.hpp>
#include <pram/report/detail/value/text.hpp>
#include "architectures.hpp"
#include "collectives/items.hpp"
#include "printed_cells.hpp"

namespace pram::perf {

namespace {

/// Refuses what needs too much memory, before anything is allocated.
void check_memory(const CollectiveRequest& run) {
  const double needed = collective_bytes(run.model, run.task);
  const auto there = static_cast<double>(default_memory_limit());
  if (needed <= there) return;
  constexpr double giga = 1e9;
  throw LimitError("memory", run.task.words, 0,
                   fmt::format("{}takes up to {:.3g} GB of memory, and there are {:.3g} GB: lower --words or --nodes",
                               run.name, needed / giga, there / giga));
}

ExchangeCell measured(const PrintedCell& printed, const ExchangeSetting& setting,
                      const ExchangeTablesRequest& request) {
  ExchangeCell cell;
  cell.operation = printed.operation;
  cell.architecture = printed.architecture;
  cell.erratum = printed.erratum;
  const PrintedParameters parameters(static_cast<double>(setting.words) / request.bandwidth, request.nodes,
                                     request.modules, setting.startup);
  cell.printed = printed.printed(parameters);
  cell.corrected = printed.corrected == nullptr ? cell.printed : printed.corrected(parameters);
  CollectiveRequest run;
  const ComparedNetwork network = architecture(printed.architecture, request.nodes, request.modules);
  run.model = network.model;
  run.model.startup = setting.startup;
  run.model.bandwidth = request.bandwidth;
  run.task = {printed.operation, setting.words, 0, 0};
  if (printed.operation == Collective::one_to_one) run.task.target = *network.target;
  run.algorithms = algorithms_for(run.model, run.task);
  run.parts = request.parts;
  run.name = fmt::format("{} on {}, {} words: ", to_string(printed.operation), printed.architecture, setting.words);
  check_memory(run);
  cell.executed = run_collectives(run);
  if (cell.executed.interrupted) throw Interrupted(0);
  return cell;
}

}  // namespace

std::vector<ExchangeTable> exchange_tables(const ExchangeTablesRequest& request) {
  register_machines();
  std::vector<ExchangeTable> tables;
  std::uint64_t done = 0;
  const std::uint64_t of = request.settings.size() * printed_cells().size();
  try {
    for (const ExchangeSetting& setting : request.settings) {
      tables.push_back({request.nodes, request.modules, setting.words, setting.startup, request.bandwidth, {}});
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

namespace {

const CollectiveRun* best_of(const ExchangeCell& cell) {
  const auto& runs = cell.executed.runs;
  const auto best = std::ranges::find(runs, cell.executed.best, &CollectiveRun::algorithm);
  return best == runs.end() ? nullptr : &*best;
}

std::string parameters_text(const ExchangeTable& table) {
  return fmt::format("k = {}, N = {}, τ = {:g}, b = {:g}, k* = {}", table.nodes, with_separators(table.words),
                     table.startup, table.bandwidth, table.modules);
}

/// The letter of a cell's erratum, which joins the list if it is not there yet.
std::string mark_of(const ExchangeCell& cell, std::vector<std::string>& errata) {
  if (cell.erratum.empty()) return " ";
  const std::string line = fmt::format("{}, {}: {}", to_string(cell.operation), cell.architecture, cell.erratum);
  auto place = std::ranges::find(errata, line);
  if (place == errata.end()) place = errata.insert(errata.end(), line);
  return std::string(1, static_cast<char>('a' + (place - errata.begin())));
}

/// The table of cells as text: each operation has a row for its name, and below it a row for each cell.
Table cells_text(const ExchangeTable& table, std::vector<std::string>& errata) {
  Table text{{},
             "Tables 1 and 2 of Saad and Schultz, executed: " + parameters_text(table),
             {{"", "operation\n  on", Align::left},
              {"", "printed "},
              {"", "by the\ntext"},
              {"", "executed\nbest"},
              {"", "to the\ntext"},
              {"", "lower\nbound"},
              {"", "to\nbound"}},
             {}};
  const Collective* last = nullptr;
  for (const ExchangeCell& cell : table.cells) {
    const std::string mark = mark_of(cell, errata);
    const CollectiveRun* const best = best_of(cell);
    if (last == nullptr || *last != cell.operation) text.row({to_string(cell.operation), "", "", "", "", "", ""});
    text.row({"  " + cell.architecture, time_text(cell.printed) + mark, time_text(cell.corrected),
              best == nullptr ? "-" : time_text(best->time),
              best == nullptr ? "-" : ratio_text(best->time, cell.corrected), time_text(cell.executed.lower_bound),
              best == nullptr ? "-" : ratio_text(best->time, cell.executed.lower_bound)});
    last = &cell.operation;
  }
  return text;
}

/// The table of algorithms as text: each cell has a row for its name, and below it a row for each algorithm.
Table algorithms_text(const ExchangeTable& table) {
  Table text{{},
             "Every algorithm: " + parameters_text(table),
             {{"", "operation, network\n  algorithm", Align::left},
              {"", "steps"},
              {"", "words"},
              {"", "time"},
              {"", "formula "},
              {"", "ratio"}},
             {}};
  for (const ExchangeCell& cell : table.cells) {
    text.row({fmt::format("{}, {}", to_string(cell.operation), cell.architecture), "", "", "", "", ""});
    for (const CollectiveRun& run : cell.executed.runs) {
      text.row({"  " + short_name(run.algorithm, to_string(cell.operation)) + (run.verified ? "" : " WRONG"),
                compact(run.cost.steps), time_text(run.cost.words), time_text(run.time),
                time_text(run.formula.time) + (run.formula.exact ? "=" : " "), ratio_text(run.time, run.formula.time)});
    }
  }
  return text;
}

}  // namespace

Report exchange_tables_report(const std::vector<ExchangeTable>& tables) {
  const auto cells = Fields<ExchangeCell>()
                         .data("operation", [](const ExchangeCell& cell) { return to_string(cell.operation); })
                         .data("architecture", &ExchangeCell::architecture)
                         .data("network", [](const ExchangeCell& cell) { return cell.executed.model.network; })
                         .data("printed", &ExchangeCell::printed)
                         .data("corrected", &ExchangeCell::corrected)
                         .data("erratum", &ExchangeCell::erratum)
                         .data("lower_bound", [](const ExchangeCell& cell) { return cell.executed.lower_bound; })
                         .data("best", [](const ExchangeCell& cell) { return cell.executed.best; })
                         .data("algorithms", [](const ExchangeCell& cell) {
                           return run_fields(cell.executed).records(cell.executed.runs);
                         });
  Report report;
  report.data("tables", List());
  std::vector<std::string> errata;
  for (const ExchangeTable& table : tables) {
    const std::string path = fmt::format("tables.{}.", &table - tables.data());
    report.data(path + "nodes", table.nodes);
    report.data(path + "modules", table.modules);
    report.data(path + "words", table.words);
    report.data(path + "startup", table.startup);
    report.data(path + "bandwidth", table.bandwidth);
    report.add(cells.table(path + "cells", "", table.cells));
    report.add(cells_text(table, errata));
  }
  report.note(
      "printed: the cell's formula; a letter marks an erratum. by the text: what the paper's own formulas give under "
      "the tables' rule (√a + √b)² ≤ 2 (a + b). executed: the algorithm that is fastest by formula, with real data, "
      "each step checked. One to one goes to the farthest node. The tables call all-gather all to all, and all-to-all "
      "multiscatter. On the hypercube an all-gather's pieces of whole words take longer than the text's fractions.");
  for (std::size_t k = 0; k < errata.size(); ++k)
    report.note(fmt::format("{}  {}", static_cast<char>('a' + k), errata[k]));
  for (const ExchangeTable& table : tables) report.add(algorithms_text(table));
  report.note(
      "= marks formulas that are exact; the others are bounds or approximations. Every word was found where it "
      "belongs.");
  return report;
}

}  // namespace pram::perf
