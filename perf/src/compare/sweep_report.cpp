#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include <pram/perf/sweep.hpp>
#include <pram/perf/text.hpp>
#include "report/csv/csv.hpp"
#include "report/text/items.hpp"
#include "report/value/facts.hpp"
#include "report/value/fields.hpp"

namespace pram::perf {

namespace {

struct Quantity {
  const char* name;
  const char* head;
  std::uint64_t SweepRun::*of_run;
  Statistic SweepMeans::*of_means;
};

constexpr Quantity quantities[] = {
    {"steps", "T", &SweepRun::steps, &SweepMeans::steps},
    {"work", "W", &SweepRun::work, &SweepMeans::work},
    {"requests", "requests", &SweepRun::requests, &SweepMeans::requests},
    {"forward", "charge\nforward", &SweepRun::forward, &SweepMeans::forward},
    {"back", "charge\nback", &SweepRun::back, &SweepMeans::back},
    {"exchanges", "data\nexchanges", &SweepRun::exchanges, &SweepMeans::exchanges},
};

bool exchanges(const Sweep& sweep) {
  return std::ranges::any_of(sweep.runs, [](const SweepRun& run) { return run.exchanges > 0; });
}

std::vector<Quantity> shown_quantities(const Sweep& sweep) {
  std::vector<Quantity> shown(std::begin(quantities), std::end(quantities));
  if (!exchanges(sweep)) std::erase_if(shown, [](const Quantity& one) { return one.of_run == &SweepRun::exchanges; });
  return shown;
}

std::string number(double x) {
  constexpr double long_from = 1000;
  return x < long_from ? decimal(x) : compact(static_cast<std::uint64_t>(std::llround(x)));
}

std::string verdict(const Sweep& sweep) {
  if (sweep.runs.empty()) return "interrupted before a run was done";
  const auto failed = static_cast<std::uint64_t>(
      std::ranges::count_if(sweep.runs, [](const SweepRun& run) { return !run.failed.empty(); }));
  std::string text =
      fmt::format("{} verified against {}", plural(sweep.runs.size() - failed, "result"), printable(sweep.check));
  if (!sweep.sound()) text = "a result is WRONG";
  if (failed > 0) text += fmt::format(", {} without a result", plural(failed, "run"));
  if (sweep.interrupted) text += fmt::format("; interrupted, {} of {} runs are done", sweep.runs.size(), sweep.asked);
  return text;
}

/// A size takes two rows, mean and error; one where there is one seed.
void add_size(Table& table, const SweepMeans& means, const std::vector<Quantity>& shown) {
  std::vector<std::string> row = {with_separators(means.n)};
  std::vector<std::string> errors = {""};
  const auto add = [&](const Statistic& statistic, bool known) {
    row.push_back(known ? number(statistic.mean()) : "-");
    errors.push_back(known && statistic.count() > 1 ? "± " + number(statistic.error()) : "");
  };
  for (const Quantity& one : shown) add(means.*one.of_means, (means.*one.of_means).count() > 0);
  add(means.performance_factor, means.performance_factor.mean() > 0);
  table.row(std::move(row));
  if (means.steps.count() > 1) table.row(std::move(errors));
}

/// A table for each network and protocol.
void add_places(Report& report, const Sweep& sweep, const std::vector<SweepMeans>& all) {
  const std::vector<Quantity> shown = shown_quantities(sweep);
  for (std::size_t begin = 0, end = 0; begin < all.size(); begin = end) {
    const SweepMeans& first = all[begin];
    Table table{{}, shortened(printable(first.network + " with " + first.access), line_width), {{"", "n"}}, {}};
    table.close = true;
    for (const Quantity& one : shown) table.columns.push_back({"", one.head});
    table.columns.push_back({"", "performance\nfactor"});
    std::uint64_t failed = 0;
    for (; end < all.size() && all[end].network == first.network && all[end].access == first.access; ++end) {
      add_size(table, all[end], shown);
      failed += all[end].failed;
    }
    if (failed > 0) {
      const auto why = std::ranges::find_if(sweep.runs, [&](const SweepRun& run) {
        return !run.failed.empty() && run.network == first.network && run.access == first.access;
      });
      table.footnote = fmt::format("{} without a result: {}", plural(failed, "run"), printable(why->failed));
    }
    report.add(std::move(table));
  }
}

Fields<SweepRun> run_fields() {
  Fields<SweepRun> fields;
  fields.data("n", &SweepRun::n)
      .data("seed", &SweepRun::seed)
      .data("network", &SweepRun::network)
      .data("access", &SweepRun::access);
  for (const Quantity& one : quantities) fields.data(one.name, one.of_run);
  return fields.data("performance_factor", &SweepRun::performance_factor)
      .data("verified", &SweepRun::verified)
      .data("failed",
            [](const SweepRun& run) { return run.failed.empty() ? Value(Value::Absent()) : Value(run.failed); });
}

Fields<SweepMeans> means_fields() {
  Fields<SweepMeans> fields;
  fields.data("n", &SweepMeans::n)
      .data("network", &SweepMeans::network)
      .data("access", &SweepMeans::access)
      .data("runs", [](const SweepMeans& means) { return means.steps.count(); })
      .data("failed", &SweepMeans::failed);
  const auto add = [&](const char* name, Statistic SweepMeans::*of) {
    fields.data(name, [of](const SweepMeans& means) {
      return Record{{"mean", (means.*of).mean()}, {"error", (means.*of).error()}};
    });
  };
  for (const Quantity& one : quantities) add(one.name, one.of_means);
  add("performance_factor", &SweepMeans::performance_factor);
  return fields;
}

}  // namespace

SweepRun sweep_run(std::uint64_t n, const MachineOptions& machine, const Ledger& ledger) {
  return {n,
          machine.seed,
          machine.network,
          machine.access,
          ledger.steps(),
          ledger.work(),
          ledger.requests().total(),
          ledger.charge(),
          ledger.charge_back(),
          ledger.exchange_charge(),
          ledger.performance_factor()};
}

bool Sweep::sound() const {
  return std::ranges::all_of(runs, [](const SweepRun& run) { return run.verified || !run.failed.empty(); });
}

std::vector<SweepMeans> Sweep::means() const {
  std::vector<SweepMeans> all;
  for (const SweepRun& run : runs) {
    const auto same_place = [&](const SweepMeans& one) {
      return one.network == run.network && one.access == run.access;
    };
    auto found = std::ranges::find_if(all, [&](const SweepMeans& one) { return same_place(one) && one.n == run.n; });
    if (found == all.end()) {
      // Behind the other sizes of its place.
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
    for (const Quantity& one : quantities) ((*found).*one.of_means).add(static_cast<double>(run.*one.of_run));
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
  report.headline(sweep.program + ": " + verdict(sweep));
  report.data("program", sweep.program);
  report.data("machine", std::move(machine));
  report.item("source", sweep.source, "input", printable(sweep.source));
  report.data("check", sweep.check);
  report.line("machine", fmt::format("{}, rule {}, placement {}", plural(sweep.machine.components, "component"),
                                     to_string(sweep.machine.rule), to_string(sweep.machine.placement)));
  report.item("seeds", List{sweep.first_seed, sweep.last_seed}, "seeds",
              sweep.first_seed == sweep.last_seed
                  ? std::to_string(sweep.first_seed)
                  : fmt::format("{} to {}: mean ± standard error", sweep.first_seed, sweep.last_seed));
  const std::vector<SweepMeans> means = sweep.means();
  report.add(run_fields().table("runs", "", sweep.runs));
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

std::string runs_csv(const std::string& program, const MachineOptions& machine, std::span<const SweepRun> runs) {
  std::string out = "program,components,rule,placement,n,seed,network,access";
  for (const Quantity& one : quantities) out += std::string(",") + one.name;
  out += ",performance_factor,verified,failed\n";
  for (const SweepRun& run : runs) {
    out += fmt::format("{},{},{},{},{},{},{},{}", csv_field(program), machine.components, to_string(machine.rule),
                       to_string(machine.placement), run.n, run.seed, csv_field(run.network), csv_field(run.access));
    for (const Quantity& one : quantities) out += fmt::format(",{}", run.*one.of_run);
    out += fmt::format(",{},{},{}\n", run.performance_factor, run.verified, csv_field(run.failed));
  }
  return out;
}

}  // namespace pram::perf
