#include "step_columns.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "profile/lines/lines.hpp"
#include "value/fact_fields.hpp"

namespace pram::report {

namespace {

// The place of what pages do not draw of a step's lines.
constexpr unsigned undrawn_of_line = 2;

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

/// Adds what the k-th phase of each step did.
void add_phase(Record& columns, const Records<StepRecord>& steps, std::size_t k) {
  pram::detail::for_facts_in<PhaseRecord>(&Places::column, [&](auto fact) {
    const auto of = [k, fact](const StepRecord& step) {
      if (k >= step.phases.size()) return fact.places.null ? Value() : Value(std::uint64_t{0});
      // A component that there is not is null.
      const std::uint64_t number = step.phases[k].*fact.member;
      return fact.places.null && number == no_component ? Value() : Value(number);
    };
    columns.emplace_back(fact.name, column(steps, of));
  });
}

/// A line's part in a step each, with the place of the step among the columns.
Record line_columns(const Records<StepRecord>& steps, StepColumns which) {
  List place;
  for (std::size_t k = 0; k < steps.size(); ++k)
    place.insert(place.end(), steps[k].get().lines.size(), std::uint64_t{k});
  Record columns = {{"place", std::move(place)}};
  pram::detail::for_facts_in<StepLine>(&Places::column, [&](auto fact) {
    if (fact.places.column == undrawn_of_line && which == StepColumns::drawn) return;
    List entries;
    for (const StepRecord& step : steps) {
      for (const StepLine& line : step.lines) entries.emplace_back(line.*fact.member);
    }
    columns.emplace_back(fact.name, std::move(entries));
  });
  return columns;
}

List phase_columns(const Ledger& ledger, const Records<StepRecord>& steps, StepColumns which) {
  List phases;
  for (std::size_t k = 0; k < ledger.phases().size(); ++k) {
    const auto charge = [k](const StepRecord& step) {
      return k < step.phases.size() ? step.phases[k].charge + step.phases[k].charge_back : std::uint64_t{0};
    };
    phases.emplace_back(Record{{"name", ledger.phase_name(k)}, {"charge", column(steps, charge)}});
    Record& columns = std::get<Record>(phases.back().is);
    if (which == StepColumns::all) add_phase(columns, steps, k);
  }
  return phases;
}

Record columns_of_steps(const Ledger& ledger, const Records<StepRecord>& steps, StepColumns which) {
  Fields<StepRecord> fields;
  add_facts(fields, &Places::column, 1, 3).data("requests", [](const StepRecord& step) {
    return step.requests.total();
  });
  add_facts(fields, &Places::column, 5, 5).data("degree", [](const StepRecord& step) {
    return std::max(step.largest_read_degree, step.largest_write_degree);
  });
  Record columns = add_facts(fields, &Places::column, 7, 7).columns(steps);
  columns.emplace_back("phases", phase_columns(ledger, steps, which));
  if (which == StepColumns::drawn) return columns;
  Fields<StepRecord> rest;
  for (auto& one : add_facts(rest, &Places::column, 10).columns(steps)) columns.push_back(std::move(one));
  return columns;
}

Record columns_of(const Ledger& ledger, const Records<StepRecord>& steps, const Records<SuperstepRecord>& supersteps,
                  StepColumns which) {
  Fields<SuperstepRecord> of_supersteps;
  of_supersteps.data("superstep", &SuperstepRecord::superstep)
      .data("tag", &SuperstepRecord::tag)
      .data("work", &SuperstepRecord::largest_work)
      .data("relation", &SuperstepRecord::relation)
      .data("words", &SuperstepRecord::words)
      .data("charge", &SuperstepRecord::total_charge);
  Record columns{{"version", 1},
                 {"lines", line_names(ledger)},
                 {"steps", columns_of_steps(ledger, steps, which)},
                 {"supersteps", of_supersteps.columns(supersteps)},
                 {"without_record", ledger.steps_without_record() + ledger.supersteps_without_record()}};
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
