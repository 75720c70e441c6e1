#include "algorithms_chart.hpp"

#include <fmt/format.h>

#include <pram/report/detail/value/items.hpp>
#include "items.hpp"
#include "report/dot_chart.hpp"

namespace pram::perf {

Drawing algorithms_chart(const CollectiveResult& result) {
  DotChart chart{.axis = "time, logarithmic", .mark = "by formula", .empty = "No algorithm was executed."};
  for (const CollectiveRun& run : result.runs) {
    const std::string name = short_name(run.algorithm, to_string(result.task.operation));
    ChartRow& row = chart.rows.emplace_back(ChartRow{.name = name});
    const auto add = [&](const char* kind, const char* what, double time) {
      row.dots.push_back({kind, what, time, fmt::format("{}: {} {}", name, what, time_text(time))});
    };
    add("needed", "time", run.time);
    add("phase2", "of that start-ups", static_cast<double>(run.cost.steps) * result.model.startup);
    add("work", "of that words", run.cost.words / result.model.bandwidth);
    row.mark = run.formula.time;
    row.result = result.lower_bound > 0 ? ratio_text(run.time, result.lower_bound) + "×" : time_text(run.time);
  }
  if (result.lower_bound > 0)
    chart.references.push_back({result.lower_bound, "lower bound " + time_text(result.lower_bound)});
  return dot_chart(chart);
}

}  // namespace pram::perf
