#include <pram/report/detail/run/baseline.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <utility>

#include <pram/report/detail/run/program_run.hpp>
#include <pram/report/detail/value/fields.hpp>
#include <pram/report/detail/value/items.hpp>
#include <pram/report/detail/value/text.hpp>
#include "baseline_tables.hpp"
#include "changes.hpp"
#include "matched_lines.hpp"
#include "profile/lines/lines.hpp"

namespace pram::report {

namespace {

constexpr std::size_t shown_line_changes = 10;
constexpr std::size_t shown_tag_changes = 12;

/// "n was 100 and is 200"
std::vector<std::string> differences(const RunSummary& run, const RunSummary& baseline) {
  std::vector<std::string> found;
  const auto compare = [&](const std::string& what, const std::string& was, const std::string& now) {
    if (was != now) found.push_back(fmt::format("{} was {} and is {}", what, printable(was), printable(now)));
  };
  compare("the program", baseline.program, run.program);
  if (baseline.checked && run.checked) {
    compare("the input", baseline.checked->input_text, run.checked->input_text);
  } else if (baseline.checked || run.checked) {
    found.emplace_back("the input of one of them is not known");
  }
  const MachineOptions& then = baseline.machine;
  const MachineOptions& here = run.machine;
  compare("components", with_separators(then.components), with_separators(here.components));
  compare("the network", then.network.text(), here.network.text());
  compare("the access protocol", then.access.text(), here.access.text());
  compare("the rule", to_string(then.rule), to_string(here.rule));
  compare("the placement", placement_text(then), placement_text(here));
  compare("the seed", std::to_string(then.seed), std::to_string(here.seed));
  if (baseline.interrupted) found.emplace_back("the baseline was interrupted");
  return found;
}

struct TotalChange {
  std::string key;
  std::string name;
  double was = 0;
  double now = 0;
};

std::vector<TotalChange> total_rows(const Ledger& baseline, const Ledger& run) {
  std::vector<TotalChange> rows;
  const auto add = [&](const char* key, const char* name, auto of) {
    const TotalChange row{key, name, static_cast<double>(of(baseline)), static_cast<double>(of(run))};
    if (row.was != 0 || row.now != 0) rows.push_back(row);
  };
  add("charge", "charge in all", [](const Ledger& ledger) { return ledger.total_charge(); });
  add("forward", "charge forward", [](const Ledger& ledger) { return ledger.charge(); });
  add("back", "charge back", [](const Ledger& ledger) { return ledger.charge_back(); });
  add("collectives", "charge in collectives", [](const Ledger& ledger) { return ledger.collective_charge(); });
  add("superstep_charge", "charge in supersteps", [](const Ledger& ledger) { return ledger.superstep_charge(); });
  add("performance_factor", "performance factor", [](const Ledger& ledger) { return ledger.performance_factor(); });
  add("steps", "time T", [](const Ledger& ledger) { return ledger.steps(); });
  add("work", "work W", [](const Ledger& ledger) { return ledger.work(); });
  add("requests", "requests", [](const Ledger& ledger) { return ledger.requests().total(); });
  add("largest_degree", "largest degree",
      [](const Ledger& ledger) { return std::max(ledger.largest_read_degree(), ledger.largest_write_degree()); });
  add("supersteps", "supersteps S", [](const Ledger& ledger) { return ledger.supersteps(); });
  add("superstep_work", "local work w", [](const Ledger& ledger) { return all_supersteps(ledger).largest_work; });
  add("superstep_relation", "relation h", [](const Ledger& ledger) { return all_supersteps(ledger).relation; });
  return rows;
}

std::string amount(double x) { return x == std::floor(x) ? compact(static_cast<std::uint64_t>(x)) : decimal(x); }

std::string quotient(double was, double now) { return was > 0 ? decimal(now / was) : "-"; }

/// Adds columns for a measure then and now.
template <class Row, class Of>
void add_pair(Fields<Row>& fields, const char* key, const char* heading, Of of) {
  for (const bool now : {false, true}) {
    fields.add(
        fmt::format("{}.{}", key, now ? "now" : "was"), fmt::format("{}\n{}", heading, now ? "now" : "was"),
        [of, now](const Row& row) { return of(row, now); }, amount);
  }
}

Table compact_table(Table table) {
  table.close = true;
  return table;
}

void add_total_changes(Report& report, const RunSummary& run, const RunSummary& baseline) {
  const auto fields = Fields<TotalChange>()
                          .data("total", &TotalChange::key)
                          .text(
                              "", [](const TotalChange& row) { return row.name; }, Align::left)
                          .add("was", "was", &TotalChange::was, amount)
                          .add("now", "now", &TotalChange::now, amount)
                          .text("change", [](const TotalChange& row) { return change_text(row.was, row.now); })
                          .text("now / was", [](const TotalChange& row) { return quotient(row.was, row.now); });
  const std::vector<TotalChange> rows = total_rows(baseline.ledger, run.ledger);
  report.data("baseline.totals", fields.records(rows));
  if (!rows.empty()) report.add(compact_table(fields.table("", "Totals, then and now", rows)));
}

std::string place_of_line(const std::string& file, const std::optional<std::uint32_t>& line, bool one_file) {
  if (!line) return "-";
  return one_file ? std::to_string(*line) : fmt::format("{}:{}", printable(base_name(file)), *line);
}

void add_line_changes(Report& report, const RunSummary& run, const RunSummary& baseline) {
  using Row = MatchedLine;
  std::vector<Row> rows = matched_lines(baseline.ledger, run.ledger);
  std::ranges::stable_sort(rows,
                           [](const Row& a, const Row& b) { return std::abs(a.change()) > std::abs(b.change()); });
  const bool one_file = std::ranges::all_of(rows, [&](const Row& row) { return row.file == rows.front().file; });
  Fields<Row> fields;
  fields.data("file", &Row::file)
      .add(
          "line.was", "line\nwas", [](const Row& row) { return Value(row.was); },
          [one_file](const Row& row) { return place_of_line(row.file, row.was, one_file); })
      .add(
          "line.now", "line\nnow", [](const Row& row) { return Value(row.now); },
          [one_file](const Row& row) { return place_of_line(row.file, row.now, one_file); });
  add_pair(fields, "charge", "charge", [](const Row& row, bool now) { return (now ? row.after : row.before).charge; });
  fields.text("change", [](const Row& row) { return change_text(row.before.charge, row.after.charge); });
  add_pair(fields, "requests", "requests",
           [](const Row& row, bool now) { return static_cast<double>((now ? row.after : row.before).requests); });
  add_pair(fields, "largest_degree", "degree",
           [](const Row& row, bool now) { return static_cast<double>((now ? row.after : row.before).largest_degree); });
  report.data("baseline.lines", fields.records(rows));
  if (rows.empty()) return;
  std::string title = rows.size() > shown_line_changes ? fmt::format("The {} lines whose charge changed most, of {}",
                                                                     shown_line_changes, rows.size())
                                                       : "Source lines by the change of their charge";
  if (one_file) title += ", in " + printable(base_name(rows.front().file));
  rows.resize(std::min(rows.size(), shown_line_changes));
  report.add(compact_table(fields.table("", shortened(title, line_width), rows)));
}

struct TagChange {
  std::string tag;
  SuperstepTotal before;
  SuperstepTotal after;
};

void add_tag_changes(Report& report, const RunSummary& run, const RunSummary& baseline) {
  std::vector<TagChange> rows;
  const auto row_of = [&rows](const std::string& tag) -> TagChange& {
    const auto known = std::ranges::find(rows, tag, &TagChange::tag);
    if (known != rows.end()) return *known;
    TagChange& made = rows.emplace_back();
    made.tag = tag;
    return made;
  };
  for (const SuperstepTotal& total : run.ledger.superstep_totals()) row_of(total.tag).after = total;
  for (const SuperstepTotal& total : baseline.ledger.superstep_totals()) row_of(total.tag).before = total;
  if (rows.empty()) return;
  const auto change = [](const TagChange& row) {
    return static_cast<double>(row.after.cost()) - static_cast<double>(row.before.cost());
  };
  std::ranges::stable_sort(
      rows, [&](const TagChange& a, const TagChange& b) { return std::abs(change(a)) > std::abs(change(b)); });
  Fields<TagChange> fields;
  fields.add("tag", "tag", &TagChange::tag,
             [](const TagChange& row) { return row.tag.empty() ? "-" : printable(row.tag); });
  const auto add = [&](const char* key, const char* heading, auto of) {
    add_pair(fields, key, heading, [of](const TagChange& row, bool now) {
      return static_cast<double>(std::invoke(of, now ? row.after : row.before));
    });
  };
  add("supersteps", "S", &SuperstepTotal::supersteps);
  add("largest_work", "w", &SuperstepTotal::largest_work);
  add("relation", "h", &SuperstepTotal::relation);
  add("cost", "cost", &SuperstepTotal::cost);
  fields.text("change", [](const TagChange& row) {
    return change_text(static_cast<double>(row.before.cost()), static_cast<double>(row.after.cost()));
  });
  report.data("baseline.tags", fields.records(rows));
  const std::string title = rows.size() > shown_tag_changes ? fmt::format("The {} tags whose cost changed most, of {}",
                                                                          shown_tag_changes, rows.size())
                                                            : "Supersteps by tag, by the change of their cost";
  rows.resize(std::min(rows.size(), shown_tag_changes));
  report.add(compact_table(fields.table("", title, rows)));
}

/// The line whose charge changed most in the direction of the whole charge; nothing if none did.
std::optional<MatchedLine> most_changed(const RunSummary& run, const RunSummary& baseline) {
  const double whole =
      static_cast<double>(run.ledger.total_charge()) - static_cast<double>(baseline.ledger.total_charge());
  std::optional<MatchedLine> most;
  for (const MatchedLine& line : matched_lines(baseline.ledger, run.ledger)) {
    if (line.change() * whole > 0 && (!most || std::abs(line.change()) > std::abs(most->change()))) most = line;
  }
  return most;
}

std::string line_sentence(const MatchedLine& line) {
  const std::string name = base_name(line.file);
  const std::string numbers = times_text(line.before.charge, line.after.charge);
  if (!line.now)
    return fmt::format("The line that changed most is {}:{} of the baseline, which the run does not have: {}.", name,
                       line.was.value_or(0), numbers);
  std::string then;
  if (!line.was) then = ", which the baseline does not have";
  if (line.was && *line.was != *line.now) then = fmt::format(", line {} of the baseline", *line.was);
  return fmt::format("The line that changed most is {}:{}{}: {}.", name, *line.now, then, numbers);
}

}  // namespace

Report baseline_tables(const RunSummary& run, const RunSummary& baseline) {
  Report report;
  report.data("baseline.program", baseline.program);
  report.data("baseline.differences", differences(run, baseline));
  add_total_changes(report, run, baseline);
  add_line_changes(report, run, baseline);
  add_tag_changes(report, run, baseline);
  return report;
}

Report baseline_report(const RunSummary& run, const RunSummary& baseline) {
  pram::detail::refuse_processor("a report is made");
  Report report;
  report.section("Beside the baseline");
  for (const std::string& sentence : baseline_verdict(run, baseline)) report.note(sentence);
  report.append(baseline_tables(run, baseline));
  if (!run.ledger.lines().empty() || !run.ledger.transfers().empty())
    report.note(
        "Lines are matched in their order, so that as many as possible ask for the same arrays by the same operations, "
        "and then so that as many as possible did not move.");
  return report;
}

std::vector<std::string> baseline_verdict(const RunSummary& run, const RunSummary& baseline) {
  std::vector<std::string> sentences;
  const std::vector<std::string> found = differences(run, baseline);
  if (!found.empty()) sentences.push_back(fmt::format("The runs differ: {}.", fmt::join(found, "; ")));
  sentences.push_back(fmt::format(
      "Compared to the baseline, the whole charge is {}.",
      times_text(static_cast<double>(baseline.ledger.total_charge()), static_cast<double>(run.ledger.total_charge()))));
  if (const auto line = most_changed(run, baseline)) sentences.push_back(line_sentence(*line));
  return sentences;
}

}  // namespace pram::report
