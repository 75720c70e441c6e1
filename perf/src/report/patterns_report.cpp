#include <fmt/format.h>

#include <algorithm>

#include <pram/perf/pattern_costs.hpp>
#include <pram/perf/text.hpp>
#include "items.hpp"
#include "json_layout.hpp"
#include "json_parts.hpp"
#include "text_table.hpp"

namespace pram::perf {

namespace {

using nlohmann::ordered_json;
using Align = TextTable::Align;

std::string number(double value) { return value < 1e5 ? fmt::format("{:.1f}", value) : decimal(value); }

std::string whole(const Statistic& values) { return compact(static_cast<std::uint64_t>(values.mean() + 0.5)); }

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

/// Where names are long they stand in lines of their own, above their phases.
std::string phases_table(const PatternsResult& result) {
  TextTable table({{"phase", Align::left},
                   {"messages"},
                   {"q"},
                   {"r"},
                   {"charge"},
                   {"± error", Align::left},
                   {"back"},
                   {"factor"},
                   {"± error", Align::left}},
                  4);
  for (const AccessCost& cost : result.costs) {
    for (std::size_t k = 0; k < cost.phases.size(); ++k) {
      const PhaseCost& phase = cost.phases[k];
      table.row({std::to_string(k + 1), whole(phase.messages), number(phase.sent.mean()), number(phase.received.mean()),
                 number(phase.charge.mean()), error(phase.charge, 1), number(phase.charge_back.mean()), "", ""});
    }
    table.row({"total", "", "", "", number(cost.charge.mean()), error(cost.charge, 1), number(cost.charge_back.mean()),
               factor(cost.factor), error(cost.factor, 3)});
  }
  const std::string text = table.str();
  std::string out;
  std::size_t begin = 0;
  const auto next_line = [&] {
    const std::size_t end = text.find('\n', begin) + 1;
    out += text.substr(begin, end - begin);
    begin = end;
  };
  next_line();
  for (const AccessCost& cost : result.costs) {
    out += "  " + shortened(printable(cost.access), line_width - 2) + '\n';
    for (std::size_t k = 0; k <= cost.phases.size(); ++k) next_line();
  }
  return out;
}

std::string search_table(const PatternsResult& result) {
  TextTable table({{"best", Align::right},
                   {"access", Align::left},
                   {"charge"},
                   {"± error", Align::left},
                   {"factor"},
                   {"± error", Align::left}});
  for (std::size_t k = 0; k < result.costs.size(); ++k) {
    const AccessCost& cost = result.costs[k];
    table.row({std::to_string(k + 1), printable(cost.access), number(cost.charge.mean()), error(cost.charge, 1),
               factor(cost.factor), error(cost.factor, 3)});
  }
  return table.str();
}

std::string rounds_text(const PatternsResult& result) {
  std::string text;
  for (const SearchRound& round : result.rounds) {
    text += fmt::format("{}{} with {}", text.empty() ? "" : ", then ", with_separators(round.candidates),
                        plural(round.runs, "run"));
  }
  return text.empty() ? "interrupted in its first round" : text;
}

ordered_json cost_json(const AccessCost& cost) {
  ordered_json phases = ordered_json::array();
  for (const PhaseCost& phase : cost.phases) {
    phases.push_back({{"messages", statistic_json(phase.messages)},
                      {"sent", statistic_json(phase.sent)},
                      {"received", statistic_json(phase.received)},
                      {"charge", statistic_json(phase.charge)},
                      {"charge_back", statistic_json(phase.charge_back)}});
  }
  return {{"access", cost.access},
          {"runs", cost.charge.count()},
          {"phases", std::move(phases)},
          {"charge", statistic_json(cost.charge)},
          {"charge_back", statistic_json(cost.charge_back)},
          {"factor", statistic_json(cost.factor)}};
}

ordered_json search_json(const PatternsResult& result) {
  if (result.most_phases == 0) return nullptr;
  ordered_json rounds = ordered_json::array();
  for (const SearchRound& round : result.rounds)
    rounds.push_back({{"candidates", round.candidates}, {"runs", round.runs}});
  return {{"phases", result.most_phases}, {"rounds", std::move(rounds)}};
}

}  // namespace

std::string patterns_text(const PatternsResult& result) {
  std::string out = wrapped(headline(result), 2) + "\n\n";
  out += item("network", printable(result.network));
  if (result.addresses.count() > 0)
    out += item("distinct", fmt::format("{} is what so many requests to distinct addresses cost: factor 1",
                                        number(result.distinct_charge)));
  if (std::ranges::any_of(result.costs, [](const AccessCost& cost) { return below_one(cost.factor.mean()); }))
    out += item("", "Factors can be below 1: " + below_one_text(Placement::hashed));
  if (result.addresses.count() > 0 && result.network == "router")
    out += item("bound",
                fmt::format("{} is the least that any protocol can charge for it", number(result.least_charge.mean())));
  out += item("runs", fmt::format("{}, seed {}; errors are standard errors of the mean", with_separators(result.asked),
                                  result.seed));
  if (result.most_phases > 0) {
    out += item("search",
                fmt::format("bases of at most {}: {}", plural(result.most_phases, "phase"), rounds_text(result)));
  }
  if (result.addresses.count() > 0)
    out += '\n' + (result.most_phases > 0 ? search_table(result) : phases_table(result));
  return out + fmt::format("\nRan in {}.\n", duration(result.wall_seconds));
}

std::string patterns_json(const PatternsResult& result) {
  ordered_json costs = ordered_json::array();
  for (const AccessCost& cost : result.costs) costs.push_back(cost_json(cost));
  ordered_json json;
  json["version"] = 1;
  json["network"] = result.network;
  json["components"] = result.components;
  json["pattern"] = result.pattern;
  json["requests"] = result.requests;
  json["addresses"] = statistic_json(result.addresses);
  json["largest_degree"] = statistic_json(result.largest_degree);
  json["distinct_charge"] = result.distinct_charge;
  json["least_charge"] = statistic_json(result.least_charge);
  json["seed"] = result.seed;
  json["asked"] = result.asked;
  json["costs"] = std::move(costs);
  json["search"] = search_json(result);
  json["interrupted"] = result.interrupted;
  json["wall_seconds"] = result.wall_seconds;
  return laid_out(json);
}

}  // namespace pram::perf
