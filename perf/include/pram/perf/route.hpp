#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include <pram/machines/detail/named_switching.hpp>
#include <pram/machines/patterns.hpp>
#include <pram/perf/report.hpp>
#include <pram/perf/statistic.hpp>

/// Explicit traffic on a network, run until it has drained, against what it needs at least.
namespace pram::perf {

struct RouteRequest {
  std::string traffic;  ///< its name, for reports
  /// The batch of a run.
  std::function<Batch(std::uint64_t run)> batch;
  std::uint64_t runs = 1;
  std::uint64_t seed = 1;  ///< for reports
  /// Called before each run with the runs done and to do; returning false stops the work.
  std::function<bool(std::uint64_t done, std::uint64_t of)> progress;
};

/// What the runs took. Utilisations are shares of the steps.
struct RouteResult {
  std::string network;
  std::string traffic;
  std::uint64_t terminals = 0;
  std::uint64_t links = 0;  ///< each direction for itself
  std::uint64_t seed = 1;
  std::uint64_t asked = 0;  ///< runs, were it not interrupted
  Statistic steps;
  Statistic messages;
  Statistic hops;
  Statistic latency;  ///< mean step of arrival of the messages that are not at their destination from the start
  Statistic merged;
  Statistic largest_queue;
  Statistic largest_utilisation;
  Statistic mean_utilisation;
  Statistic distance;  ///< the bounds of LowerBounds
  Statistic farthest;
  Statistic ports;
  Statistic bisection;
  Statistic best;
  Statistic ratio;                  ///< steps over the best bound; runs without a bound left out
  bool combines = false;            ///< messages may merge
  bool multistage = false;          ///< wires have one direction: it is asked which permutations pass at once
  Statistic passes;                 ///< of the runs that were permutations, by first fit; empty where not multistage
  std::uint64_t conflict_free = 0;  ///< runs of one pass
  bool interrupted = false;
  double wall_seconds = 0;

  std::uint64_t runs() const { return steps.count(); }
};

/// Carries the batches one after the other. Where switches combine, messages of one destination may merge.
RouteResult route(NamedSwitching& network, const RouteRequest& request);

/// A column of numbers, or of means, standard errors and largest ones. JSON: {version, network, traffic, terminals,
/// links, seed, runs, asked, steps: {mean, stderr, largest}, …, bounds: {distance, farthest, ports, bisection, best},
/// ratio, passes, conflict_free, interrupted, wall_seconds}.
Report route_report(const RouteResult& result);

}  // namespace pram::perf
