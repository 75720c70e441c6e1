#include "step_columns.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "profile/lines/lines.hpp"

namespace pram::report {

namespace {

template <class Step>
using Records = std::vector<std::reference_wrapper<const Step>>;

template <class Step>
Records<Step> chosen(const std::vector<Step>& records, const std::vector<std::size_t>& places) {
  Records<Step> some;
  for (const std::size_t place : places) some.push_back(records[place]);
  return some;
}

template <class Step>
Value column(const Records<Step>& records, auto of) {
  List entries;
  entries.reserve(records.size());
  for (const Step& record : records) entries.emplace_back(std::invoke(of, record));
  return entries;
}

List line_names(const Ledger& ledger) {
  List names;
  for (const LineTotal& line : ledger.lines()) names.emplace_back(place_text(line.where));
  return names;
}

/// What a profile knows of the k-th phase of each step.
void add_messages(Record& columns, const Records<StepRecord>& steps, std::size_t k) {
  const auto add = [&](const char* name, std::uint32_t PhaseRecord::*of) {
    columns.emplace_back(name, column(steps, [k, of](const StepRecord& step) {
                           // A component that there is not is null.
                           if (k >= step.phases.size() || step.phases[k].*of == no_component) return Value();
                           return Value(step.phases[k].*of);
                         }));
  };
  columns.emplace_back("messages", column(steps, [k](const StepRecord& step) {
                         return k < step.phases.size() ? step.phases[k].messages : std::uint64_t{0};
                       }));
  add("largest_sent", &PhaseRecord::largest_sent);
  add("largest_received", &PhaseRecord::largest_received);
  add("busiest_sender", &PhaseRecord::busiest_sender);
  add("busiest_receiver", &PhaseRecord::busiest_receiver);
}

/// A line's part in a step each, with the place of the step among the columns.
Record line_columns(const Records<StepRecord>& steps, StepColumns which) {
  List place;
  List line;
  List requests;
  List distinct;
  List degree;
  for (std::size_t k = 0; k < steps.size(); ++k) {
    for (const StepLine& one : steps[k].get().lines) {
      place.emplace_back(std::uint64_t{k});
      line.emplace_back(one.line);
      requests.emplace_back(one.requests);
      distinct.emplace_back(one.distinct);
      degree.emplace_back(one.largest_degree);
    }
  }
  if (which == StepColumns::drawn)
    return {{"place", place}, {"line", line}, {"requests", requests}, {"degree", degree}};
  return {{"place", place}, {"line", line}, {"requests", requests}, {"distinct", distinct}, {"degree", degree}};
}

/// What is left of the k-th phase of each step.
void add_rest(Record& columns, const Records<StepRecord>& steps, std::size_t k) {
  const auto add = [&](const char* name, auto PhaseRecord::*of) {
    columns.emplace_back(name, column(steps, [k, of](const StepRecord& step) {
                           return k < step.phases.size() ? std::uint64_t{step.phases[k].*of} : std::uint64_t{0};
                         }));
  };
  add("combined", &PhaseRecord::combined);
  add("back", &PhaseRecord::charge_back);
  add("largest_replies", &PhaseRecord::largest_replies);
  add("largest_leaving", &PhaseRecord::largest_leaving);
  add("largest_leaving_back", &PhaseRecord::largest_leaving_back);
}

List phase_columns(const Ledger& ledger, const Records<StepRecord>& steps, StepColumns which) {
  List phases;
  for (std::size_t k = 0; k < ledger.phases().size(); ++k) {
    const auto charge = [k](const StepRecord& step) {
      return k < step.phases.size() ? step.phases[k].charge + step.phases[k].charge_back : std::uint64_t{0};
    };
    phases.emplace_back(Record{{"name", ledger.phase_name(k)}, {"charge", column(steps, charge)}});
    Record& columns = std::get<Record>(phases.back().is);
    if (which == StepColumns::drawn) continue;
    if (ledger.has_profile()) add_messages(columns, steps, k);
    add_rest(columns, steps, k);
  }
  return phases;
}

/// What is left of the records of steps.
void add_rest(Record& columns, const Records<StepRecord>& steps) {
  columns.emplace_back("distinct_charge", column(steps, &StepRecord::distinct_charge));
  columns.emplace_back("reads", column(steps, [](const StepRecord& step) { return step.requests.reads; }));
  columns.emplace_back("writes", column(steps, [](const StepRecord& step) { return step.requests.writes; }));
  columns.emplace_back("updates", column(steps, [](const StepRecord& step) { return step.requests.updates; }));
  columns.emplace_back("fetches", column(steps, [](const StepRecord& step) { return step.requests.fetches; }));
  columns.emplace_back("largest_read_degree", column(steps, &StepRecord::largest_read_degree));
  columns.emplace_back("largest_write_degree", column(steps, &StepRecord::largest_write_degree));
}

Record columns_of(const Ledger& ledger, const Records<StepRecord>& steps, const Records<SuperstepRecord>& supersteps,
                  StepColumns which) {
  Record columns{
      {"version", 1},
      {"lines", line_names(ledger)},
      {"steps", Record{{"step", column(steps, &StepRecord::step)},
                       {"line", column(steps, &StepRecord::line)},
                       {"processors", column(steps, &StepRecord::processors)},
                       {"requests", column(steps, [](const StepRecord& step) { return step.requests.total(); })},
                       {"distinct", column(steps, &StepRecord::distinct)},
                       {"degree", column(steps,
                                         [](const StepRecord& step) {
                                           return std::max(step.largest_read_degree, step.largest_write_degree);
                                         })},
                       {"forward", column(steps, &StepRecord::charge)},
                       {"back", column(steps, &StepRecord::charge_back)},
                       {"phases", phase_columns(ledger, steps, which)}}},
      {"supersteps", Record{{"superstep", column(supersteps, &SuperstepRecord::superstep)},
                            {"tag", column(supersteps, &SuperstepRecord::tag)},
                            {"work", column(supersteps, &SuperstepRecord::largest_work)},
                            {"relation", column(supersteps, &SuperstepRecord::relation)},
                            {"words", column(supersteps, &SuperstepRecord::words)},
                            {"charge", column(supersteps, &SuperstepRecord::total_charge)}}},
      {"without_record", ledger.steps_without_record() + ledger.supersteps_without_record()}};
  if (which == StepColumns::all) {
    const auto of_steps = std::ranges::find(columns, "steps", &Record::value_type::first);
    add_rest(std::get<Record>(of_steps->second.is), steps);
  }
  if (!ledger.has_profile()) return columns;
  columns.emplace_back("pardo", column(steps, &StepRecord::pardo));
  columns.emplace_back("pardo_number", column(steps, &StepRecord::pardo_number));
  columns.emplace_back("step_lines", line_columns(steps, which));
  if (which == StepColumns::drawn) {
    columns.emplace_back("superstep_pardo", column(supersteps, &SuperstepRecord::pardo));
    columns.emplace_back("superstep_pardo_number", column(supersteps, &SuperstepRecord::pardo_number));
  }
  return columns;
}

}  // namespace

Record step_columns(const Ledger& ledger, StepColumns which) {
  const auto& steps = ledger.step_records();
  const auto& supersteps = ledger.superstep_records();
  return columns_of(ledger, {steps.begin(), steps.end()}, {supersteps.begin(), supersteps.end()}, which);
}

Record step_columns(const Ledger& ledger, const RecordPlaces& places) {
  return columns_of(ledger, chosen(ledger.step_records(), places.steps),
                    chosen(ledger.superstep_records(), places.supersteps), StepColumns::drawn);
}

}  // namespace pram::report
