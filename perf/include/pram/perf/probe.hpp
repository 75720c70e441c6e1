#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <pram/perf/report.hpp>
#include <pram/perf/statistic.hpp>
#include <pram/spec.hpp>

/// What a random h-relation costs on a network, as g h + l: so that a real network can be set against the router, which
/// is charged max(q, r).
namespace pram::perf {

struct ProbeRequest {
  Spec network = "router";  ///< of networks()
  std::uint32_t components = 4096;
  std::vector<std::uint32_t> h = {1, 2, 4, 8, 16, 32};
  std::uint64_t runs = 10;
  std::uint64_t seed = 1;
  /// Called before each relation with those done and to do; returning false stops the work.
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
  std::vector<ProbePoint> points;  ///< those of at least one run
  double g = 0;                    ///< least squares over the points' means; for one point l = 0
  double l = 0;
  double deviation = 0;  ///< root of the residuals' mean square
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
