#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include <pram/perf/sweep.hpp>
#include <pram/perf/text.hpp>
#include "items.hpp"
#include "json_layout.hpp"
#include "json_parts.hpp"
#include "text_table.hpp"

namespace pram::perf {

namespace {

using nlohmann::ordered_json;

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
void add_size(TextTable& table, const SweepMeans& means, const std::vector<Quantity>& shown) {
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

std::string field(const std::string& text) {
  if (text.find_first_of(",\"\n\r") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + '"';
}

ordered_json run_json(const SweepRun& run) {
  ordered_json json = {{"n", run.n}, {"seed", run.seed}, {"network", run.network}, {"access", run.access}};
  for (const Quantity& one : quantities) json[one.name] = run.*one.of_run;
  json["performance_factor"] = run.performance_factor;
  json["verified"] = run.verified;
  if (!run.failed.empty()) json["failed"] = run.failed;
  return json;
}

ordered_json means_json(const SweepMeans& means) {
  ordered_json json = {{"n", means.n},
                       {"network", means.network},
                       {"access", means.access},
                       {"runs", means.steps.count()},
                       {"failed", means.failed}};
  const auto add = [&](const char* name, const Statistic& statistic) {
    json[name] = {{"mean", statistic.mean()}, {"error", statistic.error()}};
  };
  for (const Quantity& one : quantities) add(one.name, means.*one.of_means);
  add("performance_factor", means.performance_factor);
  return json;
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

std::string sweep_text(const Sweep& sweep) {
  std::string out = wrapped(sweep.program + ": " + verdict(sweep), 2) + "\n\n";
  out += item("input", printable(sweep.source));
  out += item("machine", fmt::format("{}, rule {}, placement {}", plural(sweep.machine.components, "component"),
                                     to_string(sweep.machine.rule), to_string(sweep.machine.placement)));
  out += item("seeds", sweep.first_seed == sweep.last_seed
                           ? std::to_string(sweep.first_seed)
                           : fmt::format("{} to {}: mean ± standard error", sweep.first_seed, sweep.last_seed));
  const std::vector<SweepMeans> all = sweep.means();
  const std::vector<Quantity> shown = shown_quantities(sweep);
  for (std::size_t begin = 0, end = 0; begin < all.size(); begin = end) {
    const SweepMeans& first = all[begin];
    std::vector<TextTable::Column> heads = {{"n"}};
    for (const Quantity& one : shown) heads.push_back({one.head});
    heads.push_back({"performance\nfactor"});
    TextTable table(std::move(heads));
    std::uint64_t failed = 0;
    for (; end < all.size() && all[end].network == first.network && all[end].access == first.access; ++end) {
      add_size(table, all[end], shown);
      failed += all[end].failed;
    }
    out +=
        fmt::format("\n{}\n{}", shortened(printable(first.network + " with " + first.access), line_width), table.str());
    if (failed == 0) continue;
    const auto why = std::ranges::find_if(sweep.runs, [&](const SweepRun& run) {
      return !run.failed.empty() && run.network == first.network && run.access == first.access;
    });
    out +=
        "  " + wrapped(fmt::format("{} without a result: {}", plural(failed, "run"), printable(why->failed)), 2) + '\n';
  }
  return out + fmt::format("\nRan {} in {} on {}.\n", plural(sweep.runs.size(), "time"), duration(sweep.wall_seconds),
                           plural(sweep.machine.threads, "host thread"));
}

std::string sweep_json(const Sweep& sweep) {
  ordered_json machine = machine_json(sweep.machine);
  for (const char* const key : {"network", "access", "seed"}) machine.erase(key);
  ordered_json runs = ordered_json::array();
  for (const SweepRun& run : sweep.runs) runs.push_back(run_json(run));
  ordered_json means = ordered_json::array();
  for (const SweepMeans& one : sweep.means()) means.push_back(means_json(one));
  ordered_json json;
  json["version"] = 1;
  json["program"] = sweep.program;
  json["machine"] = std::move(machine);
  json["source"] = sweep.source;
  json["check"] = sweep.check;
  json["seeds"] = {sweep.first_seed, sweep.last_seed};
  json["runs"] = std::move(runs);
  json["means"] = std::move(means);
  json["asked"] = sweep.asked;
  json["sound"] = sweep.sound();
  json["interrupted"] = sweep.interrupted;
  json["wall_seconds"] = sweep.wall_seconds;
  return laid_out(json);
}

std::string runs_csv(const std::string& program, const MachineOptions& machine, std::span<const SweepRun> runs) {
  std::string out = "program,components,rule,placement,n,seed,network,access";
  for (const Quantity& one : quantities) out += std::string(",") + one.name;
  out += ",performance_factor,verified,failed\n";
  for (const SweepRun& run : runs) {
    out += fmt::format("{},{},{},{},{},{},{},{}", field(program), machine.components, to_string(machine.rule),
                       to_string(machine.placement), run.n, run.seed, field(run.network), field(run.access));
    for (const Quantity& one : quantities) out += fmt::format(",{}", run.*one.of_run);
    out += fmt::format(",{},{},{}\n", run.performance_factor, run.verified, field(run.failed));
  }
  return out;
}

}  // namespace pram::perf
