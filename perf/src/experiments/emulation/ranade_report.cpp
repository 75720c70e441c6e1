#include <fmt/format.h>

#include <string>

#include <pram/perf/experiment.hpp>
#include <pram/report/detail/value/fields.hpp>
#include <pram/report/detail/value/text.hpp>
#include "ranade_steps.hpp"

namespace pram::perf {

Report ranade_report(const RanadeTables& tables) {
  Report report;
  report.data("runs", tables.request.runs);
  report.data("seed", tables.request.seed);
  report.add(Fields<RanadeRow>()
                 .add("rows", "N", &RanadeRow::rows, with_separators, Shown::where_it_changes)
                 .add("requests", "requests\neach", &RanadeRow::requests, plain, Shown::where_it_changes)
                 .add("buffers", "B", &RanadeRow::buffers, plain)
                 .add(
                     "steps.mean", "steps", [](const RanadeRow& row) { return row.steps.mean(); },
                     [](const RanadeRow& row) { return fmt::format("{:.1f}", row.steps.mean()); })
                 .data("steps.error", [](const RanadeRow& row) { return row.steps.error(); })
                 .add("steps.fewest", "fewest", &RanadeRow::fewest, with_separators)
                 .add(
                     "steps.largest", "most", [](const RanadeRow& row) { return row.steps.largest(); },
                     [](const RanadeRow& row) { return fmt::format("{:.0f}", row.steps.largest()); })
                 .add("of_logarithm", "steps /\nlog2 N", &RanadeRow::of_logarithm,
                      [](const RanadeRow& row) { return fmt::format("{:.2f}", row.of_logarithm()); })
                 .add("largest_queue", "largest\nqueue", &RanadeRow::largest_queue, plain)
                 .add(
                     "ghosts", "ghosts\na link", [](const RanadeRow& row) { return row.ghosts.mean(); },
                     [](const RanadeRow& row) { return fmt::format("{:.2f}", row.ghosts.mean()); })
                 .add(
                     "last.mean", "steps,\nkeys=last", [](const RanadeRow& row) { return row.last.mean(); },
                     [](const RanadeRow& row) { return fmt::format("{:.1f}", row.last.mean()); })
                 .data("last.error", [](const RanadeRow& row) { return row.last.error(); })
                 .table("distinct",
                        "Ranade's emulation on a butterfly of N rows: distinct cells, whose homes are drawn",
                        tables.distinct));
  report.add(Fields<RanadeHotRow>()
                 .add("rows", "N", &RanadeHotRow::rows, with_separators)
                 .add("steps", "steps", &RanadeHotRow::steps, with_separators)
                 .add("merges", "merges", &RanadeHotRow::merges, with_separators)
                 .add("crossings", "links\ncrossed", &RanadeHotRow::crossings, with_separators)
                 .add("unmerged", "steps,\nmerge=no", &RanadeHotRow::unmerged, with_separators)
                 .table("one_cell", "All N processors ask for one cell", tables.one_cell));
  report.note(
      "Steps one way; replies take as many. The theorem: O(log N) steps with high probability, for a request a "
      "processor and queues of B requests, B a constant. No access takes fewer than log2 N + 2. One cell takes just "
      "these, N - 1 merges and 2 N - 2 links.");
  report.note(
      "largest queue: requests, the end of a stream and a ghost. ghosts a link: for each link that a request crosses.");
  return report;
}

extern const Experiment ranade_experiment = {
    "ranade",
    "Ranade's emulation on the butterfly: steps and queues over rows, requests and buffers",
    {{"--rows", "N", "butterflies of at most N rows, from 64 on, by fours (1024)", 1024, 64, 65536},
     {"--runs", "R", "runs that each row is made of (10)", 10, 1},
     {"--seed", "S", "seed of the first run (1)", 1}},
    [](const ExperimentRequest& asked) {
      RanadeTableRequest request;
      request.most_rows = asked.number("--rows");
      request.runs = asked.number("--runs");
      request.seed = asked.number("--seed");
      request.progress = asked.progress;
      return ranade_report(ranade_tables(request));
    }};

}  // namespace pram::perf
