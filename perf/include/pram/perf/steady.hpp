#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <pram/machines/detail/open_loop.hpp>
#include <pram/perf/report.hpp>
#include <pram/report/detail/value/field.hpp>

/// Steady traffic on a network: latency and what is accepted, against what is offered.
namespace pram::perf {

struct SteadyRequest {
  std::string network;  ///< its name, for reports
  std::shared_ptr<const Topology> topology;
  SwitchingOptions options;
  std::string pattern;        ///< of the table of patterns
  std::vector<double> rates;  ///< messages of a terminal in a step
  bool saturation = false;    ///< find the least rate that the network does not keep up with
  MeasuredWindow window = {};
  std::uint64_t seed = 1;
  /// Is called before each measurement with how many are done and how many rates are given. If it returns false, the
  /// work stops.
  std::function<bool(std::uint64_t done, std::uint64_t of)> progress;
};

/// What was measured at one rate.
struct SteadyPoint {
  double rate = 0;
  SteadyState state;
};

/// Rates are messages of a terminal in a step.
struct SteadyResult {
  std::string network;
  std::string pattern;
  std::uint64_t terminals = 0;
  std::uint64_t links = 0;  ///< the two directions of a wire are two links
  std::uint64_t seed = 1;
  MeasuredWindow window;
  std::vector<SteadyPoint> points;  ///< by rate
  /// The rate that keeps the most loaded link busy all the time, by the routes of the pattern's messages. None where
  /// they were not walked: there are too many.
  std::optional<double> capacity;
  /// Of uniform traffic: the rate that keeps the fewest links between two halves busy, whatever the routes. None where
  /// their number is not known.
  std::optional<double> bisection_capacity;
  std::optional<double> zero_load;   ///< hops of a message on average, by the same routes as the capacity
  std::optional<double> saturation;  ///< the least rate seen not to be kept up with; none: not looked for, or 1 is
  bool looked_for_saturation = false;
  bool interrupted = false;
  double wall_seconds = 0;

  /// What was measured at saturation; null where that is none.
  const SteadyPoint* saturated() const;
};

/// Where messages of a pattern go when they are made one by one: from each terminal to the destinations that the
/// pattern's batch gives it, each as often; of `uniform` to any terminal.
/// @throws ConfigError as make_pattern() does
std::function<std::uint32_t(std::uint32_t source, std::uint64_t draw)> steady_destinations(const std::string& pattern,
                                                                                           std::uint32_t terminals,
                                                                                           std::uint64_t seed);

/// Measures each rate once, and bisects, where saturation is asked for, until it is known to a part in 100.
/// @throws ConfigError of option "network" as OpenLoop does
SteadyResult measure_steady(const SteadyRequest& request);

/// JSON: {version, network, pattern, terminals, links, seed, window: {warm_up, length, drain}, zero_load, capacity,
/// bisection_capacity, saturation, looked_for_saturation, rates: [{rate, offered, accepted, latency, latency_99,
/// largest_latency, largest_queue, messages, arrived, arrived_in_window, keeps_up}], interrupted, wall_seconds}.
/// Latencies are null unless all messages of the window have arrived.
Report steady_report(const SteadyResult& result);

/// The result that such a report is of, from its JSON.
/// @throws Error that names the field that is missing or wrong
SteadyResult read_steady(const Field& report);

/// The same as a page, with latency and what is accepted against what is offered.
Page steady_page(const SteadyResult& result);

}  // namespace pram::perf
