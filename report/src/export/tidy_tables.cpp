#include <pram/report/detail/file/export.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "value/fact_fields.hpp"

namespace pram::report {

namespace {

template <class Row>
NamedFile file_of(const char* name, const Fields<Row>& fields, const std::vector<Row>& rows) {
  Table table = fields.table("", "", rows);
  table.lines_of_csv = Record();
  Report report;
  report.add_data(std::move(table));
  return {std::string(name) + ".csv", csv_of(report)};
}

/// A table of the facts of records that are its rows.
template <class Of>
NamedFile table_of(const char* name, const std::vector<Of>& records) {
  Fields<Of> fields;
  return file_of(name, add_facts(fields, &Places::csv), records);
}

struct StepRow {
  const StepRecord* step;
  SourceLine where;
};

NamedFile steps_table(const Ledger& ledger) {
  std::vector<StepRow> rows;
  for (const StepRecord& step : ledger.step_records())
    rows.push_back({&step, step.requests.total() > 0 ? ledger.lines().at(step.line).where : SourceLine()});
  Fields<StepRow> fields;
  const auto if_any = [](auto value) {
    return [value](const StepRow& row) { return row.step->requests.total() > 0 ? Value(value(row)) : Value(); };
  };
  add_facts(fields, fact_fields<StepRecord>(&Places::csv),
            [](const StepRow& row) -> const StepRecord& { return *row.step; })
      .data("file", if_any([](const StepRow& row) { return name_in_folder(row.where.file); }))
      .data("line", if_any([](const StepRow& row) { return row.where.line; }));
  return file_of("steps", fields, rows);
}

struct StepPhase {
  std::uint64_t step;
  std::size_t number;  ///< from 1
  std::string name;
  const PhaseRecord* phase;
};

NamedFile phases_table(const Ledger& ledger) {
  std::vector<StepPhase> rows;
  for (const StepRecord& step : ledger.step_records()) {
    for (std::size_t k = 0; k < step.phases.size(); ++k)
      rows.push_back({step.step, k + 1, ledger.phase_name(k), &step.phases[k]});
  }
  Fields<StepPhase> fields;
  fields.data("step", &StepPhase::step).data("phase", &StepPhase::number).data("name", &StepPhase::name);
  add_facts(fields, fact_fields<PhaseRecord>(&Places::csv),
            [](const StepPhase& row) -> const PhaseRecord& { return *row.phase; });
  return file_of("phases", fields, rows);
}

NamedFile supersteps_table(const Ledger& ledger) {
  const auto shared = [](auto member) { return [member](const SuperstepRecord& row) { return row.shared.*member; }; };
  Fields<SuperstepRecord> fields;
  add_facts(fields, &Places::csv)
      .data("shared.forward", shared(&SharedAccess::charge))
      .data("shared.back", shared(&SharedAccess::charge_back));
  return file_of("supersteps", fields, ledger.superstep_records());
}

struct DegreeRow {
  const LineTotal* line;
  std::uint64_t least;  ///< degree
  std::uint64_t most;
  std::uint64_t groups;
};

NamedFile degrees_table(const Ledger& ledger) {
  std::vector<DegreeRow> rows;
  for (const LineTotal& line : ledger.lines()) {
    for (std::size_t bin = 0; bin < line.degrees.size(); ++bin) {
      const std::uint64_t least = std::uint64_t{1} << bin;
      if (line.degrees[bin] > 0) rows.push_back({&line, least, 2 * least - 1, line.degrees[bin]});
    }
  }
  Fields<DegreeRow> fields;
  add_facts(fields, fact_fields<LineTotal>(&Places::csv, 1, 1),
            [](const DegreeRow& row) -> const LineTotal& { return *row.line; })
      .data("least_degree", &DegreeRow::least)
      .data("most_degree", &DegreeRow::most)
      .data("groups", &DegreeRow::groups);
  return file_of("degrees", fields, rows);
}

struct ComponentRow {
  std::size_t number;
  ComponentTotal total;
};

NamedFile components_table(const Ledger& ledger) {
  std::vector<ComponentRow> rows;
  for (std::size_t k = 0; k < ledger.components().size(); ++k) rows.push_back({k, ledger.components()[k]});
  Fields<ComponentRow> fields;
  fields.data("component", &ComponentRow::number);
  add_facts(fields, fact_fields<ComponentTotal>(&Places::csv),
            [](const ComponentRow& row) -> const ComponentTotal& { return row.total; });
  return file_of("components", fields, rows);
}

struct LinkRow {
  std::size_t number;  ///< node · ports + port
  std::string way;
  std::uint64_t busy;
  Value largest_queue;
};

NamedFile links_table(const Ledger& ledger) {
  std::vector<LinkRow> rows;
  const auto add = [&](const LinkLoad& load, const char* way) {
    for (std::size_t k = 0; k < load.busy.size(); ++k) {
      if (load.busy[k] > 0)
        rows.push_back({k, way, load.busy[k], k < load.largest_queue.size() ? Value(load.largest_queue[k]) : Value()});
    }
  };
  if (ledger.network_load()) {
    add(ledger.network_load()->forward, "forward");
    add(ledger.network_load()->back, "back");
  }
  return file_of("links",
                 Fields<LinkRow>()
                     .data("link", &LinkRow::number)
                     .data("way", &LinkRow::way)
                     .data("busy", &LinkRow::busy)
                     .data("largest_queue", &LinkRow::largest_queue),
                 rows);
}

}  // namespace

std::vector<NamedFile> tidy_tables(const Ledger& ledger) {
  pram::detail::refuse_processor("tables are made");
  std::vector<NamedFile> files = {steps_table(ledger),
                                  phases_table(ledger),
                                  supersteps_table(ledger),
                                  table_of("lines", ledger.lines()),
                                  table_of("transfers", ledger.transfers()),
                                  table_of<CellTotal>("cells", ledger.cells()),
                                  table_of("regions", ledger.regions())};
  if (!ledger.has_profile()) return files;
  files.push_back(degrees_table(ledger));
  files.push_back(components_table(ledger));
  files.push_back(links_table(ledger));
  files.push_back(table_of("pardos", ledger.pardos()));
  return files;
}

}  // namespace pram::report
