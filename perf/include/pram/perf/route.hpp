#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <pram/machines/detail/named_switching.hpp>
#include <pram/machines/patterns.hpp>
#include <pram/perf/link_use.hpp>
#include <pram/perf/report.hpp>
#include <pram/perf/statistic.hpp>
#include <pram/report/detail/value/field.hpp>

/// Explicit traffic on a network, carried until every message has arrived, beside lower bounds of the steps.
namespace pram::perf {

struct RouteRequest {
  std::string traffic;  ///< its name, for reports
  /// @returns the messages of a run
  std::function<Batch(std::uint64_t run)> batch;
  std::uint64_t runs = 1;
  std::uint64_t seed = 1;  ///< for reports
  bool watch = false;      ///< note what the links of the first run do, for route_page()
  /// Is called before each run with the numbers of runs done and to do. If it returns false, the work stops.
  std::function<bool(std::uint64_t done, std::uint64_t of)> progress;
};

/// The most crossings of links in a run that is watched.
inline constexpr std::uint64_t most_watched_hops = 1U << 24;

/// The measures of all runs. Times are in steps of the network; utilisations are shares of the steps.
struct RouteResult {
  std::string network;
  std::string traffic;
  std::uint64_t terminals = 0;
  std::uint64_t links = 0;  ///< the two directions of a wire are two links
  std::uint64_t seed = 1;
  std::uint64_t asked = 0;  ///< runs that were to be made
  Statistic steps;
  Statistic messages;
  Statistic hops;
  Statistic latency;              ///< mean step of arrival; messages to their own node do not count
  Statistic merged;               ///< messages that merged with others
  Statistic largest_queue;        ///< most messages that wait for one link at a time, with the one that crosses it
  Statistic largest_utilisation;  ///< of the busiest link
  Statistic mean_utilisation;     ///< over all links
  Statistic distance;             ///< this and the next four are the bounds of LowerBounds
  Statistic farthest;
  Statistic ports;
  Statistic bisection;
  Statistic best;
  Statistic ratio;                    ///< steps over the best bound; runs without a bound left out
  bool combines = false;              ///< messages may merge
  bool multistage = false;            ///< wires have one direction, and permutations are tested for passing at once
  Statistic passes;                   ///< of the runs that were permutations, by first fit; empty where not multistage
  std::uint64_t conflict_free = 0;    ///< runs whose permutation passed at once
  std::optional<LinkUse> first = {};  ///< of the first run; none if it was not watched, or had too many hops
  bool interrupted = false;
  double wall_seconds = 0;

  std::uint64_t runs() const { return steps.count(); }
};

/// Carries the batches one after the other. Where switches combine, messages of one destination may merge.
RouteResult route(NamedSwitching& network, const RouteRequest& request);

/// A column of numbers, or of means, standard errors and largest ones. JSON: {version, network, traffic, terminals,
/// links, seed, runs, asked, combines, steps: {mean, stderr, largest}, …, bounds: {distance, farthest, ports,
/// bisection, best}, ratio, passes, permutations, conflict_free, interrupted, first_run, wall_seconds}; `first_run`
/// where it was watched.
Report route_report(const RouteResult& result);

/// The result that such a report is of, from its JSON.
/// @throws Error that names the field that is missing or wrong
RouteResult read_route(const Field& report);

/// The same as a page, with the network and its links over time as the first run had them.
Page route_page(const RouteResult& result);

}  // namespace pram::perf
