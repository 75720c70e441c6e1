#include <pram/report/detail/file/export.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <pram/report/detail/value/fields.hpp>
#include "profile/lines/lines.hpp"

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

template <class Row>
Fields<Row> place_fields() {
  Fields<Row> fields;
  fields.data("file", [](const Row& row) { return name_in_folder(row.where.file); }).data("line", [](const Row& row) {
    return row.where.line;
  });
  return fields;
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
  const auto of = [](auto member) { return [member](const StepRow& row) { return row.step->*member; }; };
  const auto requests = [](auto member) { return [member](const StepRow& row) { return row.step->requests.*member; }; };
  const auto if_any = [](auto value) {
    return [value](const StepRow& row) { return row.step->requests.total() > 0 ? Value(value(row)) : Value(); };
  };
  fields.data("step", of(&StepRecord::step))
      .data("processors", of(&StepRecord::processors))
      .data("reads", requests(&RequestCounts::reads))
      .data("writes", requests(&RequestCounts::writes))
      .data("updates", requests(&RequestCounts::updates))
      .data("fetches", requests(&RequestCounts::fetches))
      .data("distinct", of(&StepRecord::distinct))
      .data("largest_read_degree", of(&StepRecord::largest_read_degree))
      .data("largest_write_degree", of(&StepRecord::largest_write_degree))
      .data("forward", of(&StepRecord::charge))
      .data("back", of(&StepRecord::charge_back))
      .data("distinct_charge", of(&StepRecord::distinct_charge))
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
  const auto of = [](auto member) { return [member](const StepPhase& row) { return row.phase->*member; }; };
  return file_of("phases",
                 Fields<StepPhase>()
                     .data("step", &StepPhase::step)
                     .data("phase", &StepPhase::number)
                     .data("name", &StepPhase::name)
                     .data("messages", of(&PhaseRecord::messages))
                     .data("combined", of(&PhaseRecord::combined))
                     .data("largest_sent", of(&PhaseRecord::largest_sent))
                     .data("largest_received", of(&PhaseRecord::largest_received))
                     .data("largest_replies", of(&PhaseRecord::largest_replies))
                     .data("largest_leaving", of(&PhaseRecord::largest_leaving))
                     .data("largest_leaving_back", of(&PhaseRecord::largest_leaving_back))
                     .data("forward", of(&PhaseRecord::charge))
                     .data("back", of(&PhaseRecord::charge_back)),
                 rows);
}

NamedFile supersteps_table(const Ledger& ledger) {
  const auto shared = [](auto member) { return [member](const SuperstepRecord& row) { return row.shared.*member; }; };
  return file_of("supersteps",
                 Fields<SuperstepRecord>()
                     .data("superstep", &SuperstepRecord::superstep)
                     .data("tag", &SuperstepRecord::tag)
                     .data("processes", &SuperstepRecord::processes)
                     .data("components", &SuperstepRecord::components)
                     .data("work", &SuperstepRecord::work)
                     .data("largest_work", &SuperstepRecord::largest_work)
                     .data("messages", &SuperstepRecord::messages)
                     .data("words", &SuperstepRecord::words)
                     .data("largest_sent", &SuperstepRecord::largest_sent)
                     .data("largest_received", &SuperstepRecord::largest_received)
                     .data("forward", &SuperstepRecord::charge)
                     .data("back", &SuperstepRecord::charge_back)
                     .data("shared_forward", shared(&SharedAccess::charge))
                     .data("shared_back", shared(&SharedAccess::charge_back)),
                 ledger.superstep_records());
}

NamedFile lines_table(const Ledger& ledger) {
  return file_of("lines",
                 place_fields<LineTotal>()
                     .data("array", &LineTotal::array)
                     .data("operation", &LineTotal::operation)
                     .data("requests", &LineTotal::requests)
                     .data("distinct", &LineTotal::distinct)
                     .data("largest_degree", &LineTotal::largest_degree)
                     .data("steps", &LineTotal::steps)
                     .data("charge", &LineTotal::charge),
                 ledger.lines());
}

