#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

#include <pram/perf/patterns/pattern_costs.hpp>
#include <pram/report/detail/value/fields.hpp>
#include <pram/report/detail/value/items.hpp>
#include <pram/report/detail/value/text.hpp>
#include "report/statistic_value.hpp"

namespace pram::perf {

namespace {

std::string one_decimal(double value) { return value < 1e5 ? fmt::format("{:.1f}", value) : decimal(value); }

std::string whole(const Statistic& values) { return compact(static_cast<std::uint64_t>(std::llround(values.mean()))); }

std::string error(const Statistic& values, int digits) {
  return values.count() < 2 ? "" : fmt::format("± {:.{}f}", values.error(), digits);
}

std::string factor(const Statistic& values) {
  return values.mean() < 100 ? fmt::format("{:.3f}", values.mean()) : decimal(values.mean());
}

std::string headline(const PatternsResult& result) {
  std::string text = fmt::format("{}: {} from {}", printable(result.pattern), plural(result.requests, "request"),
                                 plural(result.components, "component"));
  const std::uint64_t runs = result.addresses.count();
  if (runs == 0) return printable(result.pattern) + ": interrupted before a run was done";
  text += fmt::format(" for {} address{}, at most {} for one", whole(result.addresses),
                      result.addresses.mean() == 1 ? "" : "es", whole(result.largest_degree));
  if (result.interrupted) text += fmt::format("; interrupted, {} of {} runs are begun", runs, result.asked);
  return text;
}

/// The phases of each protocol as text. Long names stand in lines of their own, above their phases.
Table phases_table(const PatternsResult& result) {
  Table table{{},
              {},
              {{"", "", Align::left, Shown::above},
               {"", "phase", Align::left},
               {"", "messages"},
               {"", "q"},
               {"", "r"},
               {"", "charge"},
               {"", "± error", Align::left},
               {"", "back"},
               {"", "factor"},
               {"", "± error", Align::left}},
              {}};
  table.indent = 4;
  for (const AccessCost& cost : result.costs) {
    const std::string access = printable(cost.access);
    for (std::size_t k = 0; k < cost.phases.size(); ++k) {
      const PhaseCost& phase = cost.phases[k];
      table.row({access, std::to_string(k + 1), whole(phase.messages), one_decimal(phase.sent.mean()),
                 one_decimal(phase.received.mean()), one_decimal(phase.charge.mean()), error(phase.charge, 1),
                 one_decimal(phase.charge_back.mean()), "", ""});
    }
    table.row({access, "total", "", "", "", one_decimal(cost.charge.mean()), error(cost.charge, 1),
               one_decimal(cost.charge_back.mean()), factor(cost.factor), error(cost.factor, 3)});
  }
  return table;
}

Table search_table(const PatternsResult& result) {
  Table table{{},
              {},
              {{"", "best"},
               {"", "access", Align::left},
               {"", "charge"},
               {"", "± error", Align::left},
               {"", "factor"},
               {"", "± error", Align::left}},
              {}};
  for (const AccessCost& cost : result.costs) {
    table.row({std::to_string(table.rows.size() + 1), printable(cost.access), one_decimal(cost.charge.mean()),
               error(cost.charge, 1), factor(cost.factor), error(cost.factor, 3)});
  }
  return table;
}

std::string rounds_text(const PatternsResult& result) {
  std::string text;
  for (const SearchRound& round : result.rounds) {
    text += fmt::format("{}{} with {}", text.empty() ? "" : ", then ", with_separators(round.candidates),
                        plural(round.runs, "run"));
  }
  return text.empty() ? "interrupted in its first round" : text;
}

Table costs_table(const PatternsResult& result) {
  const auto of = [](auto member) { return [member](const auto& cost) { return statistic_value(cost.*member); }; };
  Fields<PhaseCost> phases;
  pram::detail::for_facts<PhaseCost>(
      [&](auto fact) { phases.data(std::string(decltype(fact)::name), of(decltype(fact)::member)); });
  return Fields<AccessCost>()
      .data("access", &AccessCost::access)
      .data("runs", [](const AccessCost& cost) { return cost.charge.count(); })
      .data("phases", [&](const AccessCost& cost) { return phases.records(cost.phases); })
      .data("forward", of(&AccessCost::charge))
      .data("back", of(&AccessCost::charge_back))
      .data("performance_factor", of(&AccessCost::factor))
      .table("costs", "", result.costs);
}

Value search_value(const PatternsResult& result) {
  if (result.most_phases == 0) return nullptr;
  const auto rounds =
      Fields<SearchRound>().data("candidates", &SearchRound::candidates).data("runs", &SearchRound::runs);
  return Record{{"phases", result.most_phases}, {"rounds", rounds.records(result.rounds)}};
}

}  // namespace

Report patterns_report(const PatternsResult& result) {
  const bool begun = result.addresses.count() > 0;
  Report report;
  report.headline(headline(result));
  report.item("network", result.network, "network", printable(result.network));
  report.data("components", result.components);
  report.data("pattern", result.pattern);
  report.data("requests", result.requests);
  report.data("addresses", statistic_value(result.addresses));
  report.data("largest_degree", statistic_value(result.largest_degree));
  if (result.largest_owned) report.data("largest_owned", statistic_value(*result.largest_owned));
  report.data("distinct_charge", result.distinct_charge);
  report.data("least_charge", statistic_value(result.least_charge));
  report.data("seed", result.seed);
  report.data("asked", result.asked);
  report.data("begun", result.addresses.count());
  if (begun)
    report.line("distinct", fmt::format("{} is what so many requests to distinct addresses cost: factor 1",
                                        one_decimal(result.distinct_charge)));
  if (std::ranges::any_of(result.costs, [](const AccessCost& cost) { return below_one(cost.factor.mean()); }))
    report.line("", "Factors can be below 1: " + below_one_text(Placement::hashed));
  if (begun && result.network == "router")
    report.line("bound", fmt::format("{} is the least that any protocol can charge for it",
                                     one_decimal(result.least_charge.mean())));
  if (begun && result.largest_owned) {
    report.line("owners", fmt::format("r* is {}: the addresses that one component owns at most",
                                      one_decimal(result.largest_owned->mean())));
  }
  report.line("runs", fmt::format("{}, seed {}; errors are standard errors of the mean", with_separators(result.asked),
                                  result.seed));
  if (result.most_phases > 0)
    report.line("search",
                fmt::format("bases of at most {}: {}", plural(result.most_phases, "phase"), rounds_text(result)));
  report.add(costs_table(result));
  report.data("search", search_value(result));
  if (begun) report.add(result.most_phases > 0 ? search_table(result) : phases_table(result));
  report.data("interrupted", result.interrupted);
  report.data("wall_seconds", result.wall_seconds);
  report.closing = fmt::format("Ran in {}.", duration(result.wall_seconds));
  return report;
}

}  // namespace pram::perf
