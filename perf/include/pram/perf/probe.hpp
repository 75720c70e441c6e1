#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <pram/perf/report.hpp>
#include <pram/perf/statistic.hpp>
#include <pram/spec.hpp>

/// The cost of random h-relations on a network, fitted as g h + l in its units of time. With it a network stands beside
/// the router, which charges max(q, r).
namespace pram::perf {

struct ProbeRequest {
  Spec network = "router";  ///< of networks()
  std::uint32_t components = 4096;
  std::vector<std::uint32_t> h = {1, 2, 4, 8, 16, 32};
  std::uint64_t runs = 10;
  std::uint64_t seed = 1;
  /// Is called before each relation with the numbers done and to do. If it returns false, the work stops.
  std::function<bool(std::uint64_t done, std::uint64_t of)> progress;
};

struct ProbePoint {
  std::uint32_t h = 0;
  Statistic charge;  ///< over the runs
};

struct Probe {
  std::string network;
  std::uint32_t components = 0;
  std::uint64_t seed = 1;
  std::uint64_t runs = 0;
  std::vector<ProbePoint> points;  ///< only those that have a run
  double g = 0;                    ///< slope of the least-squares line through the points' means
  double l = 0;                    ///< its value at h = 0; one point alone gives 0
  double deviation = 0;            ///< root of the mean square of the residuals
  bool interrupted = false;
  double wall_seconds = 0;

  double fitted(const ProbePoint& point) const { return g * point.h + l; }
};

/// Carries `runs` relations for each h, each of h random permutations, by the network's own carry().
/// @throws ConfigError for the network's name, and relations beyond most_messages
Probe probe(const ProbeRequest& request);

/// Fits g and l to the points, and finds the deviation.
void fit(Probe& probe);

/// A row for each h with mean, standard error, fit and residual. JSON: {version, network, components, seed, runs, g, l,
/// deviation, points: [{h, mean, stderr, largest, fitted, residual}], interrupted, wall_seconds}.
Report probe_report(const Probe& probe);

}  // namespace pram::perf
