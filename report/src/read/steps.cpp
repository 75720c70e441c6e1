#include <cstddef>
#include <cstdint>
#include <vector>

#include "ledger_readers.hpp"

namespace pram::report {

namespace {

/// Reads a column of a phase into the phases of all steps.
/// @param there  which steps have the phase, as far as columns that may be null show it
template <class Fact>
void read_phase_column(const Field& columns, Fact fact, std::vector<PhaseRecord>& phases, std::vector<bool>& there) {
  if (fact.places.optional && !columns.find(fact.name)) return;
  if (!fact.places.null) return read_column(columns, fact.name, phases, fact.member);
  const std::vector<Field> entries = entries_of_column(columns, fact.name, phases.size());
  for (std::size_t k = 0; k < entries.size(); ++k) {
    if (entries[k].is_null()) continue;
    entries[k].to(phases[k].*fact.member);
    there[k] = true;
  }
}

void add_phase(const Field& columns, std::vector<StepRecord>& steps) {
  std::vector<PhaseRecord> phases(steps.size());
  std::vector<bool> there(steps.size());
  const auto read = [&](auto fact) { read_phase_column(columns, fact, phases, there); };
  pram::detail::for_facts_in<PhaseRecord>(&Places::column, read, 1, 3);
  for (PhaseRecord& phase : phases) phase.count_all_as_leaving();  // of a file that does not distinguish them
  pram::detail::for_facts_in<PhaseRecord>(&Places::column, read, 4);
  read_column(columns, "charge", phases, &PhaseRecord::charge);  // with what is charged back
  for (std::size_t k = 0; k < steps.size(); ++k) {
    if (!there[k]) continue;
    if (phases[k].charge_back > phases[k].charge) columns.at("back").refuse("at most the charge beside it");
    phases[k].charge -= phases[k].charge_back;
    steps[k].phases.push_back(phases[k]);
  }
}

/// The lines of all steps.
void add_step_lines(const Field& columns, std::vector<StepRecord>& steps) {
  const std::vector<Field> places = columns.at("place").entries();
  std::vector<StepLine> lines(places.size());
  read_columns(columns, lines, &Places::column);
  for (std::size_t k = 0; k < lines.size(); ++k) {
    const auto place = places[k].as<std::uint64_t>();
    if (place >= steps.size()) places[k].refuse("the place of a step");
    steps[place].lines.push_back(lines[k]);
  }
}

/// The records of a profile.
void read_step_columns(const Field& columns, LedgerData& ledger) {
  if (columns.at("version").as<std::uint64_t>() != 1) columns.at("version").refuse("1, the form that is known here");
  const Field of = columns.at("steps");
  std::vector<StepRecord>& steps = ledger.step_records;
  steps.resize(of.at("step").entries().size());
  read_columns(of, steps, &Places::column);
  for (const Field& phase : of.at("phases").entries()) add_phase(phase, steps);
  read_column(columns, "pardo", steps, &StepRecord::pardo);
  read_column(columns, "pardo_number", steps, &StepRecord::pardo_number);
  add_step_lines(columns.at("step_lines"), steps);
}

void read_step(const Field& row, StepRecord& step) {
  read_facts(row, step);
  if (step.requests.total() > 0) row.get("line_number", step.line);
  read_phases(row, step.phases);
}

}  // namespace

void read_steps(const Field& run, LedgerData& ledger) {
  if (const auto columns = run.find("columns")) {
    read_step_columns(*columns, ledger);
  } else {
    read_rows(run, "step_records", ledger.step_records, read_step);
  }
  for (const StepRecord& step : ledger.step_records) {
    if (step.phases.size() > ledger.phases.size())
      run.at("charge").at("phases").refuse("a list of all phases that steps have");
  }
}

}  // namespace pram::report
