#include <pram/perf/steady.hpp>
#include <pram/report/detail/run/saved.hpp>

namespace pram::perf {

SteadyResult read_steady(const Field& report) {
  check_version(report);
  SteadyResult result;
  report.get("network", result.network).get("pattern", result.pattern).get("terminals", result.terminals);
  report.get("links", result.links).get("seed", result.seed).get("interrupted", result.interrupted);
  const Field window = report.at("window");
  window.get("warm_up", result.window.warm_up).get("length", result.window.length).get("drain", result.window.drain);
  report.get("zero_load", result.zero_load).get("capacity", result.capacity);
  report.get("bisection_capacity", result.bisection_capacity).get("saturation", result.saturation);
  report.get("looked_for_saturation", result.looked_for_saturation).get("wall_seconds", result.wall_seconds);
  for (const Field& entry : report.at("rates").entries()) {
    SteadyPoint& point = result.points.emplace_back();
    SteadyState& state = point.state;
    entry.get("rate", point.rate).get("offered", state.offered).get("accepted", state.accepted);
    entry.get("largest_queue", state.largest_queue).get("messages", state.made).get("arrived", state.arrived);
    entry.get("arrived_in_window", state.arrived_in_time);
    if (!state.all_arrived()) continue;
    entry.get("latency", state.latency).get("latency_99", state.latency_99);
    entry.get("largest_latency", state.largest_latency);
  }
  return result;
}

}  // namespace pram::perf
