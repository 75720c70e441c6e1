#include <fmt/format.h>

#include <algorithm>
#include <sstream>
#include <vector>

#include <pram/perf/compare.hpp>
#include <pram/perf/text.hpp>
#include "items.hpp"
#include "json_layout.hpp"
#include "json_parts.hpp"
#include "text_table.hpp"

namespace pram::perf {

namespace {

using nlohmann::ordered_json;

std::string state_of(const ComparedRun& run) {
  return !run.failure.empty() ? "none" : !run.verified ? "NO" : run.equal ? "yes" : "differs";
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

/// Did any run exchange data?
bool exchanges(const Comparison& comparison) {
  return std::ranges::any_of(comparison.runs, [](const ComparedRun& run) { return run.exchanges > 0; });
}

std::string shared_items(const Comparison& comparison) {
  std::string out = item("input", input_text(comparison.input));
  out += item("machine",
              fmt::format("{}, {}", plural(comparison.machine.components, "component"), rule_text(comparison.machine)));
  const std::string facts = facts_text(comparison.outcome);
  if (!facts.empty()) out += item("result", facts);
  if (comparison.results() == 0) return out;
  out += item("time T", plural(comparison.steps, "step"));
  out += item("work W", with_separators(comparison.work));
  out += item("requests", with_separators(comparison.requests));
  if (comparison.ideal_charge > 0)
    out += item("ideal machine",
                fmt::format("charges {}, forward and back{}: a unit a phase", with_separators(comparison.ideal_charge),
                            exchanges(comparison) ? " and in data exchanges" : ""));
  return out;
}

/// The numbers beside network and access; or, where these are too long for one line, beside access under network.
std::string table_of(const Comparison& comparison) {
  const std::size_t room_for_names = exchanges(comparison) ? 15 : 26;
  std::size_t network_width = 0;
  std::size_t access_width = 0;
  for (const ComparedRun& run : comparison.runs) {
    network_width = std::max(network_width, columns(printable(run.network)));
    access_width = std::max(access_width, columns(printable(run.access)));
  }
  const bool grouped = network_width + access_width > room_for_names;

  std::vector<TextTable::Column> heads = {
      {"charge\nforward"}, {"charge\nback"}, {"performance\nfactor"}, {"time to\nideal"}, {"verified"}};
  if (exchanges(comparison)) heads.insert(heads.begin() + 2, {"data\nexchanges"});
  heads.insert(heads.begin(), {grouped ? "network\n  access" : "access", TextTable::Align::left});
  if (!grouped) heads.insert(heads.begin(), {"network", TextTable::Align::left});
  TextTable table(std::move(heads));
  for (const ComparedRun& run : comparison.runs) {
    const double times = comparison.times_ideal(run);
    const auto charge = [&run](std::uint64_t units) { return run.failure.empty() ? compact(units) : "-"; };
    std::vector<std::string> cells = {(grouped ? "  " : "") + printable(run.access),
                                      charge(run.charge),
                                      charge(run.charge_back),
                                      run.performance_factor > 0 ? decimal(run.performance_factor) : "-",
                                      times > 0 ? decimal(times) : "-",
                                      state_of(run)};
    if (exchanges(comparison)) cells.insert(cells.begin() + 3, charge(run.exchanges));
    if (!grouped) cells.insert(cells.begin(), printable(run.network));
    table.row(std::move(cells));
  }
  if (!grouped) return table.str();

  std::istringstream lines(table.str());
  std::string out;
  std::string line;
  for (int heading = 0; heading < 2 && std::getline(lines, line); ++heading) out += line + '\n';
  const std::string* network = nullptr;
  for (const ComparedRun& run : comparison.runs) {
    if (network == nullptr || *network != run.network)
      out += "  " + shortened(printable(run.network), line_width - 2) + '\n';
    network = &run.network;
    if (std::getline(lines, line)) out += line + '\n';
  }
  return out;
}

/// What kept pairs from a result.
std::string failures_of(const Comparison& comparison) {
  std::string out;
  for (const ComparedRun& run : comparison.runs) {
    if (run.failure.empty()) continue;
    const std::string pair = printable(run.network) + " with " + printable(run.access);
    out += "  " + wrapped("none: " + pair + ": " + printable(run.failure), 4) + '\n';
  }
  return out.empty() ? "" : '\n' + out;
}

/// What the factor is, where some are below 1.
std::string factor_note(const Comparison& comparison) {
  if (std::ranges::none_of(comparison.runs, [](const ComparedRun& run) { return below_one(run.performance_factor); }))
    return "";
  return "\n" +
         wrapped(
             "A factor is over the mean charge of as many requests to distinct addresses, each hashed on its "
             "own. It can be below 1: " +
                 below_one_text(comparison.machine.placement) + ".",
             0) +
         "\n";
}

}  // namespace

bool Comparison::sound() const {
  return std::ranges::all_of(
      runs, [](const ComparedRun& run) { return !run.failure.empty() || (run.verified && run.equal); });
}

std::uint64_t Comparison::results() const {
  return static_cast<std::uint64_t>(std::ranges::count_if(runs, &std::string::empty, &ComparedRun::failure));
}

double Comparison::times_ideal(const ComparedRun& run) const {
  return ideal_charge == 0
             ? 0
             : static_cast<double>(run.charge + run.charge_back + run.exchanges) / static_cast<double>(ideal_charge);
}

std::string compare_text(const Comparison& comparison) {
  std::string out = wrapped(comparison.program + ": " + verdict(comparison), 2) + "\n\n" + shared_items(comparison);
  if (!comparison.runs.empty()) out += '\n' + table_of(comparison) + failures_of(comparison) + factor_note(comparison);
  return out + fmt::format("\nRan in {} on {}.\n", duration(comparison.wall_seconds),
                           plural(comparison.machine.threads, "host thread"));
}

std::string compare_json(const Comparison& comparison) {
  ordered_json machine = machine_json(comparison.machine);
  machine.erase("network");
  machine.erase("access");
  ordered_json result = {{"check", comparison.outcome.check}};
  result.update(facts_json(comparison.outcome));
  ordered_json runs = ordered_json::array();
  for (const ComparedRun& run : comparison.runs) {
    if (!run.failure.empty()) {
      runs.push_back({{"network", run.network}, {"access", run.access}, {"failure", run.failure}});
      continue;
    }
    ordered_json row = {
        {"network", run.network}, {"access", run.access}, {"forward", run.charge}, {"back", run.charge_back}};
    if (exchanges(comparison)) row["exchanges"] = run.exchanges;
    row["performance_factor"] = run.performance_factor;
    row["times_ideal"] = comparison.times_ideal(run);
    row["verified"] = run.verified;
    row["equal"] = run.equal;
    runs.push_back(std::move(row));
  }
  ordered_json json;
  json["version"] = 1;
  json["program"] = comparison.program;
  json["machine"] = std::move(machine);
  json["input"] = input_json(comparison.input);
  json["result"] = std::move(result);
  json["steps"] = comparison.steps;
  json["work"] = comparison.work;
  json["requests"] = comparison.requests;
  json["ideal_charge"] = comparison.ideal_charge;
  json["runs"] = std::move(runs);
  json["asked"] = comparison.asked;
  json["sound"] = comparison.sound();
  json["interrupted"] = comparison.interrupted;
  json["wall_seconds"] = comparison.wall_seconds;
  return laid_out(json);
}

}  // namespace pram::perf
