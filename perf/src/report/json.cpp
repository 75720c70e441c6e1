#include <pram/perf/profile.hpp>
#include "json_layout.hpp"
#include "json_parts.hpp"
#include "lines.hpp"

namespace pram::perf {

namespace {

using nlohmann::ordered_json;

ordered_json counts_json(const RequestCounts& counts) {
  return {{"reads", counts.reads}, {"writes", counts.writes}, {"updates", counts.updates}, {"fetches", counts.fetches}};
}

ordered_json result_json(const programs::Outcome& outcome) {
  ordered_json json = {{"verified", outcome.verified}, {"check", outcome.check}};
  json.update(facts_json(outcome));
  return json;
}

ordered_json charge_json(const Ledger& ledger) {
  ordered_json phases = ordered_json::array();
  for (std::size_t k = 0; k < ledger.phases().size(); ++k) {
    const PhaseTotal& phase = ledger.phases()[k];
    phases.push_back({{"phase", k + 1},
                      {"name", ledger.phase_name(k)},
                      {"steps", phase.steps},
                      {"messages", phase.messages},
                      {"combined", phase.combined},
                      {"largest_sent", phase.largest_sent},
                      {"largest_received", phase.largest_received},
                      {"forward", phase.charge},
                      {"back", phase.charge_back},
                      {"performance_factor", ledger.performance_factor(k)}});
  }
  ordered_json json = {{"forward", ledger.charge()}, {"back", ledger.charge_back()}};
  if (!ledger.exchanges().empty()) {
    json["exchanges"] = ledger.exchange_charge();
    json["total"] = ledger.total_charge();
  }
  json["distinct"] = ledger.distinct_charge();
  json["phases"] = std::move(phases);
  return json;
}

ordered_json exchanges_json(const Ledger& ledger) {
  ordered_json exchanges = ordered_json::array();
  for (const ExchangeTotal& one : ledger.exchanges()) {
    exchanges.push_back({{"file", name_in_folder(one.where.file)},
                         {"line", one.where.line},
                         {"array", one.array},
                         {"operation", one.operation},
                         {"algorithm", one.algorithm},
                         {"times", one.times},
                         {"words", one.words},
                         {"steps", one.steps},
                         {"charge", one.charge},
                         {"lower_bound", one.lower_bound ? ordered_json(*one.lower_bound) : ordered_json()}});
  }
  return exchanges;
}

ordered_json lines_json(const Ledger& ledger) {
  const auto whole = static_cast<double>(ledger.total_charge());
  ordered_json lines = ordered_json::array();
  for (const LineTotal& line : costliest_first(ledger)) {
    lines.push_back({{"file", name_in_folder(line.where.file)},
                     {"line", line.where.line},
                     {"array", line.array},
                     {"operation", line.operation},
                     {"requests", line.requests},
                     {"mean_degree", line.mean_degree()},
                     {"largest_degree", line.largest_degree},
                     {"steps", line.steps},
                     {"charge", line.charge},
                     {"share", whole > 0 ? static_cast<double>(line.charge) / whole : 0.0}});
  }
  return lines;
}

ordered_json mixed_lines_json(const Ledger& ledger) {
  ordered_json kinds = ordered_json::array();
  for (const MixedLines& one : ledger.mixed_lines()) {
    ordered_json lines = ordered_json::array();
    for (const SourceLine& line : one.lines)
      lines.push_back({{"file", name_in_folder(line.file)}, {"line", line.line}});
    kinds.push_back({{"lines", std::move(lines)}, {"steps", one.steps}, {"first_step", one.step}});
  }
  return kinds;
}

ordered_json regions_json(const Ledger& ledger) {
  ordered_json regions = ordered_json::array();
  for (const RegionTotal& region : ledger.regions()) {
    regions.push_back({{"name", region.name},
                       {"depth", region.depth},
                       {"times", region.times},
                       {"steps", region.steps},
                       {"work", region.work},
                       {"requests", counts_json(region.requests)},
                       {"forward", region.charge},
                       {"back", region.charge_back},
                       {"exchanges", region.exchange_charge},
                       {"distinct", region.distinct_charge},
                       {"performance_factor", region.performance_factor()}});
  }
  return regions;
}

ordered_json cells_json(const Ledger& ledger) {
  ordered_json cells = ordered_json::array();
  for (const CellTotal& cell : ledger.cells()) {
    cells.push_back({{"array", cell.array},
                     {"index", cell.index},
                     {"largest_degree", cell.largest_degree},
                     {"step", cell.step},
                     {"steps", cell.steps}});
  }
  return cells;
}

ordered_json steps_json(const Ledger& ledger) {
  ordered_json steps = ordered_json::array();
  for (const StepRecord& step : ledger.step_records()) {
    ordered_json phases = ordered_json::array();
    for (const PhaseRecord& phase : step.phases) {
      phases.push_back({{"largest_sent", phase.largest_sent},
                        {"largest_received", phase.largest_received},
                        {"messages", phase.messages},
                        {"combined", phase.combined},
                        {"forward", phase.charge},
                        {"back", phase.charge_back}});
    }
    ordered_json row = {{"step", step.step}, {"processors", step.processors}};
    row.update(counts_json(step.requests));
    row["distinct"] = step.distinct;
    row["largest_read_degree"] = step.largest_read_degree;
    row["largest_write_degree"] = step.largest_write_degree;
    row["forward"] = step.charge;
    row["back"] = step.charge_back;
    if (step.requests.total() > 0) {
      const SourceLine& where = ledger.lines().at(step.line).where;
      row["file"] = name_in_folder(where.file);
      row["line"] = where.line;
    }
    row["phases"] = std::move(phases);
    steps.push_back(std::move(row));
  }
  return steps;
}

}  // namespace

std::string run_json(const RunSummary& run) {
  const Ledger& ledger = run.ledger;
  ordered_json json;
  json["version"] = 1;
  json["program"] = run.program;
  json["machine"] = machine_json(run.machine);
  json["input"] = input_json(run.input);
  json["result"] = result_json(run.outcome);
  json["interrupted"] = run.interrupted;
  json["steps"] = ledger.steps();
  json["work"] = ledger.work();
  json["processors"] = ledger.processors();
  json["requests"] = counts_json(ledger.requests());
  json["largest_read_degree"] = ledger.largest_read_degree();
  json["largest_write_degree"] = ledger.largest_write_degree();
  json["charge"] = charge_json(ledger);
  json["performance_factor"] = ledger.performance_factor();
  if (!ledger.regions().empty()) json["regions"] = regions_json(ledger);
  json["lines"] = lines_json(ledger);
  json["mixed_steps"] = ledger.mixed_steps();
  if (ledger.mixed_steps() > 0) json["mixed_lines"] = mixed_lines_json(ledger);
  if (!ledger.exchanges().empty()) json["exchanges"] = exchanges_json(ledger);
  json["cells"] = cells_json(ledger);
  json["models"] = ledger.models();
  if (!ledger.step_records().empty()) {
    json["step_records"] = steps_json(ledger);
    json["steps_without_record"] = ledger.steps_without_record();
  }
  json["wall_seconds"] = run.wall_seconds;
  return laid_out(json);
}

}  // namespace pram::perf
