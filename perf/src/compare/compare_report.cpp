#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include <pram/perf/compare.hpp>
#include <pram/perf/text.hpp>
#include "report/text/items.hpp"
#include "report/value/facts.hpp"
#include "report/value/fields.hpp"

namespace pram::perf {

namespace {

std::string state_of(const ComparedRun& run) {
  return !run.failed.empty() ? "none" : !run.verified ? "NO" : run.equal ? "yes" : "differs";
}

std::string verdict(const Comparison& comparison) {
  const std::string check = printable(comparison.outcome.check);
  const std::uint64_t results = comparison.results();
  const std::uint64_t failed = comparison.runs.size() - results;
  if (comparison.runs.empty()) return "interrupted before a run was done";
  if (!comparison.sound()) return "the results are WRONG or differ, see below";
  std::string text = fmt::format("{} verified against {}, and equal", plural(results, "result"), check);
  if (results == 1) text = "result verified against " + check;
  if (results == 0) text = "no result";
  if (failed > 0) text += fmt::format("; {} without a result, see below", plural(failed, "pair"));
  if (comparison.interrupted)
    text += fmt::format("; interrupted, {} of {} runs are done", comparison.runs.size(), comparison.asked);
  return text;
}

bool any_collectives(const Comparison& comparison) {
  return std::ranges::any_of(comparison.runs, [](const ComparedRun& run) { return run.collectives > 0; });
}

void add_shared(Report& report, const Comparison& comparison) {
  Record machine = machine_record(comparison.machine);
  std::erase_if(machine, [](const auto& field) { return field.first == "network" || field.first == "access"; });
  report.data("program", comparison.program);
  report.data("machine", std::move(machine));
  report.item("input", input_record(comparison.input), "input", input_text(comparison.input));
  report.line("machine",
              fmt::format("{}, {}", plural(comparison.machine.components, "component"), rule_text(comparison.machine)));
  Record result = {{"check", comparison.outcome.check}};
  for (auto& fact : facts_record(comparison.outcome)) result.push_back(std::move(fact));
  const std::string facts = facts_text(comparison.outcome);
  report.item("result", std::move(result), facts.empty() ? "" : "result", facts);
  Report counts;
  counts.item("steps", comparison.steps, "time T", plural(comparison.steps, "step"));
  counts.item("work", comparison.work, "work W", with_separators(comparison.work));
  counts.item("requests", comparison.requests, "requests", with_separators(comparison.requests));
  report.append(std::move(counts), comparison.results() > 0);
  Report ideal;
  ideal.item("ideal_charge", comparison.ideal_charge, "ideal machine",
             fmt::format("charges {}, forward and back{}: a unit a phase", with_separators(comparison.ideal_charge),
                         any_collectives(comparison) ? " and in collectives" : ""));
  report.append(std::move(ideal), comparison.results() > 0 && comparison.ideal_charge > 0);
}

/// The table of runs. Where names are too long for one line, the network stands above the lines of its protocols.
Table table_of(const Comparison& comparison) {
  const std::size_t room_for_names = any_collectives(comparison) ? 14 : 26;
  std::size_t network_width = 0;
  std::size_t access_width = 0;
  for (const ComparedRun& run : comparison.runs) {
    network_width = std::max(network_width, columns(printable(run.network)));
    access_width = std::max(access_width, columns(printable(run.access)));
  }
  const bool grouped = network_width + access_width > room_for_names;

  using Row = ComparedRun;
  const auto if_done = [](auto of) {
    return [of](const Row& run) { return run.failed.empty() ? Value(std::invoke(of, run)) : Value(Value::Absent()); };
  };
  const auto positive = [](double number) { return number > 0 ? decimal(number) : "-"; };
  const auto times = [&](const Row& run) { return comparison.times_ideal(run); };
  Fields<Row> fields;
  fields
      .add(
          "network", "network", &Row::network, [](const Row& run) { return printable(run.network); },
          grouped ? Shown::above : Shown::always)
      .add("access", grouped ? "network\n  access" : "access", &Row::access,
           [grouped](const Row& run) { return (grouped ? "  " : "") + printable(run.access); });
  for (const RunCount& count : run_counts) {
    const auto has = [&](const Row& run) { return run.*count.of > 0; };
    if (count.of_program || (count.where_any && std::ranges::none_of(comparison.runs, has))) continue;
    fields.add(count.key, count.heading, if_done(count.of),
               [of = count.of](const Row& run) { return run.failed.empty() ? compact(run.*of) : "-"; });
  }
  return fields
      .add("performance_factor", "performance\nfactor", if_done(&Row::performance_factor),
           [=](const Row& run) { return positive(run.performance_factor); })
      .add("times_ideal", "time to\nideal", if_done(times), [=](const Row& run) { return positive(times(run)); })
      .add("verified", "verified", if_done(&Row::verified), state_of)
      .data("equal", if_done(&Row::equal))
      .data("failure", [](const Row& run) { return run.failed.empty() ? Value(Value::Absent()) : Value(run.failed); })
      .table("runs", "", comparison.runs);
}

/// Adds why pairs have no result, and what a factor below 1 means.
void add_notes(Report& report, const Comparison& comparison) {
  for (const ComparedRun& run : comparison.runs) {
    if (run.failed.empty()) continue;
    const std::string pair = printable(run.network) + " with " + printable(run.access);
    report.note("none: " + pair + ": " + printable(run.failed));
  }
  if (std::ranges::none_of(comparison.runs, [](const ComparedRun& run) { return below_one(run.performance_factor); }))
    return;
  report.parts.emplace_back(
      Paragraph{"A factor is over the mean charge of as many requests to distinct addresses, "
                "each hashed on its own. It can be below 1: " +
                    below_one_text(comparison.machine.placement) + ".",
                0, 0});
}

}  // namespace

bool Comparison::sound() const {
  return std::ranges::all_of(runs,
                             [](const ComparedRun& run) { return !run.failed.empty() || (run.verified && run.equal); });
}

std::uint64_t Comparison::results() const {
  return static_cast<std::uint64_t>(std::ranges::count_if(runs, &std::string::empty, &ComparedRun::failed));
}

double Comparison::times_ideal(const ComparedRun& run) const {
  return ideal_charge == 0
             ? 0
             : static_cast<double>(run.forward + run.back + run.collectives) / static_cast<double>(ideal_charge);
}

Report compare_report(const Comparison& comparison) {
  Report report;
  report.headline(comparison.program + ": " + verdict(comparison));
  add_shared(report, comparison);
  comparison.runs.empty() ? report.add_data(table_of(comparison)) : report.add(table_of(comparison));
  const std::vector<ProgramRun> runs(comparison.runs.begin(), comparison.runs.end());
  report.add(runs_table("", comparison.program, comparison.machine, runs));
  add_notes(report, comparison);
  report.data("asked", comparison.asked);
  report.data("sound", comparison.sound());
  report.data("interrupted", comparison.interrupted);
  report.data("wall_seconds", comparison.wall_seconds);
  report.closing = fmt::format("Ran in {} on {}.", duration(comparison.wall_seconds),
                               plural(comparison.machine.threads, "host thread"));
  return report;
}

}  // namespace pram::perf
