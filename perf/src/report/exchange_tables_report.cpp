#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include <pram/perf/exchange_tables.hpp>
#include <pram/perf/text.hpp>
#include "exchange_items.hpp"
#include "json_layout.hpp"
#include "text_table.hpp"

namespace pram::perf {

namespace {

using nlohmann::ordered_json;
using Align = TextTable::Align;

const ExchangeRun* best_of(const ExchangeCell& cell) {
  const auto& runs = cell.executed.runs;
  const auto best = std::ranges::find(runs, cell.executed.best, &ExchangeRun::algorithm);
  return best == runs.end() ? nullptr : &*best;
}

std::string parameters_text(const ExchangeTable& table) {
  return fmt::format("k = {}, N = {}, τ = {:g}, b = {:g}, k* = {}", table.nodes, with_separators(table.words),
                     table.startup, table.bandwidth, table.modules);
}

std::string cells_text(const ExchangeTable& table, std::vector<std::string>& errata) {
  TextTable text({{"operation\n  on", Align::left},
                  {"printed "},
                  {"by the\ntext"},
                  {"executed\nbest"},
                  {"to the\ntext"},
                  {"lower\nbound"},
                  {"to\nbound"}});
  const ExchangeOperation* last = nullptr;
  for (const ExchangeCell& cell : table.cells) {
    std::string mark = " ";
    if (!cell.erratum.empty()) {
      const std::string line = fmt::format("{}, {}: {}", to_string(cell.operation), cell.architecture, cell.erratum);
      auto place = std::ranges::find(errata, line);
      if (place == errata.end()) place = errata.insert(errata.end(), line);
      mark = std::string(1, static_cast<char>('a' + (place - errata.begin())));
    }
    const ExchangeRun* const best = best_of(cell);
    if (last == nullptr || *last != cell.operation) text.row({to_string(cell.operation), "", "", "", "", "", ""});
    text.row({"  " + cell.architecture, time_text(cell.printed) + mark, time_text(cell.corrected),
              best == nullptr ? "-" : time_text(best->time),
              best == nullptr ? "-" : ratio_text(best->time, cell.corrected), time_text(cell.executed.lower_bound),
              best == nullptr ? "-" : ratio_text(best->time, cell.executed.lower_bound)});
    last = &cell.operation;
  }
  return wrapped("Tables 1 and 2 of Saad and Schultz, executed: " + parameters_text(table), 0) + "\n\n" + text.str() +
         "\n";
}

std::string algorithms_text(const ExchangeTable& table) {
  TextTable text(
      {{"operation, network\n  algorithm", Align::left}, {"steps"}, {"words"}, {"time"}, {"formula "}, {"ratio"}});
  for (const ExchangeCell& cell : table.cells) {
    text.row({fmt::format("{}, {}", to_string(cell.operation), cell.architecture), "", "", "", "", ""});
    for (const ExchangeRun& run : cell.executed.runs) {
      text.row({"  " + short_name(run.algorithm, cell.operation) + (run.verified ? "" : " WRONG"),
                compact(run.cost.steps), time_text(run.cost.words), time_text(run.time),
                time_text(run.formula.time) + (run.formula.exact ? "=" : " "), ratio_text(run.time, run.formula.time)});
    }
  }
  return "Every algorithm: " + parameters_text(table) + "\n\n" + text.str() + "\n";
}

}  // namespace

std::string exchange_tables_text(const std::vector<ExchangeTable>& tables) {
  std::vector<std::string> errata;
  std::string out;
  for (const ExchangeTable& table : tables) out += cells_text(table, errata);
  const auto note = [&out](const std::string& text) { out += "  " + wrapped(text, 4) + "\n"; };
  note(
      "printed: the cell's formula; a letter marks an erratum. by the text: what the paper's own formulas give under "
      "the tables' rule (√a + √b)² ≤ 2 (a + b). executed: the algorithm that is fastest by formula, with real data, "
      "each step checked. One to one goes to the farthest node. The tables call all-gather all to all, and all-to-all "
      "multiscatter. On the hypercube an all-gather's pieces of whole words take longer than the text's fractions.");
  for (std::size_t k = 0; k < errata.size(); ++k) note(fmt::format("{}  {}", static_cast<char>('a' + k), errata[k]));
  out += "\n";
  for (const ExchangeTable& table : tables) out += algorithms_text(table);
  note(
      "= marks formulas that are exact; the others are bounds or approximations. Every word was found where it "
      "belongs.");
  return out;
}

std::string exchange_tables_json(const std::vector<ExchangeTable>& tables, double wall_seconds, bool interrupted) {
  ordered_json json;
  json["version"] = 1;
  json["tables"] = ordered_json::array();
  for (const ExchangeTable& table : tables) {
    ordered_json cells = ordered_json::array();
    for (const ExchangeCell& cell : table.cells) {
      cells.push_back({{"operation", to_string(cell.operation)},
                       {"architecture", cell.architecture},
                       {"network", cell.executed.model.network},
                       {"printed", cell.printed},
                       {"corrected", cell.corrected},
                       {"erratum", cell.erratum},
                       {"lower_bound", cell.executed.lower_bound},
                       {"best", cell.executed.best},
                       {"algorithms", runs_json(cell.executed)}});
    }
    json["tables"].push_back({{"nodes", table.nodes},
                              {"modules", table.modules},
                              {"words", table.words},
                              {"startup", table.startup},
                              {"bandwidth", table.bandwidth},
                              {"cells", std::move(cells)}});
  }
  json["interrupted"] = interrupted;
  json["wall_seconds"] = wall_seconds;
  return laid_out(json);
}

}  // namespace pram::perf
