#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ledger_readers.hpp"

namespace pram::report {

namespace {

/// A step's part in one phase, as columns have it.
struct PhaseEntry {
  std::uint64_t messages = 0;
  std::uint64_t combined = 0;
  std::uint64_t charge = 0;  ///< forward and back
  std::uint64_t back = 0;
  std::uint32_t largest_replies = 0;
  std::optional<std::uint32_t> largest_leaving;  ///< none: the file does not tell them apart
  std::optional<std::uint32_t> largest_leaving_back;
  std::optional<std::uint32_t> largest_sent;  ///< none: the step did not have the phase
  std::optional<std::uint32_t> largest_received;
  std::optional<std::uint32_t> busiest_sender;
  std::optional<std::uint32_t> busiest_receiver;
};

void add_phase_entries(const Field& columns, std::vector<StepRecord>& steps) {
  std::vector<PhaseEntry> entries(steps.size());
  read_column(columns, "messages", entries, &PhaseEntry::messages);
  read_column(columns, "combined", entries, &PhaseEntry::combined);
  read_column(columns, "charge", entries, &PhaseEntry::charge);
  read_column(columns, "back", entries, &PhaseEntry::back);
  read_column(columns, "largest_replies", entries, &PhaseEntry::largest_replies);
  if (columns.find("largest_leaving")) {
    read_column(columns, "largest_leaving", entries, &PhaseEntry::largest_leaving);
    read_column(columns, "largest_leaving_back", entries, &PhaseEntry::largest_leaving_back);
  }
  read_column(columns, "largest_sent", entries, &PhaseEntry::largest_sent);
  read_column(columns, "largest_received", entries, &PhaseEntry::largest_received);
  read_column(columns, "busiest_sender", entries, &PhaseEntry::busiest_sender);
  read_column(columns, "busiest_receiver", entries, &PhaseEntry::busiest_receiver);
  for (std::size_t k = 0; k < steps.size(); ++k) {
    const PhaseEntry& entry = entries[k];
    if (!entry.largest_sent) continue;
    if (entry.back > entry.charge) columns.at("back").refuse("at most the charge beside it");
    const std::uint32_t most = std::max(*entry.largest_sent, entry.largest_received.value_or(0));
    steps[k].phases.push_back({.largest_sent = *entry.largest_sent,
                               .largest_received = entry.largest_received.value_or(0),
                               .messages = entry.messages,
                               .combined = entry.combined,
                               .charge = entry.charge - entry.back,
                               .charge_back = entry.back,
                               .largest_replies = entry.largest_replies,
                               .busiest_sender = entry.busiest_sender.value_or(no_component),
                               .busiest_receiver = entry.busiest_receiver.value_or(no_component),
                               .largest_leaving = entry.largest_leaving.value_or(most),
                               .largest_leaving_back = entry.largest_leaving_back.value_or(entry.largest_replies)});
  }
}

/// The lines of all steps.
void add_step_lines(const Field& columns, std::vector<StepRecord>& steps) {
  const std::vector<Field> places = columns.at("place").entries();
  std::vector<StepLine> lines(places.size());
  read_column(columns, "line", lines, &StepLine::line);
  read_column(columns, "requests", lines, &StepLine::requests);
  read_column(columns, "distinct", lines, &StepLine::distinct);
  read_column(columns, "degree", lines, &StepLine::largest_degree);
  for (std::size_t k = 0; k < lines.size(); ++k) {
    const auto place = places[k].as<std::uint64_t>();
    if (place >= steps.size()) places[k].refuse("the place of a step");
    steps[place].lines.push_back(lines[k]);
  }
}

/// The records of a profile.
void read_columns(const Field& columns, detail::LedgerBuilder& ledger) {
  if (columns.at("version").as<std::uint64_t>() != 1) columns.at("version").refuse("1, the form that is known here");
  const Field of = columns.at("steps");
  std::vector<StepRecord>& steps = ledger.step_records;
  steps.resize(of.at("step").entries().size());
  read_column(of, "step", steps, &StepRecord::step);
  read_column(of, "line", steps, &StepRecord::line);
  read_column(of, "processors", steps, &StepRecord::processors);
  read_column(of, "distinct", steps, &StepRecord::distinct);
  read_column(of, "largest_read_degree", steps, &StepRecord::largest_read_degree);
  read_column(of, "largest_write_degree", steps, &StepRecord::largest_write_degree);
  read_column(of, "forward", steps, &StepRecord::charge);
  read_column(of, "back", steps, &StepRecord::charge_back);
  read_column(of, "distinct_charge", steps, &StepRecord::distinct_charge);
  std::vector<RequestCounts> requests(steps.size());
  read_column(of, "reads", requests, &RequestCounts::reads);
  read_column(of, "writes", requests, &RequestCounts::writes);
  read_column(of, "updates", requests, &RequestCounts::updates);
  read_column(of, "fetches", requests, &RequestCounts::fetches);
  for (std::size_t k = 0; k < steps.size(); ++k) steps[k].requests = requests[k];
  for (const Field& phase : of.at("phases").entries()) add_phase_entries(phase, steps);
  read_column(columns, "pardo", steps, &StepRecord::pardo);
  read_column(columns, "pardo_number", steps, &StepRecord::pardo_number);
  add_step_lines(columns.at("step_lines"), steps);
}

void read_step(const Field& row, StepRecord& step) {
  row.get("step", step.step).get("processors", step.processors).get("distinct", step.distinct);
  read_requests(row, step.requests);
  row.get("largest_read_degree", step.largest_read_degree).get("largest_write_degree", step.largest_write_degree);
  row.get("forward", step.charge).get("back", step.charge_back).get("distinct_charge", step.distinct_charge);
  if (step.requests.total() > 0) row.get("line_number", step.line);
  for (const Field& phase : row.at("phases").entries()) read_phase(phase, step.phases.emplace_back());
}

}  // namespace

void read_steps(const Field& run, detail::LedgerBuilder& ledger) {
  if (const auto columns = run.find("columns")) {
    read_columns(*columns, ledger);
  } else if (const auto rows = run.find("step_records")) {
    for (const Field& row : rows->entries()) read_step(row, ledger.step_records.emplace_back());
  }
  for (const StepRecord& step : ledger.step_records) {
    if (step.phases.size() > ledger.phases.size())
      run.at("charge").at("phases").refuse("a list of all phases that steps have");
  }
}

}  // namespace pram::report
