#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "ledger_readers.hpp"

namespace pram::report {

namespace {

void read_charge(const Field& charge, LedgerData& ledger) {
  read_facts(charge, ledger, 2, 2);
  bool have_names = false;
  for (const Field& row : charge.at("phases").entries()) {
    read_facts(row, ledger.phases.emplace_back());
    row.get("name", ledger.phase_names.emplace_back());
    have_names |= ledger.phase_names.back() != std::to_string(ledger.phases.size());
  }
  if (!have_names) ledger.phase_names.clear();
}

void read_line(const Field& row, bool profile, LineTotal& line) {
  read_facts(row, line, 1, profile ? 2 : 1);
  if (!profile) return;
  const std::vector<Field> degrees = row.at("degrees").entries();
  if (degrees.size() > line.degrees.size())
    row.at("degrees").refuse("a list of at most " + std::to_string(line.degrees.size()) + " numbers");
  for (std::size_t k = 0; k < degrees.size(); ++k) degrees[k].to(line.degrees[k]);
}

void read_region(const Field& row, RegionTotal& region) {
  read_facts(row, region);
  std::vector<std::vector<std::uint64_t>> stretches;
  if (const auto found = row.find("stretches")) found->to(stretches);
  for (const std::vector<std::uint64_t>& one : stretches) {
    const bool is =
        one.size() == 2 && one[0] <= one[1] && (region.stretches.empty() || region.stretches.back().last < one[0]);
    if (!is) row.at("stretches").refuse("pairs of a first and a last step, ascending");
    region.stretches.push_back({one[0], one[1]});
  }
}

void read_mixed(const Field& row, MixedLines& mixed) {
  read_facts(row, mixed);
  for (const Field& line : row.at("lines").entries()) {
    SourceLine& where = mixed.lines.emplace_back();
    line.get("file", where.file).get("line", where.line);
  }
  if (mixed.lines.empty()) row.at("lines").refuse("a list of lines");
}

}  // namespace

void read_phases(const Field& row, std::vector<PhaseRecord>& phases) {
  for (const Field& one : row.at("phases").entries()) {
    PhaseRecord& phase = phases.emplace_back();
    read_facts(one, phase, 1, 1);
    phase.count_all_as_leaving();  // of a file that does not distinguish them
    read_facts(one, phase, 2);
  }
}

void read_totals(const Field& run, LedgerData& ledger) {
  read_facts(run, ledger, 1, 1);
  read_charge(run.at("charge"), ledger);
  const auto models = run.at("models").as<std::vector<std::string>>();
  ledger.satisfied(models.empty() ? "" : models.front());

  const bool profile = run.find("components").has_value();
  read_numbered(run.at("lines"), ledger.lines,
                [profile](const Field& row, LineTotal& line) { read_line(row, profile, line); });
  read_rows(run, "regions", ledger.regions, read_region);
  read_rows(run, "collectives", ledger.collectives);
  read_rows(run, "cells", ledger.cells);
  read_rows(run, "mixed_lines", ledger.mixed_lines, read_mixed);
}

}  // namespace pram::report
