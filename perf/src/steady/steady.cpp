#include <pram/perf/steady.hpp>

#include <algorithm>
#include <chrono>
#include <utility>

#include <pram/machines/detail/lower_bounds.hpp>
#include <pram/network/poll.hpp>
#include "steady_capacity.hpp"

namespace pram::perf {

namespace {

// A bisection ends when it knows the rate to a part in so many, and begins by so much above the rate that fills links.
constexpr double saturation_precision = 100;
constexpr double above_full = 1.1;

/// Measures rates, each once.
class SteadyMeasurement {
 public:
  SteadyMeasurement(const SteadyRequest& request, SteadyResult& result)
      : request_(request), result_(result), network_(request.topology, request.options) {
    traffic_.destination = steady_destinations(request.pattern, request.topology->terminals(), request.seed);
    traffic_.seed = request.seed;
  }

  /// @returns whether the network keeps up; none if the work is to stop
  std::optional<bool> measure(double rate) {
    if (request_.progress && !request_.progress(result_.points.size(), request_.rates.size())) {
      result_.interrupted = true;
      return std::nullopt;
    }
    for (const SteadyPoint& point : result_.points) {
      if (point.rate == rate) return point.state.keeps_up();
    }
    traffic_.rate = rate;
    result_.points.push_back({rate, network_.run(traffic_, request_.window)});
    return result_.points.back().state.keeps_up();
  }

  void measure_all() {
    for (const double rate : request_.rates) {
      if (!measure(rate)) return;
    }
  }

  /// Bisects between rates that the network keeps up with and rates that it does not.
  void find_saturation(double first) {
    double kept = 0;
    double lost = first;
    for (std::optional<bool> keeps_up; (keeps_up = measure(lost)).value_or(false);) {
      if (lost == 1) return;
      kept = lost;
      lost = std::min(1.0, 2 * lost);
    }
    while (!result_.interrupted && lost - kept > lost / saturation_precision) {
      const double middle = (kept + lost) / 2;
      if (const auto keeps_up = measure(middle)) (*keeps_up ? kept : lost) = middle;
    }
    if (!result_.interrupted) result_.saturation = lost;
  }

 private:
  const SteadyRequest& request_;
  SteadyResult& result_;
  OpenLoop network_;
  SteadyTraffic traffic_;
};

}  // namespace

const SteadyPoint* SteadyResult::saturated() const {
  const auto found = std::ranges::find_if(points, [&](const SteadyPoint& point) { return point.rate == saturation; });
  return found == points.end() ? nullptr : &*found;
}

SteadyResult measure_steady(const SteadyRequest& request) {
  const auto start = std::chrono::steady_clock::now();
  SteadyResult result;
  result.network = request.network;
  result.pattern = request.pattern;
  result.terminals = request.topology->terminals();
  result.links = LowerBoundFinder(*request.topology, request.options).links();
  result.seed = request.seed;
  result.window = request.window;
  result.looked_for_saturation = request.saturation;
  SteadyMeasurement measurement(request, result);
  try {
    const SteadyCapacity capacity = steady_capacity(request);
    result.capacity = capacity.links;
    result.bisection_capacity = capacity.bisection;
    result.zero_load = capacity.zero_load;
    measurement.measure_all();
    if (request.saturation && !result.interrupted) {
      const double full = result.capacity ? *result.capacity : largest_rate(request, result.links);
      measurement.find_saturation(std::min(1.0, above_full * full));
    }
  } catch (const Interrupted&) {
    result.interrupted = true;
  }
  std::ranges::sort(result.points, {}, &SteadyPoint::rate);
  result.wall_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return result;
}

}  // namespace pram::perf
