#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include <pram/perf/runs/sweep.hpp>
#include <pram/report/detail/run/facts.hpp>
#include <pram/report/detail/value/fields.hpp>
#include <pram/report/detail/value/items.hpp>
#include <pram/report/detail/value/text.hpp>

namespace pram::perf {

namespace {

std::string number(double x) {
  constexpr double long_from = 1000;
  return x < long_from ? decimal(x) : compact(static_cast<std::uint64_t>(std::llround(x)));
}

/// Adds the rows of a size: means, and standard errors below them if there are several seeds.
/// @param factor  whether the last column is the performance factor
void add_size(Table& table, const SweepMeans& means, const std::vector<std::size_t>& shown, bool factor) {
  std::vector<std::string> row = {with_separators(means.n)};
  std::vector<std::string> errors = {""};
  const auto add = [&](const Statistic& statistic, bool known) {
    row.push_back(known ? number(statistic.mean()) : "-");
    errors.push_back(known && statistic.count() > 1 ? "± " + number(statistic.error()) : "");
  };
  for (const std::size_t k : shown) add(means.counts[k], means.runs > 0);
  if (factor) add(means.performance_factor, means.performance_factor.mean() > 0);
  table.row(std::move(row));
  if (means.runs > 1) table.row(std::move(errors));
}

/// Adds a table for each network and protocol.
void add_places(Report& report, const Sweep& sweep, const std::vector<SweepMeans>& all) {
  const std::vector<std::size_t> shown = shown_counts(sweep.runs);
  const bool factor = have_factors(sweep.runs);
  for (std::size_t begin = 0, end = 0; begin < all.size(); begin = end) {
    const SweepMeans& first = all[begin];
    Table table{{}, shortened(printable(first.network + " with " + first.access), line_width), {{"", "n"}}, {}};
    table.close = true;
    for (const std::size_t k : shown) table.columns.push_back({"", run_counts[k].heading});
    if (factor) table.columns.push_back({"", "performance\nfactor"});
    std::uint64_t failed = 0;
    for (; end < all.size() && all[end].network == first.network && all[end].access == first.access; ++end) {
      add_size(table, all[end], shown, factor);
      failed += all[end].failed;
    }
    if (failed > 0) {
      const auto why = std::ranges::find_if(sweep.runs, [&](const ProgramRun& run) {
        return !run.failed.empty() && run.network == first.network && run.access == first.access;
      });
      table.footnote = fmt::format("{} without a result: {}", plural(failed, "run"), printable(why->failed));
    }
    report.add(std::move(table));
  }
}

Fields<SweepMeans> means_fields() {
  Fields<SweepMeans> fields;
  fields.data("n", &SweepMeans::n)
      .data("network", &SweepMeans::network)
      .data("access", &SweepMeans::access)
      .data("runs", &SweepMeans::runs)
      .data("failed", &SweepMeans::failed);
  const auto values = [](const Statistic& statistic) {
    return Record{{"mean", statistic.mean()}, {"error", statistic.error()}};
  };
  for (std::size_t k = 0; k < std::size(run_counts); ++k)
    fields.data(run_counts[k].key, [=](const SweepMeans& means) { return values(means.counts[k]); });
  return fields.data("performance_factor", [=](const SweepMeans& means) { return values(means.performance_factor); });
}

}  // namespace

bool Sweep::sound() const {
  return std::ranges::all_of(runs, [](const ProgramRun& run) { return run.verified || !run.failed.empty(); });
}

std::string sweep_verdict(std::uint64_t runs, std::uint64_t failed, std::uint64_t asked, const std::string& check,
                          bool sound, bool interrupted) {
  if (runs == 0) return "interrupted before a run was done";
  std::string text = fmt::format("{} verified against {}", plural(runs - failed, "result"), printable(check));
  if (check.empty())
    text = fmt::format("{}, not checked, for the program has no oracle", plural(runs - failed, "result"));
  if (!sound) text = "a result is WRONG";
  if (failed > 0) text += fmt::format(", {} without a result", plural(failed, "run"));
  if (interrupted) text += fmt::format("; interrupted, {} of {} runs are done", runs, asked);
  return text;
}

std::uint64_t Sweep::failed() const {
  return static_cast<std::uint64_t>(
      std::ranges::count_if(runs, [](const ProgramRun& run) { return !run.failed.empty(); }));
}

std::string Sweep::verdict() const { return sweep_verdict(runs.size(), failed(), asked, check, sound(), interrupted); }

std::vector<SweepMeans> Sweep::means() const {
  std::vector<SweepMeans> all;
  for (const ProgramRun& run : runs) {
    const auto same_place = [&](const SweepMeans& one) {
      return one.network == run.network && one.access == run.access;
    };
    auto found = std::ranges::find_if(all, [&](const SweepMeans& one) { return same_place(one) && one.n == run.n; });
    if (found == all.end()) {
      // The sizes of one network and protocol stand together.
      const auto last = std::ranges::find_if(all.rbegin(), all.rend(), same_place);
      SweepMeans fresh;
      fresh.n = run.n;
      fresh.network = run.network;
      fresh.access = run.access;
      found = all.insert(last == all.rend() ? all.end() : last.base(), std::move(fresh));
    }
    if (!run.failed.empty()) {
      ++found->failed;
      continue;
    }
    ++found->runs;
    for (std::size_t k = 0; k < std::size(run_counts); ++k)
      found->counts[k].add(static_cast<double>(run.*run_counts[k].of));
    found->performance_factor.add(run.performance_factor);
  }
  return all;
}

Report sweep_report(const Sweep& sweep) {
  Record machine = machine_record(sweep.machine);
  std::erase_if(machine, [](const auto& field) {
    return field.first == "network" || field.first == "access" || field.first == "seed";
  });
  Report report;
  report.headline(sweep.program + ": " + sweep.verdict());
  report.data("program", sweep.program);
  report.data("machine", std::move(machine));
  report.item("source", sweep.source, "input", printable(sweep.source));
  report.data("check", sweep.check);
  report.line("machine", fmt::format("{}, rule {}, placement {}", plural(sweep.machine.components, "component"),
                                     to_string(sweep.machine.rule), placement_text(sweep.machine)));
  report.item("seeds", List{sweep.first_seed, sweep.last_seed}, "seeds",
              sweep.first_seed == sweep.last_seed
                  ? std::to_string(sweep.first_seed)
                  : fmt::format("{} to {}: mean ± standard error", sweep.first_seed, sweep.last_seed));
  const std::vector<SweepMeans> means = sweep.means();
  report.add(runs_table("runs", sweep.program, sweep.machine, sweep.runs));
  report.add(means_fields().table("means", "", means));
  add_places(report, sweep, means);
  report.data("asked", sweep.asked);
  report.data("sound", sweep.sound());
  report.data("interrupted", sweep.interrupted);
  report.data("wall_seconds", sweep.wall_seconds);
  report.closing = fmt::format("Ran {} in {} on {}.", plural(sweep.runs.size(), "time"), duration(sweep.wall_seconds),
                               plural(sweep.machine.threads, "host thread"));
  return report;
}

}  // namespace pram::perf
