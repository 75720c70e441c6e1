#include "patterns_chart.hpp"

#include <fmt/format.h>

#include <algorithm>

#include <pram/report/detail/value/text.hpp>
#include "report/dot_chart.hpp"

namespace pram::perf {

Drawing patterns_chart(const PatternsResult& result) {
  constexpr std::size_t phase_colours = 6;  // of phases
  DotChart chart{.axis = "charge, logarithmic", .empty = "No run was made."};
  for (const AccessCost& cost : result.costs) {
    ChartRow& row = chart.rows.emplace_back(ChartRow{.name = cost.access});
    const auto add = [&](const std::string& kind, const std::string& name, const Statistic& charge) {
      row.dots.push_back({kind, name, charge.mean(), fmt::format("{}: {} {:.1f}", cost.access, name, charge.mean())});
    };
    add("contention", "requests", cost.charge);
    for (std::size_t k = 0; k < cost.phases.size() && cost.phases.size() > 1; ++k) {
      // Later phases share the last colour and its name.
      const std::size_t colour = std::min(k + 1, phase_colours);
      const std::string from_on = colour == phase_colours && cost.phases.size() > phase_colours ? " and later" : "";
      add(fmt::format("phase{}", colour), fmt::format("phase {}{}", colour, from_on), cost.phases[k].charge);
    }
    add("back", "replies", cost.charge_back);
    const double factor = cost.factor.mean();
    row.result = factor < 100 ? fmt::format("{:.3f}", factor) : decimal(factor);
  }
  if (result.distinct_charge > 0)
    chart.references.push_back(
        {result.distinct_charge, fmt::format("to distinct addresses: {:.1f}", result.distinct_charge)});
  if (result.network == "router" && result.least_charge.mean() > 0)
    chart.references.push_back(
        {result.least_charge.mean(), fmt::format("the least of all protocols: {:.1f}", result.least_charge.mean())});
  return dot_chart(chart);
}

}  // namespace pram::perf
