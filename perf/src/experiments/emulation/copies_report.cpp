#include <fmt/format.h>

#include <optional>
#include <string>

#include <pram/perf/experiment.hpp>
#include <pram/report/detail/value/fields.hpp>
#include <pram/report/detail/value/text.hpp>
#include "copies_rounds.hpp"

namespace pram::perf {

namespace {

/// A value of the runs that end, and none if there are no such runs.
template <class Of>
auto of_ended(Of of) {
  return [of](const CopiesRow& row) {
    return row.ends() ? std::optional(static_cast<double>(of(row))) : std::optional<double>();
  };
}

/// The same as text: the number, to so many digits.
template <class Of>
auto shown_if_ended(Of of, int digits) {
  return [of, digits](const CopiesRow& row) {
    return row.ends() ? fmt::format("{:.{}f}", static_cast<double>(of(row)), digits) : std::string("-");
  };
}

template <class Of>
void add_ended(Fields<CopiesRow>& fields, const std::string& key, const std::string& heading, Of of, int digits) {
  fields.add(key, heading, of_ended(of), shown_if_ended(of, digits));
}

Fields<CopiesRow> rounds_fields() {
  Fields<CopiesRow> fields;
  fields.add("modules", "n", &CopiesRow::modules, with_separators, Shown::where_it_changes)
      .add("batch", "batch\n/ n", &CopiesRow::batch, [](const CopiesRow& row) { return fmt::format("{}", row.batch); })
      .add("collide", "c", &CopiesRow::collide, plain)
      .add("largest", "ends\nbelow", &CopiesRow::largest,
           [](const CopiesRow& row) { return fmt::format("{:.2f}", row.largest); });
  add_ended(
      fields, "rounds.mean", "rounds", [](const CopiesRow& row) { return row.rounds.mean(); }, 1);
  add_ended(
      fields, "rounds.fewest", "fewest", [](const CopiesRow& row) { return row.fewest; }, 0);
  add_ended(
      fields, "rounds.most", "most", [](const CopiesRow& row) { return row.rounds.largest(); }, 0);
  add_ended(
      fields, "charge", "c a round,\nn requests", [](const CopiesRow& row) { return row.charge(); }, 1);
  fields.add("stuck", "stuck\nruns", &CopiesRow::stuck, plain)
      .add(
          "left", "left",
          [](const CopiesRow& row) { return row.stuck > 0 ? std::optional(row.left.mean()) : std::optional<double>(); },
          [](const CopiesRow& row) {
            return row.stuck > 0 ? fmt::format("{:.2f}%", 100 * row.left.mean()) : std::string("-");
          });
  return fields;
}

}  // namespace

Report copies_report(const CopiesTables& tables) {
  Report report;
  report.data("runs", tables.request.runs);
  report.data("seed", tables.request.seed);
  report.add(rounds_fields().table(
      "rounds", "Three copies, two must answer: rounds of the c-collision protocol on n modules", tables.rounds));
  report.add(Fields<FullestRow>()
                 .add("modules", "n", &FullestRow::modules, with_separators)
                 .add(
                     "one", "one copy", [](const FullestRow& row) { return row.one.mean(); },
                     [](const FullestRow& row) { return fmt::format("{:.2f}", row.one.mean()); })
                 .add(
                     "two", "the emptier\nof two", [](const FullestRow& row) { return row.two.mean(); },
                     [](const FullestRow& row) { return fmt::format("{:.2f}", row.two.mean()); })
                 .table("fullest", "n requests on n modules: requests of the fullest module", tables.fullest));
  report.note(
      "In a round every unfinished request sends to those of its copies that have not answered. A module with at most "
      "c "
      "messages answers all, with more it answers none. Homes are drawn; all requests are for different cells.");
  report.note(
      "ends below: the batch from which on a constant share collides for ever, for infinitely many modules. stuck "
      "runs: "
      "a round in which no module answers; left: the share of their requests that is unfinished then.");
  report.note(
      "rounds: of the runs that are not stuck. c a round, n requests: units if a round costs c, batch after batch; one "
      "copy takes as many as its fullest module has.");
  return report;
}

extern const Experiment copies_experiment = {
    "copies",
    "copies of memory: rounds of the c-collision protocol over modules, batch and c, beside one copy",
    {{"--modules", "N", "at most N modules, of 1024, 4096 and 65536 (65536)", 65536, 1024, 65536},
     {"--runs", "R", "runs that each row is made of (4)", 4, 1},
     {"--seed", "S", "seed of the first run (1)", 1}},
    [](const ExperimentRequest& asked) {
      CopiesTableRequest request;
      request.most_modules = asked.number("--modules");
      request.runs = asked.number("--runs");
      request.seed = asked.number("--seed");
      request.progress = asked.progress;
      request.parts = asked.parts;
      return copies_report(copies_tables(request));
    }};

}  // namespace pram::perf
