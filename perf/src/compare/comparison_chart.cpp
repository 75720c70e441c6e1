#include "comparison_chart.hpp"

#include <fmt/format.h>

#include <cstdint>

#include <pram/report/detail/value/text.hpp>
#include "report/dot_chart.hpp"

namespace pram::perf {

Drawing comparison_chart(const Comparison& comparison) {
  DotChart chart{.axis = "charge, logarithmic", .empty = "No run gave a result."};
  for (const ComparedRun& run : comparison.runs) {
    ChartRow& row = chart.rows.emplace_back(ChartRow{.heading = run.network, .name = run.access});
    const auto add = [&](const char* kind, const char* name, std::uint64_t charge) {
      row.dots.push_back({kind, name, static_cast<double>(charge),
                          fmt::format("{} with {}: {} {}", run.network, run.access, name, with_separators(charge))});
    };
    add("phase1", "requests", run.forward);
    add("back", "replies", run.back);
    add("collective", "collectives", run.collectives);
    add("work", "supersteps", run.superstep_charge);
    row.result = compact(run.total_charge());
    row.instead_of_dots = run.failed;
  }
  return dot_chart(chart);
}

}  // namespace pram::perf
