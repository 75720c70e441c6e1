#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include <pram/report/detail/value/fields.hpp>
#include <pram/report/detail/value/items.hpp>
#include <pram/report/detail/value/text.hpp>
#include "architectures.hpp"
#include "collectives/items.hpp"
#include "side_by_side.hpp"

namespace pram::perf {

namespace {

/// A time in at most eight columns, so that six of them stand in a line.
std::string narrow_time(double time) { return time < 1e6 ? time_text(time) : fmt::format("{:.3g}", time); }

/// The row of each operation and number as text: a time for each architecture, with a * at the least.
/// @param number  what the row is of: words or nodes
Table times_text(const std::vector<ArchitectureTime>& times, std::string title, const std::string& heading,
                 const std::function<std::uint64_t(const ArchitectureTime&)>& number) {
  Table text{{}, std::move(title), {{"", "operation\n  " + heading, Align::left}}, {}};
  const std::size_t width = architectures().size();
  for (const std::string& name : architectures()) {
    std::string words = name + " ";
    std::ranges::replace(words.begin(), words.end() - 1, ' ', '\n');
    text.columns.push_back({"", words});
  }
  for (std::size_t first = 0; first + width <= times.size(); first += width) {
    const ArchitectureTime& one = times[first];
    if (first == 0 || times[first - 1].operation != one.operation) {
      std::vector<std::string> name(width + 1);
      name.front() = to_string(one.operation);
      text.row(std::move(name));
    }
    std::vector<std::string> cells = {"  " + compact(number(one))};
    for (std::size_t k = first; k < first + width; ++k)
      cells.push_back(narrow_time(times[k].formula.time) + (times[k].formula.cheapest ? "*" : " "));
    text.row(std::move(cells));
  }
  return text;
}

/// One range of a crossover, with what it is of.
struct ChangeRow : CheapestRange {
  CollectiveOperation operation = Collective::broadcast;
  std::uint32_t nodes = 0;
};

std::vector<ChangeRow> changes_over_words(const SideBySide& result) {
  std::vector<ChangeRow> all;
  for (const NetworkCrossover& one : result.crossovers) {
    for (const NetworkCrossoverRow& row : one.rows) {
      for (const CheapestRange& range : row.ranges) all.push_back({range, one.operation, row.nodes});
    }
  }
  return all;
}

/// The operation as text where it changes in a column, and how its algorithms are called.
std::string operation_text(const ChangeRow& row) { return to_string(row.operation); }
std::string algorithm_text(const ChangeRow& row) { return short_name(row.algorithm_first, to_string(row.operation)); }

Fields<ChangeRow> change_fields() {
  return Fields<ChangeRow>()
      .add("operation", "operation", operation_text, plain, Shown::where_it_changes)
      .add("nodes", "k", &ChangeRow::nodes, plain, Shown::where_it_changes)
      .add("first", "from words", &ChangeRow::first, with_separators)
      .data("last", &ChangeRow::last)
      .add("architecture", "cheapest", &ChangeRow::network, plain)
      .data("algorithm_first", &ChangeRow::algorithm_first)
      .data("algorithm_last", &ChangeRow::algorithm_last)
      .text("by", algorithm_text, Align::left)
      .add("time_first", "time", &ChangeRow::time_first, time_text)
      .data("time_last", &ChangeRow::time_last);
}

/// The times at the least number of nodes from which on an architecture is the cheapest, until the next one is.
std::vector<ArchitectureTime> changes_over_nodes(const SideBySide& result) {
  std::vector<ArchitectureTime> all;
  for (std::size_t k = 0; k < result.over_nodes.size(); k += architectures().size()) {
    const auto first = result.over_nodes.begin() + static_cast<std::ptrdiff_t>(k);
    const ArchitectureTime& one =
        *std::find_if(first, result.over_nodes.end(), [](const auto& time) { return time.formula.cheapest; });
    if (all.empty() || all.back().operation != one.operation || all.back().architecture != one.architecture)
      all.push_back(one);
  }
  return all;
}

Fields<ArchitectureTime> time_fields() {
  return Fields<ArchitectureTime>()
      .data("operation", [](const ArchitectureTime& one) { return to_string(one.operation); })
      .data("nodes", &ArchitectureTime::nodes)
      .data("words", &ArchitectureTime::words)
      .data("architecture", &ArchitectureTime::architecture)
      .data("network", &ArchitectureTime::network)
      .data("algorithm", [](const ArchitectureTime& one) { return one.formula.algorithm; })
      .data("time", [](const ArchitectureTime& one) { return one.formula.time; })
      .data("cheapest", [](const ArchitectureTime& one) { return one.formula.cheapest; });
}

Table node_changes_text(const SideBySide& result, std::string title) {
  return Fields<ArchitectureTime>()
      .text(
          "operation", [](const ArchitectureTime& one) { return to_string(one.operation); }, Align::left,
          Shown::where_it_changes)
      .text("from k", [](const ArchitectureTime& one) { return with_separators(one.nodes); })
      .text(
          "cheapest", [](const ArchitectureTime& one) { return one.architecture; }, Align::left)
      .text(
          "by", [](const ArchitectureTime& one) { return short_name(one.formula.algorithm, to_string(one.operation)); },
          Align::left)
      .text("time", [](const ArchitectureTime& one) { return time_text(one.formula.time); })
      .table("", std::move(title), changes_over_nodes(result));
}

}  // namespace

void add_side_by_side(Report& report, const SideBySide& result) {
  const SideBySideRequest& request = result.request;
  report.data("side_by_side.words", request.words);
  report.data("side_by_side.nodes", request.nodes);
  report.data("side_by_side.startup", request.startup);
  report.data("side_by_side.bandwidth", request.bandwidth);
  report.data("side_by_side.modules", request.modules);
  report.add(time_fields().table("over_words", "", result.over_words));
  report.add(time_fields().table("over_nodes", "", result.over_nodes));
  const std::string costs =
      fmt::format("τ = {:g}, b = {:g}, k* = {}", request.startup, request.bandwidth, request.modules);
  report.add(times_text(result.over_words, fmt::format("Side by side over N, k = {}: {}", request.nodes, costs), "N",
                        &ArchitectureTime::words));
  report.add(times_text(result.over_nodes,
                        fmt::format("Side by side over k, N = {}: {}", with_separators(request.words), costs), "k",
                        &ArchitectureTime::nodes));
  report.note(
      "Times by formula, of the fastest algorithm of all; * marks the least. Over k the shared memory serves as many "
      "as k* processors at full speed, and all where there are fewer.");
  report.add(change_fields().table("crossovers", "Where the cheapest architecture changes over N: " + costs,
                                   changes_over_words(result)));
  report.add(node_changes_text(
      result, fmt::format("Where it changes over k, N = {}: {}", with_separators(request.words), costs)));
  report.note("Of equal times the architecture counts that stands further left above.");
}

}  // namespace pram::perf
