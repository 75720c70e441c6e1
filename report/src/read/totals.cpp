#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "ledger_readers.hpp"

namespace pram::report {

namespace {

void read_charge(const Field& charge, detail::LedgerBuilder& ledger) {
  charge.get("forward", ledger.charge).get("back", ledger.charge_back).get("distinct", ledger.distinct_charge);
  if (const auto collectives = charge.find("collectives")) collectives->to(ledger.collective_charge);
  bool have_names = false;
  for (const Field& row : charge.at("phases").entries()) {
    PhaseTotal& phase = ledger.phases.emplace_back();
    row.get("steps", phase.steps).get("messages", phase.messages).get("combined", phase.combined);
    row.get("largest_sent", phase.largest_sent).get("largest_received", phase.largest_received);
    row.get("forward", phase.charge).get("back", phase.charge_back);
    row.get("name", ledger.phase_names.emplace_back());
    have_names |= ledger.phase_names.back() != std::to_string(ledger.phases.size());
  }
  if (!have_names) ledger.phase_names.clear();
}

void read_line(const Field& row, bool profile, LineTotal& line) {
  read_place(row, line.where);
  row.get("array", line.array).get("operation", line.operation).get("requests", line.requests);
  row.get("distinct", line.distinct).get("largest_degree", line.largest_degree).get("steps", line.steps);
  row.get("charge", line.charge);
  if (!profile) return;
  row.get("charge_forward", line.charge_forward).get("distinct_charge", line.distinct_charge);
  const std::vector<Field> degrees = row.at("degrees").entries();
  if (degrees.size() > line.degrees.size())
    row.at("degrees").refuse("a list of at most " + std::to_string(line.degrees.size()) + " numbers");
  for (std::size_t k = 0; k < degrees.size(); ++k) degrees[k].to(line.degrees[k]);
}

void read_region(const Field& row, RegionTotal& region) {
  row.get("name", region.name).get("depth", region.depth).get("times", region.times).get("steps", region.steps);
  row.get("work", region.work).get("forward", region.charge).get("back", region.charge_back);
  row.get("collectives", region.collective_charge).get("supersteps", region.supersteps);
  row.get("superstep_charge", region.superstep_charge).get("distinct", region.distinct_charge);
  read_requests(row.at("requests"), region.requests);
  std::vector<std::vector<std::uint64_t>> stretches;
  if (const auto found = row.find("stretches")) found->to(stretches);
  for (const std::vector<std::uint64_t>& one : stretches) {
    const bool is =
        one.size() == 2 && one[0] <= one[1] && (region.stretches.empty() || region.stretches.back().last < one[0]);
    if (!is) row.at("stretches").refuse("pairs of a first and a last step, ascending");
    region.stretches.push_back({one[0], one[1]});
  }
}

void read_collective(const Field& row, CollectiveTotal& collective) {
  read_place(row, collective.where);
  row.get("array", collective.array).get("operation", collective.operation).get("algorithm", collective.algorithm);
  row.get("times", collective.times).get("words", collective.words).get("steps", collective.steps);
  row.get("charge", collective.charge).get("lower_bound", collective.lower_bound);
}

void read_cell(const Field& row, CellTotal& cell) {
  row.get("array", cell.array).get("index", cell.index).get("largest_degree", cell.largest_degree);
  row.get("step", cell.step).get("steps", cell.steps);
}

void read_mixed(const Field& row, MixedLines& mixed) {
  row.get("steps", mixed.steps).get("first_step", mixed.step);
  for (const Field& line : row.at("lines").entries()) read_place(line, mixed.lines.emplace_back());
  if (mixed.lines.empty()) row.at("lines").refuse("a list of lines");
}

/// Reads the rows of a list, where there is one.
template <class Row>
void read_rows(const Field& run, const char* name, std::vector<Row>& rows, void (*read)(const Field&, Row&)) {
  const auto list = run.find(name);
  if (!list) return;
  for (const Field& row : list->entries()) read(row, rows.emplace_back());
}

}  // namespace

void read_requests(const Field& counts, RequestCounts& requests) {
  counts.get("reads", requests.reads).get("writes", requests.writes);
  counts.get("updates", requests.updates).get("fetches", requests.fetches);
}

void read_place(const Field& row, SourceLine& where) { row.get("file", where.file).get("line", where.line); }

void read_phase(const Field& row, PhaseRecord& phase) {
  row.get("largest_sent", phase.largest_sent).get("largest_received", phase.largest_received);
  row.get("messages", phase.messages).get("combined", phase.combined).get("forward", phase.charge);
  row.get("back", phase.charge_back).get("largest_replies", phase.largest_replies);
  phase.largest_leaving = phase.relation();  // of a file that does not tell them apart
  phase.largest_leaving_back = phase.largest_replies;
  if (const auto leaving = row.find("largest_leaving")) leaving->to(phase.largest_leaving);
  if (const auto leaving = row.find("largest_leaving_back")) leaving->to(phase.largest_leaving_back);
}

void read_totals(const Field& run, detail::LedgerBuilder& ledger) {
  run.get("steps", ledger.steps).get("work", ledger.work).get("processors", ledger.processors);
  const Field sums = run.at("step_sums");
  sums.get("contention", ledger.step_total.contention).get("relation", ledger.step_total.relation);
  sums.get("exchanges", ledger.step_total.exchanges);
  read_requests(run.at("requests"), ledger.requests);
  run.get("largest_read_degree", ledger.largest_read_degree).get("largest_write_degree", ledger.largest_write_degree);
  read_charge(run.at("charge"), ledger);
  run.get("mixed_steps", ledger.mixed_steps);
  const auto models = run.at("models").as<std::vector<std::string>>();
  ledger.satisfied(models.empty() ? "" : models.front());

  const bool profile = run.find("components").has_value();
  read_numbered(run.at("lines"), ledger.lines,
                [profile](const Field& row, LineTotal& line) { read_line(row, profile, line); });
  read_rows(run, "regions", ledger.regions, read_region);
  read_rows(run, "collectives", ledger.collectives, read_collective);
  read_rows(run, "cells", ledger.cells, read_cell);
  read_rows(run, "mixed_lines", ledger.mixed_lines, read_mixed);
}

}  // namespace pram::report
