#include <fmt/format.h>

#include <functional>

#include <pram/perf/runs/slack.hpp>
#include <pram/report/detail/run/facts.hpp>
#include <pram/report/detail/value/fields.hpp>
#include <pram/report/detail/value/items.hpp>
#include <pram/report/detail/value/text.hpp>
#include "slack_plot.hpp"

namespace pram::perf {

namespace {

constexpr const char* footnote =
    "slack is virtual processors a component; efficiency is requests a component over the charge forward, the share of "
    "time in which components are busy with their part; factor is the charge over that of as many requests to distinct "
    "addresses. With the slack the efficiency rises to 1 / factor: what is left is the cost of combining.";

Table slack_table(const SlackSweep& sweep) {
  using Row = SlackRow;
  const auto statistic = [](Statistic Row::*of) {
    return [of](const Row& row) { return Record{{"mean", (row.*of).mean()}, {"error", (row.*of).error()}}; };
  };
  const auto mean = [](Statistic Row::*of) {
    return [of](const Row& row) { return row.runs == 0 ? "-" : decimal((row.*of).mean()); };
  };
  const auto of_factor = [](auto value) {
    return [value](const Row& row) {
      return row.performance_factor.count() == 0 ? "-" : fmt::format("{:.3f}", std::invoke(value, row));
    };
  };
  Table table =
      Fields<Row>()
          .add("components", "p", &Row::components, with_separators)
          .data("runs", &Row::runs)
          .add("slack", "slack", statistic(&Row::slack), mean(&Row::slack))
          .data("requests", statistic(&Row::requests))
          .text("requests\n/ p",
                [](const Row& row) { return row.runs == 0 ? "-" : decimal(row.requests.mean() / row.components); })
          .add("charge", "charge", statistic(&Row::charge), mean(&Row::charge))
          .add("efficiency", "efficiency", &Row::efficiency,
               [](const Row& row) { return row.charge.mean() > 0 ? fmt::format("{:.3f}", row.efficiency()) : "-"; })
          .add("performance_factor", "factor", statistic(&Row::performance_factor),
               of_factor([](const Row& row) { return row.performance_factor.mean(); }))
          .text("1 / factor", of_factor([](const Row& row) { return 1 / row.performance_factor.mean(); }))
          .add("of_distinct", "efficiency\n× factor", &Row::of_distinct, of_factor(&Row::of_distinct))
          .table("slackness", "", sweep.rows);
  table.footnote = footnote;
  return table;
}

}  // namespace

Report slack_report(const SlackSweep& sweep) {
  Report report;
  report.headline(sweep.program + ": " +
                  sweep_verdict(sweep.runs, sweep.failed, sweep.asked, sweep.check, sweep.sound, sweep.interrupted));
  report.data("program", sweep.program);
  report.data("machine", machine_record(sweep.machine));
  report.item("source", sweep.source, "input", printable(sweep.source));
  report.data("check", sweep.check);
  report.item("n", sweep.n, "size", with_separators(sweep.n));
  report.line("machine", fmt::format("network {}, access {}", Spec(sweep.machine.network.text()).name,
                                     Spec(sweep.machine.access.text()).name));
  report.line("", fmt::format("rule {}, placement {}{}", to_string(sweep.machine.rule), placement_text(sweep.machine),
                              sweep.first_seed == sweep.last_seed ? fmt::format(", seed {}", sweep.first_seed) : ""));
  report.data("seeds", List{sweep.first_seed, sweep.last_seed});
  report.data("runs", sweep.runs);
  report.data("failed", sweep.failed);
  if (sweep.first_seed != sweep.last_seed)
    report.line("", fmt::format("seeds {} to {}: means", sweep.first_seed, sweep.last_seed));
  if (!sweep.rows.empty()) report.add(slack_table(sweep));
  report.data("asked", sweep.asked);
  report.data("sound", sweep.sound);
  report.data("interrupted", sweep.interrupted);
  report.data("wall_seconds", sweep.wall_seconds);
  report.closing = fmt::format("Ran {} in {} on {}.", plural(sweep.runs, "time"), duration(sweep.wall_seconds),
                               plural(sweep.machine.threads, "host thread"));
  return report;
}

Page slack_page(const SlackSweep& sweep) {
  Page page;
  page.title = "Slackness of " + sweep.program;
  page.sentences.push_back(
      sweep.program + ": " +
      sweep_verdict(sweep.runs, sweep.failed, sweep.asked, sweep.check, sweep.sound, sweep.interrupted) + ".");
  page.views.push_back(picture_view(
      "slackness", "Efficiency over slack",
      "A dot for each number of components, the mean over the seeds. The slack is virtual processors a component. The "
      "efficiency is requests a component over the charge forward; it rises to 1 / factor with the slack.",
      slack_plot(sweep)));
  return with_tables(std::move(page), slack_report(sweep));
}

}  // namespace pram::perf
