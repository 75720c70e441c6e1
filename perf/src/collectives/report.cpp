#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include <pram/perf/collectives.hpp>
#include <pram/report/detail/value/items.hpp>
#include <pram/report/detail/value/text.hpp>
#include "items.hpp"
#include "links/saved_links.hpp"

namespace pram::perf {

namespace {

std::string verdict(const CollectiveResult& result) {
  if (result.runs.empty()) return "interrupted before an algorithm was done";
  if (!result.sound()) return "WRONG data were delivered, see below";
  const std::string count = plural(result.runs.size(), "algorithm");
  if (result.interrupted)
    return fmt::format("interrupted after {} of {}; all words of these arrived, each where it belongs", count,
                       result.asked);
  return fmt::format("{} executed step by step; every node has exactly its words", count);
}

void add_task(Report& report, const CollectiveResult& result) {
  const CollectiveTask& task = result.task;
  std::string what = fmt::format("{}, N = {}", to_string(task.operation), plural(task.words, "word"));
  if (task.operation.has_source()) what += fmt::format(", from node {}", task.source);
  if (task.operation.has_target()) what += fmt::format(", to node {}", task.target);
  report.item("operation", to_string(task.operation), "operation", what);
  report.line("network", printable(result.model.network));
  report.line("model", model_text(result.model));
  report.data("network", result.model.network);
  report.data("nodes", result.model.nodes);
  add_costs(report, result.model);
  report.data("modules", result.model.modules);
  report.data("words", task.words);
  if (!task.counts.empty()) {
    const auto [least, most] = std::ranges::minmax(task.counts);
    report.item("counts", task.counts, "words of a node",
                fmt::format("from {} to {}", with_separators(least), with_separators(most)));
  }
  report.data("source", task.source);
  report.data("target", task.target);
  if (task.operation.combines()) {
    report.item("operator", to_string(task.combine), "operator",
                fmt::format("{}, of vectors of {}", to_string(task.combine),
                            plural(task.vector_words(result.model.nodes), "word")));
  }
  report.item("lower_bound", result.lower_bound, "lower bound",
              time_text(result.lower_bound) + ": start-ups by distance, words by ports and cuts");
  report.data("best", result.best);
}

}  // namespace

std::string ratio_text(double part, double whole) { return whole > 0 ? fmt::format("{:.3f}", part / whole) : "-"; }

std::string model_text(const CollectiveModel& model) {
  const bool link_network = !model.network.starts_with("bus:") && !model.network.starts_with("shared-memory:") &&
                            !model.network.starts_with("switch:");
  std::string text = plural(model.nodes, "node");
  if (link_network) {
    text += model.ports == SwitchingOptions::Ports::one ? ", one port" : ", all ports";
    text += model.duplex == SwitchingOptions::Duplex::half ? ", half duplex" : ", full duplex";
    if (model.switching == SwitchingOptions::Technique::wormhole) text += ", wormhole";
  }
  return text + fmt::format(", τ = {:g}, b = {:g}", model.startup, model.bandwidth);
}

std::string time_text(double time) {
  if (time >= 1e7) return fmt::format("{:.4g}", time);
  const bool whole = time >= 1e4 || std::abs(time - std::round(time)) < 0.005;
  return whole ? with_separators(static_cast<std::uint64_t>(std::llround(time))) : fmt::format("{:.2f}", time);
}

void add_costs(Report& report, const CollectiveModel& model) {
  report.data("ports", model.ports == SwitchingOptions::Ports::one ? "one" : "all");
  report.data("duplex", model.duplex == SwitchingOptions::Duplex::half ? "half" : "full");
  report.data("wormhole", model.switching == SwitchingOptions::Technique::wormhole);
  report.data("startup", model.startup);
  report.data("bandwidth", model.bandwidth);
}

Fields<CollectiveRun> run_fields(const CollectiveResult& result) {
  const auto ratio = [](double time, double whole) { return whole > 0 ? time / whole : 1.0; };
  const double bound = result.lower_bound;
  return Fields<CollectiveRun>()
      .add("name", "algorithm", &CollectiveRun::algorithm,
           [best = result.best, operation = to_string(result.task.operation)](const CollectiveRun& run) {
             return short_name(run.algorithm, operation) + (run.algorithm == best ? " *" : "") +
                    (run.verified ? "" : " WRONG");
           })
      .data("source", &CollectiveRun::source)
      .add(
          "steps", "steps", [](const CollectiveRun& run) { return run.cost.steps; }, compact)
      .add(
          "words", "words", [](const CollectiveRun& run) { return run.cost.words; }, time_text)
      .add("time", "time", &CollectiveRun::time, time_text)
      .add(
          "formula", "formula ", [](const CollectiveRun& run) { return run.formula.time; },
          [](const CollectiveRun& run) { return time_text(run.formula.time) + (run.formula.exact ? "=" : " "); })
      .data("exact", [](const CollectiveRun& run) { return run.formula.exact; })
      .add(
          "to_formula", "time to\nformula",
          [ratio](const CollectiveRun& run) { return ratio(run.time, run.formula.time); },
          [](const CollectiveRun& run) { return ratio_text(run.time, run.formula.time); })
      .add(
          "to_bound", "time to\nbound", [ratio, bound](const CollectiveRun& run) { return ratio(run.time, bound); },
          [bound](const CollectiveRun& run) { return ratio_text(run.time, bound); })
      .data("verified", &CollectiveRun::verified);
}

Value carried_value(const CollectiveRun& run, bool whole) {
  if (!run.carried) return nullptr;
  Record record = links_record(*run.carried, whole);
  record.emplace(record.begin(), "time", run.time);
  return record;
}

Report collective_report(const CollectiveResult& result) {
  Report report;
  report.headline(
      fmt::format("{} on {}: {}", to_string(result.task.operation), printable(result.model.network), verdict(result)));
  add_task(report, result);
  Table runs = run_fields(result).table("algorithms", "", result.runs);
  if (result.runs.empty()) runs.columns.clear();
  report.add(std::move(runs));
  if (!result.runs.empty()) {
    report.note(
        "steps are start-ups; words are summed over the steps, of each the largest block; time = steps τ + words / b. "
        "= marks formulas that are exact: the execution takes just that. * is what --algorithm best picks, by "
        "formula.");
  }
  report.data("asked", result.asked);
  report.data("interrupted", result.interrupted);
  if (std::ranges::any_of(result.runs, [](const CollectiveRun& run) { return run.carried.has_value(); })) {
    List carried;
    for (const CollectiveRun& run : result.runs) carried.push_back(carried_value(run));
    report.json("carried", carried);
  }
  report.data("wall_seconds", result.wall_seconds);
  report.closing = fmt::format("Ran in {}.", duration(result.wall_seconds));
  return report;
}

}  // namespace pram::perf
