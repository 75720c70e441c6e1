#include "compared_lines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>
#include <span>
#include <utility>

#include <pram/report/detail/picture/drawing.hpp>
#include <pram/report/detail/value/text.hpp>

namespace pram::perf {

namespace {

std::uint64_t charge_in_all(const LineInRuns& line) {
  return std::accumulate(line.charges.begin(), line.charges.end(), std::uint64_t{0},
                         [](std::uint64_t sum, const auto& charge) { return sum + charge.value_or(0); });
}

double share_of(const LineInRuns& line, const Comparison& comparison, std::size_t run) {
  return static_cast<double>(line.charges[run].value_or(0)) / static_cast<double>(comparison.runs[run].total_charge());
}

/// @param most  the share of the strongest colour
std::string line_row(const LineInRuns& line, const Comparison& comparison, const std::vector<std::size_t>& shown,
                     double most) {
  std::string row = fmt::format("<tr><td>{}:{}</td>", report::escaped(line.file), line.line);
  for (const std::size_t k : shown) {
    const std::uint64_t charge = line.charges[k].value_or(0);
    const auto whole = static_cast<double>(comparison.runs[k].total_charge());
    row += fmt::format(
        "<td class=\"number\" style=\"background:color-mix(in srgb,var(--heat) {}%,transparent)\" title=\"{}\">{}</td>",
        std::lround(60 * share_of(line, comparison, k) / most), with_separators(charge),
        percentage(static_cast<double>(charge), whole));
  }
  return row + "</tr>\n";
}

}  // namespace

std::vector<LineInRuns> lines_in_runs(const Comparison& comparison) {
  std::map<std::pair<std::string, std::uint32_t>, LineInRuns> by_place;
  for (std::size_t k = 0; k < comparison.runs.size(); ++k) {
    for (const ComparedLine& line : comparison.runs[k].lines) {
      LineInRuns& all = by_place[{line.file, line.line}];
      if (all.charges.empty()) {
        all = {line.file, line.line, {}};
        for (const ComparedRun& run : comparison.runs)
          all.charges.push_back(run.failed.empty() ? std::optional<std::uint64_t>(0) : std::nullopt);
      }
      all.charges[k] = all.charges[k].value_or(0) + line.charge;
    }
  }
  std::vector<LineInRuns> lines;
  for (auto& [place, line] : by_place) lines.push_back(std::move(line));
  std::ranges::stable_sort(lines, std::ranges::greater{}, charge_in_all);
  return lines;
}

Value lines_value(const Comparison& comparison) {
  List list;
  for (const LineInRuns& line : lines_in_runs(comparison)) {
    List charges;
    for (const auto& charge : line.charges) {
      charges.emplace_back();
      if (charge) charges.back() = *charge;
    }
    list.emplace_back(Record{{"file", line.file}, {"line", std::uint64_t{line.line}}, {"charges", std::move(charges)}});
  }
  return list;
}

void read_lines(const Field& lines, Comparison& comparison) {
  for (const Field& one : lines.entries()) {
    ComparedLine line;
    one.get("file", line.file).get("line", line.line);
    const Field charges = one.at("charges");
    const std::vector<Field> by_run = charges.entries();
    if (by_run.size() != comparison.runs.size()) charges.refuse("a list of a charge for each run");
    for (std::size_t k = 0; k < by_run.size(); ++k) {
      if (by_run[k].is_null()) continue;
      by_run[k].to(line.charge);
      comparison.runs[k].lines.push_back(line);
    }
  }
}

std::string lines_markup(const Comparison& comparison) {
  const std::vector<LineInRuns> lines = lines_in_runs(comparison);
  if (lines.empty() || charge_in_all(lines.front()) == 0) return "";
  std::string head = "<tr><th>line</th>";
  std::vector<std::size_t> shown;  // runs with a result that were charged something
  for (std::size_t k = 0; k < comparison.runs.size(); ++k) {
    const ComparedRun& run = comparison.runs[k];
    if (!run.failed.empty() || run.total_charge() == 0) continue;
    shown.push_back(k);
    head +=
        fmt::format("<th class=\"number\">{}<br>{}</th>", report::escaped(run.network), report::escaped(run.access));
  }
  double most = 0;
  for (const LineInRuns& line : lines) {
    for (const std::size_t k : shown) most = std::max(most, share_of(line, comparison, k));
  }
  std::string rows;
  for (const LineInRuns& line : std::span(lines).first(std::min(lines.size(), most_lines_shown)))
    rows += line_row(line, comparison, shown, most);
  std::string markup =
      "<div class=\"wide\"><table><thead>" + head + "</tr></thead>\n<tbody>\n" + rows + "</tbody></table></div>\n" +
      fmt::format("<p class=\"reading\">Colours go from none at 0% to the strongest at {}.</p>\n", percentage(most, 1));
  if (lines.size() > most_lines_shown)
    markup += fmt::format("<p>The first {} of {} lines.</p>\n", most_lines_shown, with_separators(lines.size()));
  return markup;
}

}  // namespace pram::perf
