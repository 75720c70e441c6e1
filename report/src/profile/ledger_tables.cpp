#include "ledger_tables.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <pram/detail/collective.hpp>
#include <pram/report/detail/value/items.hpp>
#include <pram/report/detail/value/text.hpp>
#include <pram/spec.hpp>
#include "lines/line_table.hpp"
#include "lines/lines.hpp"
#include "profile_data.hpp"
#include "text/small_pictures.hpp"
#include "value/fact_fields.hpp"

namespace pram::report {

namespace {

constexpr std::size_t shown_lines = 10;
constexpr std::size_t shown_cells = 10;
constexpr std::size_t shown_phases = 12;
constexpr std::size_t shown_kinds = 5;

std::string factor_text(double factor) { return factor > 0 ? decimal(factor) : "-"; }

/// One phase, or several summed up.
struct PhaseRow {
  std::size_t number = 0;
  std::string name;
  std::string label;
  PhaseTotal sum;
  double factor = 0;
};

std::vector<PhaseRow> phase_rows(const Ledger& ledger) {
  std::vector<PhaseRow> rows;
  for (std::size_t k = 0; k < ledger.phases().size(); ++k)
    rows.push_back(
        {k + 1, ledger.phase_name(k), ledger.phase_name(k), ledger.phases()[k], ledger.performance_factor(k)});
  return rows;
}

PhaseTotal summed(std::span<const PhaseRow> rows) {
  PhaseTotal sum;
  for (const PhaseRow& row : rows) pram::detail::add_facts(sum, row.sum);
  return sum;
}

Fields<PhaseRow> phase_fields(bool routines) {
  const auto sum = [](const PhaseRow& row) -> const PhaseTotal& { return row.sum; };
  const auto facts = [](unsigned first, unsigned last) { return fact_fields<PhaseTotal>(&Places::row, first, last); };
  Fields<PhaseRow> fields;
  fields.add("phase", routines ? "routine" : "phase", &PhaseRow::number, [](const PhaseRow& row) { return row.label; })
      .data("name", &PhaseRow::name);
  add_facts(fields, facts(1, 1), sum);
  const auto messages = [](const PhaseRow& row) { return row.sum.messages; };
  const auto combined = [](const PhaseRow& row) { return row.sum.combined; };
  fields.add("messages", routines ? "transfers" : "messages", messages, compact);
  if (routines) {
    add_facts(fields, facts(3, 4), sum);
  } else {
    fields.add("combined", "after\nmerging", combined, [](const PhaseRow& row) {
      return row.number == 0 && row.label == "total" ? std::string() : compact(row.sum.combined);
    });
    add_headed_facts(fields, facts(4, 4), sum);
  }
  return add_headed_facts(fields, facts(5, 5), sum).add("performance_factor", "factor", &PhaseRow::factor, factor_text);
}

/// "50, 52", or "ways.cpp:50, turns.cpp:7" where not all are in one file.
std::string places(const MixedLines& mixed, bool one_file) {
  std::vector<std::string> names;
  for (const SourceLine& line : mixed.lines)
    names.push_back(one_file ? std::to_string(line.line) : printable(to_string(line)));
  return fmt::format("{}", fmt::join(names, ", "));
}

Value place_records(const MixedLines& mixed) {
  List lines;
  for (const SourceLine& line : mixed.lines)
    lines.emplace_back(Record{{"file", name_in_folder(line.file)}, {"line", line.line}});
  return lines;
}

/// The algorithm's name without that of the operation: a transposition is an all-to-all.
std::string algorithm_text(const std::string& algorithm) {
  for (const Collective operation : all_collectives()) {
    if (algorithm.starts_with(to_string(operation) + "-")) return short_name(algorithm, to_string(operation));
  }
  return printable(algorithm);
}

/// Bars behind the rows of a table of lines, by their charges, where there is room for some.
void add_bars(Table& table, const std::vector<Numbered<LineTotal>>& lines, const TextPlots& plots) {
  constexpr std::size_t shortest = 6;
  constexpr std::size_t longest = 20;
  Report alone;
  alone.add(table);
  const std::string text = text_of(alone);
  std::string_view rest = text;
  std::size_t widest = 0;
  std::string_view line;
  take_line(rest, line);  // the title
  while (take_line(rest, line)) widest = std::max(widest, columns(line));
  const std::size_t room = std::min(plots.width, line_width);
  if (table.rows.size() < 2 || lines.front().charge == 0 || room < widest + 2 + shortest) return;
  const std::size_t bar = std::min(room - widest - 2, longest);
  table.columns.push_back({"", "", Align::left});
  for (std::size_t k = 0; k < table.rows.size(); ++k) {
    const double share = static_cast<double>(lines[k].charge) / static_cast<double>(lines.front().charge);
    table.rows[k].push_back({{}, text_bar(share, bar, plots.blocks)});
  }
}

/// A table whose title stands right above it.
Table close(Table table) {
  table.close = true;
  return table;
}

}  // namespace

List phase_records(const std::vector<PhaseRecord>& phases) {
  static const auto fields = [] {
    Fields<PhaseRecord> made;
    return add_facts(made, &Places::row);
  }();
  return fields.records(phases);
}

void add_phases(Report& report, const Ledger& ledger) {
  std::vector<PhaseRow> rows = phase_rows(ledger);
  const bool routines = ledger.phases_have_names();
  const Fields<PhaseRow> fields = phase_fields(routines);
  report.data("charge.phases", fields.records(rows));
  if (rows.empty()) return;
  PhaseRow total{0, "", "total", summed(rows), ledger.performance_factor()};
  total.sum.charge = ledger.charge();
  total.sum.charge_back = ledger.charge_back();
  std::string title = "Communication by routine, charge in time units of the network; factors add up";
  if (routines) {
    std::erase_if(rows, [](const PhaseRow& row) { return row.sum.messages == 0; });
  } else {
    title = fmt::format("Communication by phase, charge in time units of the network{}",
                        rows.size() > 1 ? "; factors add up" : "");
    if (rows.size() > shown_phases) {
      const std::size_t single = shown_phases - 1;
      const PhaseTotal rest = summed(std::span(rows).subspan(single));
      const double unit = ledger.distinct_charge();
      const std::string label = fmt::format("{}-{}", single + 1, rows.size());
      rows.resize(single);
      rows.push_back({0, "", label, rest, unit > 0 ? static_cast<double>(rest.charge) / unit : 0});
    }
  }
  rows.push_back(total);
  report.add(close(fields.table("", title, rows)));
}

void add_regions(Report& report, const Ledger& ledger) {
  if (ledger.regions().empty()) return;
  using Row = RegionTotal;
  const bool collectives = ledger.collective_charge() > 0;
  const bool supersteps = ledger.supersteps() > 0;
  const bool steps = ledger.steps() > 0 || !supersteps;
  Fields<Row> fields;
  // Text leaves out what the run has none of, and what there is no room for.
  const auto add = [&](bool shown, const char* key, const char* heading, auto of, auto show) {
    if (shown) {
      fields.add(key, heading, of, show);
    } else {
      fields.data(key, of);
    }
  };
  fields
      .add("name", "region", &Row::name,
           [](const Row& row) { return std::string(2 * row.depth, ' ') + printable(row.name); })
      .data("depth", &Row::depth)
      .data("times", &Row::times);
  add(steps, "steps", "steps", &Row::steps, compact);
  add(!supersteps, "work", "work", &Row::work, compact);
  add(
      steps && !(supersteps && collectives), "requests", "requests",
      [](const Row& row) { return row.requests.total(); }, compact);
  add_facts(fields, fact_fields<RequestCounts>(&Places::row),
            [](const Row& row) -> const RequestCounts& { return row.requests; });
  add(steps, "forward", "charge\nforward", &Row::charge, compact);
  add(steps, "back", "charge\nback", &Row::charge_back, compact);
  add(collectives, "collectives", "charge\ncoll.", &Row::collective_charge, compact);
  add(supersteps, "supersteps", "super-\nsteps", &Row::supersteps, compact);
  add(supersteps, "superstep_charge", "charge\nBSP", &Row::superstep_charge, compact);
  fields.data("distinct_charge", &Row::distinct_charge);
  fields.data("stretches", [](const Row& row) {
    List stretches;
    for (const Row::Stretch& one : row.stretches) stretches.emplace_back(List{one.first, one.last});
    return stretches;
  });
  add(steps, "performance_factor", "factor", &Row::performance_factor,
      [](const Row& row) { return row.distinct_charge > 0 ? decimal(row.performance_factor()) : "-"; });
  const auto whole = static_cast<double>(ledger.total_charge());
  fields.text("share", [whole](const Row& row) { return percentage(static_cast<double>(row.total_charge()), whole); });
  report.add(
      close(fields.table("regions", "Regions of the program, those inside one included in it", ledger.regions())));
}

void add_lines(Report& report, const Ledger& ledger, const std::optional<TextPlots>& plots) {
  const std::vector<Numbered<LineTotal>> lines = costliest_first(ledger);
  const LineTable table(lines, shown_lines);
  using Row = LineTable<Numbered<LineTotal>>::Row;
  const auto whole = static_cast<double>(ledger.total_charge());
  Fields<Row> fields = table.fields();
  fields.add("array", "array", &Row::array, [](const Row& row) { return printable(row.array); })
      .add("operation", "operation", &Row::operation, plain)
      .add("requests", "requests", &Row::requests, compact)
      .data("distinct", &Row::distinct)
      .add("mean_degree", "mean\ndegree", &Row::mean_degree, decimal)
      .add("largest_degree", "largest\ndegree", &Row::largest_degree, compact)
      .data("steps", &Row::steps)
      .add("charge", "charge", &Row::charge, compact)
      .add(
          "share", "share",
          [whole](const Row& row) { return whole > 0 ? static_cast<double>(row.charge) / whole : 0.0; },
          [whole](const Row& row) { return percentage(static_cast<double>(row.charge), whole); });
  fields.data("number", &Row::number);
  if (ledger.has_profile()) {
    fields.data("forward", &Row::charge_forward)
        .data("distinct_charge", &Row::distinct_charge)
        .data("avoidable_charge", &Row::avoidable_charge)
        .data("degrees", [](const Row& row) { return degree_list(row.degrees); });
  }
  report.data("lines", fields.records(table.rows()));
  if (lines.empty()) return;
  Table text = table.text(fields, lines.size() > shown_lines ? fmt::format("The {} source lines that cost most, of {}",
                                                                           shown_lines, lines.size())
                                                             : "Source lines by cost");
  if (plots) add_bars(text, lines, *plots);
  report.add(std::move(text));
}

void add_mixed_lines(Report& report, const Ledger& ledger) {
  report.data("mixed_steps", ledger.mixed_steps());
  std::vector<MixedLines> mixed = ledger.mixed_lines();
  if (mixed.empty()) return;
  const std::string& file = mixed.front().lines.front().file;
  const auto shown = std::span(mixed).first(std::min(mixed.size(), shown_kinds));
  const bool one_file = std::ranges::all_of(shown, [&file](const MixedLines& one) {
    return std::ranges::all_of(one.lines, [&file](const SourceLine& line) { return line.file == file; });
  });
  const auto fields = Fields<MixedLines>()
                          .data("lines", place_records)
                          .text(
                              "lines", [one_file](const MixedLines& one) { return places(one, one_file); }, Align::left)
                          .add("steps", "steps", &MixedLines::steps, compact)
                          .add("first_step", "first step", &MixedLines::step, with_separators);
  report.data("mixed_lines", fields.records(mixed));
  const std::string head = fmt::format("Steps that mix source lines: {} of {}", with_separators(ledger.mixed_steps()),
                                       with_separators(ledger.steps()));
  const std::string where = one_file ? ", all in " + printable(base_name(file)) : "";
  report.add(close(fields.table("", shortened(head + where, line_width), shown)));
  report.parts.emplace_back(
      Paragraph{"Processors took different ways there. Where they should not have, they are out "
                "of lockstep: self.idle(k) and self.barrier() bring them together.",
                2, 2});
}

void add_collectives(Report& report, const Ledger& ledger) {
  if (ledger.collectives().empty()) return;
  Fields<CollectiveTotal> fields;
  report.add_data(add_facts(fields, &Places::row).table("collectives", "", ledger.collectives()));
}

void add_cells(Report& report, const Ledger& ledger) {
  const std::vector<CellTotal> cells = ledger.cells();
  const auto fields =
      Fields<CellTotal>()
          .add("array", "array", &CellTotal::array, [](const CellTotal& cell) { return printable(cell.array); })
          .add("index", "index", &CellTotal::index, with_separators)
          .add("largest_degree", "largest\ndegree", &CellTotal::largest_degree, compact)
          .add("step", "in step", &CellTotal::step, with_separators)
          .add("steps", "steps as the\nmost contended", &CellTotal::steps, compact);
  report.data("cells", fields.records(cells));
  if (ledger.lines().empty()) return;
  if (cells.empty()) {
    report.parts.emplace_back(Paragraph{"No cell was accessed by two processors in one step.", 0, 0});
    return;
  }
  report.add(
      close(fields.table("", "The most contended cells", std::span(cells).first(std::min(cells.size(), shown_cells)))));
}

void add_costliest_collectives(Report& report, const Ledger& ledger) {
  std::vector<CollectiveTotal> collectives = ledger.collectives();
  if (collectives.empty()) return;
  std::ranges::stable_sort(collectives, std::ranges::greater(), &CollectiveTotal::charge);
  const std::size_t total = collectives.size();
  collectives.resize(std::min(total, shown_lines));
  const std::vector<std::string> files = file_labels(collectives);
  const bool one_file = one_of_a_kind(files);
  const std::string which =
      total > shown_lines ? fmt::format(", the {} of {} that cost most", shown_lines, total) : ", by cost";
  const std::string where = one_file ? ", all in " + files.front() : "";
  Table table{{},
              shortened("Collectives" + which + where, line_width),
              {{"", one_file ? "line" : "file and line", Align::left},
               {"", "operation\n  algorithm", Align::left},
               {"", "times"},
               {"", "words"},
               {"", "steps"},
               {"", "charge"},
               {"", "to lower\nbound"},
               {"", "share"}},
              {}};
  const auto whole = static_cast<double>(ledger.total_charge());
  for (std::size_t k = 0; k < collectives.size(); ++k) {
    const CollectiveTotal& one = collectives[k];
    const double bound = one.lower_bound.value_or(0);
    table.row({(one_file ? "" : files[k] + ":") + std::to_string(one.where.line),
               one.operation + " " + printable(one.array), compact(one.times), compact(one.words), compact(one.steps),
               compact(one.charge), bound > 0 ? decimal(static_cast<double>(one.charge) / bound) : "-",
               percentage(static_cast<double>(one.charge), whole)});
    table.row({"", "  " + algorithm_text(one.algorithm), "", "", "", "", "", ""});
  }
  report.add(close(std::move(table)));
}

void add_steps(Report& report, const Ledger& ledger) {
  if (ledger.step_records().empty()) return;
  const auto where = [&](const StepRecord& step) {
    return step.requests.total() > 0 ? &ledger.lines().at(step.line).where : nullptr;
  };
  Fields<StepRecord> fields;
  add_facts(fields, &Places::row)
      .data("file",
            [&](const StepRecord& step) {
              return where(step) ? Value(name_in_folder(where(step)->file)) : Value(Value::Absent());
            })
      .data("line",
            [&](const StepRecord& step) { return where(step) ? Value(where(step)->line) : Value(Value::Absent()); })
      .data("line_number",
            [&](const StepRecord& step) { return where(step) ? Value(step.line) : Value(Value::Absent()); })
      .data("phases", [](const StepRecord& step) { return phase_records(step.phases); });
  report.add(fields.table("step_records", "", ledger.step_records()));
  report.data("steps_without_record", ledger.steps_without_record());
}

}  // namespace pram::report
