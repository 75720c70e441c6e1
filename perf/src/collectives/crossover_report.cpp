#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <vector>

#include <pram/perf/collectives.hpp>
#include <pram/report/detail/value/items.hpp>
#include <pram/report/detail/value/text.hpp>
#include "crossover_chart.hpp"
#include "items.hpp"

namespace pram::perf {

namespace {

constexpr unsigned shown_doublings = 2;  // rows of the table of letters: every second power of two

std::string winner_at(const CrossoverRow& row, std::uint64_t words, const std::vector<std::string>& names) {
  for (const CrossoverRange& range : row.ranges) {
    if (range.first > words || range.last < words) continue;
    return letter_of(static_cast<std::size_t>(std::ranges::find(names, range.algorithm) - names.begin()));
  }
  return "-";
}

Table letters_table(const Crossover& crossover, const std::vector<std::string>& names) {
  Table table{{}, {}, {{"", "words"}}, {}};
  for (const CrossoverRow& row : crossover.rows) table.columns.push_back({"", "k = " + std::to_string(row.nodes)});
  for (unsigned doubling = 0; doubling <= crossover.most_doublings; doubling += shown_doublings) {
    std::vector<std::string> cells = {fmt::format("2^{}", doubling)};
    for (const CrossoverRow& row : crossover.rows) cells.push_back(winner_at(row, std::uint64_t{1} << doubling, names));
    table.row(std::move(cells));
  }
  return table;
}

}  // namespace

Report crossover_report(const Crossover& crossover) {
  const std::vector<std::string> names = algorithms_of(crossover);
  Report report;
  report.headline(
      fmt::format("{}: the fastest algorithm by formula, for N words on k nodes", to_string(crossover.operation)));
  std::string shown;
  for (const CrossoverRow& row : crossover.rows) shown += (shown.empty() ? "" : "; ") + printable(row.network);
  const std::string model = model_text(crossover.model);
  report.data("operation", to_string(crossover.operation));
  report.line("networks", shown);
  report.line("model", model.substr(model.find(", ") + 2));
  add_costs(report, crossover.model);
  report.data("most_doublings", crossover.most_doublings);
  report.add(letters_table(crossover, names));
  for (std::size_t k = 0; k < names.size(); ++k)
    report.note(fmt::format("{}  {}", letter_of(k), short_name(names[k], to_string(crossover.operation))));

  struct Range : CrossoverRange {
    std::uint32_t nodes;
  };
  const auto name = [&](const Range& one) { return short_name(one.algorithm, to_string(crossover.operation)); };
  const auto fields = Fields<Range>()
                          .text(
                              "nodes", [](const Range& one) { return std::to_string(one.nodes); }, Align::right,
                              Shown::where_it_changes)
                          .data("algorithm", &Range::algorithm)
                          .add("first", "from words", &Range::first, with_separators)
                          .add("last", "to words", &Range::last, with_separators)
                          .text("algorithm", name, Align::left)
                          .add("time_first", "time\nfrom", &Range::time_first, time_text)
                          .add("time_last", "\nto", &Range::time_last, time_text);
  std::vector<Range> all;
  report.data("networks", List());
  for (const CrossoverRow& row : crossover.rows) {
    const std::size_t first = all.size();
    for (const CrossoverRange& range : row.ranges) all.push_back({range, row.nodes});
    const std::string path = fmt::format("networks.{}.", &row - crossover.rows.data());
    report.data(path + "network", row.network);
    report.data(path + "nodes", row.nodes);
    report.data(path + "ranges", fields.records(std::span(all).subspan(first)));
  }
  report.add(fields.table({}, {}, all));
  return report;
}

}  // namespace pram::perf
