#include "timeline_view.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <pram/report/detail/value/items.hpp>
#include <pram/report/detail/value/text.hpp>
#include "picture/plots/timeline.hpp"
#include "profile/columns/region_bands.hpp"
#include "profile/columns/step_bins.hpp"
#include "profile/lines/lines.hpp"
#include "value/fact_fields.hpp"

namespace pram::report {

namespace {

constexpr std::size_t listed = 20;  // costliest steps in the table

std::string records_sentence(const Ledger& ledger) {
  const std::uint64_t without = ledger.steps_without_record() + ledger.supersteps_without_record();
  return without == 0
             ? std::string()
             : fmt::format(" The last {} have no record of their own and are not shown.", plural(without, "step"));
}

std::string bins_sentence(std::size_t records, const PageLimits& limits, const char* step) {
  return fmt::format(
      " The {}s are too many for a page: {} stand in {} stretches of neighbours, each with its sums and its costliest "
      "{}. The {} costliest of all have a record of their own, also among the data of this page. JSON (--json) has "
      "all.",
      step, with_separators(records), with_separators(std::min(records, limits.bins)), step,
      with_separators(std::min(records, limits.costliest)));
}

template <class Step>
Table costliest_table(const Fields<Step>& fields, const std::vector<Step>& records,
                      const std::vector<std::size_t>& places, const char* title) {
  std::vector<Step> rows;
  for (const std::size_t place : places) rows.push_back(records[place]);
  return fields.table("", title, rows);
}

Table costliest_steps_table(const Ledger& ledger) {
  Fields<StepRecord> fields;
  fields.add("step", "step", &StepRecord::step, with_separators)
      .add(
          "line", "line",
          [&ledger](const StepRecord& step) {
            return step.requests.total() > 0 && step.line < ledger.lines().size()
                       ? place_text(ledger.lines()[step.line].where)
                       : std::string();
          },
          [](const std::string& text) { return printable(text); })
      .add("processors", "processors", &StepRecord::processors, with_separators)
      .add(
          "requests", "requests", [](const StepRecord& step) { return step.requests.total(); }, with_separators)
      .add(
          "degree", "degree",
          [](const StepRecord& step) { return std::max(step.largest_read_degree, step.largest_write_degree); },
          with_separators)
      .add("forward", "charge forward", &StepRecord::charge, with_separators)
      .add("back", "back", &StepRecord::charge_back, with_separators);
  const auto itself = [](const StepRecord& step) -> const StepRecord& { return step; };
  add_headed_facts(fields, fact_fields<StepRecord>(&Places::row), itself);
  return costliest_table(fields, ledger.step_records(), costliest_steps(ledger, listed), "The costliest steps");
}

Table costliest_supersteps_table(const Ledger& ledger) {
  Fields<SuperstepRecord> fields;
  fields.add("superstep", "superstep", &SuperstepRecord::superstep, with_separators)
      .add("tag", "tag", &SuperstepRecord::tag, [](const std::string& text) { return printable(text); })
      .add("work", "w", &SuperstepRecord::largest_work, with_separators)
      .add("relation", "h", &SuperstepRecord::relation, with_separators)
      .add("words", "words", &SuperstepRecord::words, with_separators)
      .add("charge", "charge", &SuperstepRecord::total_charge, with_separators);
  return costliest_table(fields, ledger.superstep_records(), costliest_supersteps(ledger, listed),
                         "The costliest supersteps");
}

}  // namespace

View timeline_view(const Ledger& ledger, const PageLimits& limits) {
  const bool steps = ledger.steps() > 0 || ledger.supersteps() == 0;
  const bool binned = are_binned(ledger, limits);
  const std::size_t records = steps ? ledger.step_records().size() : ledger.superstep_records().size();
  View view = picture_view(
      "timeline", "Timeline",
      fmt::format(
          "A bar for each {}. Where there are more of them than pixels, a bar is the costliest of its place, and "
          "a light line stands at their mean.{} The strip below is the {} on a logarithmic scale from 0.{}{}",
          steps ? "step, as high as its charge"
                : "superstep: the local work w of the busiest component, and the charge on top of it",
          region_bands(ledger, 1).empty() ? "" : " The bands on top are the regions of the program, above its pardos.",
          steps ? "largest degree of the step" : "relation h", records_sentence(ledger),
          binned ? bins_sentence(records, limits, steps ? "step" : "superstep") : ""),
      timeline(ledger));
  if (!binned) return view;
  Report costliest;
  costliest.add(steps ? costliest_steps_table(ledger) : costliest_supersteps_table(ledger));
  view.markup += tables_markup(costliest);
  return view;
}

}  // namespace pram::report
