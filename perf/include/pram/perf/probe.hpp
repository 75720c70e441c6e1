#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <pram/perf/report.hpp>
#include <pram/perf/statistic.hpp>
#include <pram/report/detail/value/field.hpp>
#include <pram/spec.hpp>

/// The cost of random h-relations on a network, fitted as g h + l in its units of time. By g and l a network is
/// compared with the router, which charges max(q, r).
namespace pram::perf {

struct ProbeRequest {
  Spec network = "router";  ///< of networks()
  std::uint32_t components = 4096;
  std::vector<std::uint32_t> h = {1, 2, 4, 8, 16, 32};  ///< messages that each component sends and receives
  std::uint64_t runs = 10;                              ///< relations for each h
  std::uint64_t seed = 1;
  /// Is called before each relation with the numbers done and to do. If it returns false, the work stops.
  std::function<bool(std::uint64_t done, std::uint64_t of)> progress;
};

/// The relations of one h.
struct ProbePoint {
  std::uint32_t h = 0;
  Statistic charge;  ///< over the runs, in the network's units of time
};

struct Probe {
  std::string network;
  std::uint32_t components = 0;
  std::uint64_t seed = 1;
  std::uint64_t runs = 0;
  std::vector<ProbePoint> points;  ///< those with at least one run
  double g = 0;                    ///< slope of the least-squares line through the means; of one h, charge / h
  double l = 0;                    ///< the line's value at h = 0; 0 if all points have one h
  double deviation = 0;            ///< root of the mean square of the residuals
  bool interrupted = false;
  double wall_seconds = 0;

  double fitted(const ProbePoint& point) const { return g * point.h + l; }
};

/// Carries `runs` relations for each h, each of h random permutations, by the network's own carry().
/// @throws ConfigError for the network's name, h = 0, or a relation of more than most_messages messages
Probe probe(const ProbeRequest& request);

/// Fits g and l to the points, and finds the deviation. Without points it changes nothing.
void fit(Probe& probe);

/// A row for each h with mean, standard error, fit and residual. JSON: {version, network, components, seed, runs, g, l,
/// deviation, points: [{h, mean, stderr, runs, largest, fitted, residual}], interrupted, wall_seconds}.
Report probe_report(const Probe& probe);

/// The same as a page, with the line through what was measured.
Page probe_page(const Probe& probe);

/// The probe that such a report is of, from its JSON.
/// @throws Error that names the field that is missing or wrong
Probe read_probe(const Field& report);

}  // namespace pram::perf
