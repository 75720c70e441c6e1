#include <cstdint>
#include <string_view>

#include <pram/perf/patterns/pattern_costs.hpp>
#include <pram/report/detail/run/saved.hpp>
#include "report/statistic_value.hpp"

namespace pram::perf {

namespace {

AccessCost read_cost(const Field& row) {
  AccessCost cost;
  row.get("access", cost.access);
  const auto runs = row.at("runs").as<std::uint64_t>();
  const auto read = [runs](const Field& of, std::string_view name) { return read_statistic(of.at(name), runs); };
  for (const Field& one : row.at("phases").entries()) {
    PhaseCost& phase = cost.phases.emplace_back();
    pram::detail::for_facts<PhaseCost>([&](auto fact) { phase.*fact.member = read(one, decltype(fact)::name); });
  }
  cost.charge = read(row, "forward");
  cost.charge_back = read(row, "back");
  cost.factor = read(row, "performance_factor");
  return cost;
}

}  // namespace

PatternsResult read_patterns(const Field& report) {
  check_version(report);
  PatternsResult result;
  report.get("network", result.network).get("components", result.components).get("pattern", result.pattern);
  report.get("requests", result.requests).get("seed", result.seed).get("asked", result.asked);
  report.get("distinct_charge", result.distinct_charge).get("interrupted", result.interrupted);
  report.get("wall_seconds", result.wall_seconds);
  const auto runs = report.at("begun").as<std::uint64_t>();
  result.addresses = read_statistic(report.at("addresses"), runs);
  result.largest_degree = read_statistic(report.at("largest_degree"), runs);
  result.least_charge = read_statistic(report.at("least_charge"), runs);
  if (const auto owned = report.find("largest_owned")) result.largest_owned = read_statistic(*owned, runs);
  for (const Field& row : report.at("costs").entries()) result.costs.push_back(read_cost(row));
  const Field search = report.at("search");
  if (search.is_null()) return result;
  search.get("phases", result.most_phases);
  for (const Field& row : search.at("rounds").entries()) {
    SearchRound& round = result.rounds.emplace_back();
    row.get("candidates", round.candidates).get("runs", round.runs);
  }
  return result;
}

}  // namespace pram::perf
