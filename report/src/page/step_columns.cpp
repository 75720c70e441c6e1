#include "step_columns.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "profile/lines.hpp"

namespace pram::report {

namespace {

template <class Entry>
Value column(const std::vector<Entry>& records, auto of) {
  List entries;
  entries.reserve(records.size());
  for (const Entry& record : records) entries.emplace_back(std::invoke(of, record));
  return entries;
}

List line_names(const Ledger& ledger) {
  List names;
  for (const LineTotal& line : ledger.lines())
    names.emplace_back(fmt::format("{}:{}", name_in_folder(line.where.file), line.where.line));
  return names;
}

List phase_columns(const Ledger& ledger) {
  List phases;
  for (std::size_t k = 0; k < ledger.phases().size(); ++k) {
    phases.emplace_back(Record{{"name", ledger.phase_name(k)},
                               {"charge", column(ledger.step_records(), [k](const StepRecord& step) {
                                  return k < step.phases.size() ? step.phases[k].charge + step.phases[k].charge_back
                                                                : std::uint64_t{0};
                                })}});
  }
  return phases;
}

}  // namespace

Record step_columns(const Ledger& ledger) {
  const auto& steps = ledger.step_records();
  const auto& supersteps = ledger.superstep_records();
  return {{"lines", line_names(ledger)},
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
                           {"distinct_charge", column(steps, &StepRecord::distinct_charge)},
                           {"phases", phase_columns(ledger)}}},
          {"supersteps", Record{{"superstep", column(supersteps, &SuperstepRecord::superstep)},
                                {"tag", column(supersteps, &SuperstepRecord::tag)},
                                {"work", column(supersteps, &SuperstepRecord::largest_work)},
                                {"relation", column(supersteps, &SuperstepRecord::relation)},
                                {"words", column(supersteps, &SuperstepRecord::words)},
                                {"charge", column(supersteps, &SuperstepRecord::total_charge)}}},
          {"without_record", ledger.steps_without_record() + ledger.supersteps_without_record()}};
}

}  // namespace pram::report