NamedFile transfers_table(const Ledger& ledger) {
  return file_of("transfers",
                 place_fields<TransferTotal>()
                     .data("subject", &TransferTotal::subject)
                     .data("operation", &TransferTotal::operation)
                     .data("messages", &TransferTotal::messages)
                     .data("words", &TransferTotal::words)
                     .data("supersteps", &TransferTotal::supersteps)
                     .data("charge", &TransferTotal::charge),
                 ledger.transfers());
}

NamedFile cells_table(const Ledger& ledger) {
  return file_of("cells",
                 Fields<CellTotal>()
                     .data("array", &CellTotal::array)
                     .data("index", &CellTotal::index)
                     .data("largest_degree", &CellTotal::largest_degree)
                     .data("step", &CellTotal::step)
                     .data("steps", &CellTotal::steps),
                 ledger.cells());
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
  return file_of("degrees",
                 Fields<DegreeRow>()
                     .data("file", [](const DegreeRow& row) { return name_in_folder(row.line->where.file); })
                     .data("line", [](const DegreeRow& row) { return row.line->where.line; })
                     .data("array", [](const DegreeRow& row) { return row.line->array; })
                     .data("operation", [](const DegreeRow& row) { return row.line->operation; })
                     .data("least_degree", &DegreeRow::least)
                     .data("most_degree", &DegreeRow::most)
                     .data("groups", &DegreeRow::groups),
                 rows);
}

struct ComponentRow {
  std::size_t number;
  ComponentTotal total;
};

NamedFile components_table(const Ledger& ledger) {
  std::vector<ComponentRow> rows;
  for (std::size_t k = 0; k < ledger.components().size(); ++k) rows.push_back({k, ledger.components()[k]});
  const auto of = [](auto member) { return [member](const ComponentRow& row) { return row.total.*member; }; };
  return file_of("components",
                 Fields<ComponentRow>()
                     .data("component", &ComponentRow::number)
                     .data("sent", of(&ComponentTotal::sent))
                     .data("received", of(&ComponentTotal::received))
                     .data("served", of(&ComponentTotal::served))
                     .data("times_busiest", of(&ComponentTotal::times_busiest)),
                 rows);
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

NamedFile pardos_table(const Ledger& ledger) {
  return file_of("pardos",
                 place_fields<PardoTotal>()
                     .data("name", &PardoTotal::name)
                     .data("times", &PardoTotal::times)
                     .data("processors", &PardoTotal::processors)
                     .data("first_step", &PardoTotal::first_step)
                     .data("steps", &PardoTotal::steps)
                     .data("supersteps", &PardoTotal::supersteps)
                     .data("work", &PardoTotal::work)
                     .data("charge", &PardoTotal::charge),
                 ledger.pardos());
}

NamedFile regions_table(const Ledger& ledger) {
  return file_of("regions",
                 Fields<RegionTotal>()
                     .data("name", &RegionTotal::name)
                     .data("depth", &RegionTotal::depth)
                     .data("times", &RegionTotal::times)
                     .data("steps", &RegionTotal::steps)
                     .data("work", &RegionTotal::work)
                     .data("requests", [](const RegionTotal& region) { return region.requests.total(); })
                     .data("forward", &RegionTotal::charge)
                     .data("back", &RegionTotal::charge_back)
                     .data("collectives", &RegionTotal::collective_charge)
                     .data("supersteps", &RegionTotal::supersteps)
                     .data("superstep_charge", &RegionTotal::superstep_charge),
                 ledger.regions());
}

}  // namespace

std::vector<NamedFile> tidy_tables(const Ledger& ledger) {
  pram::detail::refuse_processor("tables are made");
  std::vector<NamedFile> files = {steps_table(ledger),  phases_table(ledger),    supersteps_table(ledger),
                                  lines_table(ledger),  transfers_table(ledger), cells_table(ledger),
                                  regions_table(ledger)};
  if (!ledger.has_profile()) return files;
  files.push_back(degrees_table(ledger));
  files.push_back(components_table(ledger));
  files.push_back(links_table(ledger));
  files.push_back(pardos_table(ledger));
  return files;
}

}  // namespace pram::report
