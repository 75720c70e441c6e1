#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <vector>

#include <pram/perf/collectives.hpp>
#include <pram/perf/network_crossover_report.hpp>
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

namespace {

/// An end of a range: what the cheapest network and its fastest algorithm are there.
struct RangeEnd {
  std::uint32_t nodes = 0;
  std::uint64_t words = 0;
  std::string network;
  std::string algorithm;
  double time = 0;
};

Table range_ends_text(const NetworkCrossover& compared) {
  constexpr std::size_t network_width = 20;
  const std::string operation = to_string(compared.operation);
  std::vector<RangeEnd> ends;
  for (const NetworkCrossoverRow& row : compared.rows) {
    for (const CheapestRange& range : row.ranges) {
      ends.push_back({row.nodes, range.first, range.network, range.algorithm_first, range.time_first});
      if (range.last > range.first)
        ends.push_back({row.nodes, range.last, range.network, range.algorithm_last, range.time_last});
    }
  }
  return Fields<RangeEnd>()
      .text(
          "nodes", [](const RangeEnd& one) { return std::to_string(one.nodes); }, Align::right, Shown::where_it_changes)
      .text("words", [](const RangeEnd& one) { return with_separators(one.words); })
      .text(
          "cheapest", [](const RangeEnd& one) { return shortened(printable(one.network), network_width); }, Align::left)
      .text(
          "by", [operation](const RangeEnd& one) { return short_name(one.algorithm, operation); }, Align::left)
      .text("time", [](const RangeEnd& one) { return time_text(one.time); })
      .table({}, "The first and the last number of words for which a network is the cheapest", ends);
}

/// A line for each network with its letter, if it is the cheapest anywhere, and its costs.
void add_networks_text(Report& report, const NetworkCrossover& compared, const std::vector<std::string>& winners) {
  std::vector<std::string> said;
  for (const NetworkCrossoverRow& row : compared.rows) {
    for (const ComparedNetwork& one : row.networks) {
      if (std::ranges::find(said, one.name) != said.end()) continue;
      said.push_back(one.name);
      const auto place = std::ranges::find(winners, one.name);
      const std::string letter =
          place == winners.end() ? "-" : letter_of(static_cast<std::size_t>(place - winners.begin()));
      const std::string model = model_text(one.model);
      report.note(fmt::format("{}  {}: {}", letter, printable(one.name), model.substr(model.find(", ") + 2)));
    }
  }
}

}  // namespace

Report network_crossover_report(const NetworkCrossover& compared) {
  const Crossover by_network = ranges_by_network(compared);
  const std::vector<std::string> winners = algorithms_of(by_network);
  Report report;
  report.headline(
      fmt::format("{}: the cheapest network by formula, for N words on k nodes", to_string(compared.operation)));
  report.data("operation", to_string(compared.operation));
  report.data("most_doublings", compared.most_doublings);
  report.add(letters_table(by_network, winners));
  add_networks_text(report, compared, winners);
  const auto ports = [](const ComparedNetwork& one) {
    return std::string(one.model.ports == SwitchingOptions::Ports::one ? "one" : "all");
  };
  const auto duplex = [](const ComparedNetwork& one) { return std::string(one.model.half_duplex() ? "half" : "full"); };
  const auto wormhole = [](const ComparedNetwork& one) {
    return one.model.switching == SwitchingOptions::Technique::wormhole;
  };
  const auto networks = Fields<ComparedNetwork>()
                            .data("name", &ComparedNetwork::name)
                            .data("network", [](const ComparedNetwork& one) { return one.model.network; })
                            .data("ports", ports)
                            .data("duplex", duplex)
                            .data("wormhole", wormhole)
                            .data("startup", [](const ComparedNetwork& one) { return one.model.startup; })
                            .data("bandwidth", [](const ComparedNetwork& one) { return one.model.bandwidth; });
  const auto ranges = Fields<CheapestRange>()
                          .data("cheapest", &CheapestRange::network)
                          .data("first", &CheapestRange::first)
                          .data("last", &CheapestRange::last)
                          .data("algorithm_first", &CheapestRange::algorithm_first)
                          .data("algorithm_last", &CheapestRange::algorithm_last)
                          .data("time_first", &CheapestRange::time_first)
                          .data("time_last", &CheapestRange::time_last);
  report.data("comparisons", List());
  for (const NetworkCrossoverRow& row : compared.rows) {
    const std::string path = fmt::format("comparisons.{}.", &row - compared.rows.data());
    report.data(path + "nodes", row.nodes);
    report.data(path + "networks", networks.records(row.networks));
    report.data(path + "ranges", ranges.records(row.ranges));
  }
  report.add(range_ends_text(compared));
  return report;
}

}  // namespace pram::perf
