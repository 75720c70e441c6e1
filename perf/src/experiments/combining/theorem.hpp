#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <pram/perf/finished_parts.hpp>
#include <pram/perf/report.hpp>
#include <pram/perf/statistic.hpp>

/// The theorem of TR-24-92, measured. For every ε, δ > 0 and m >= 1 + floor(1 / ε), any pattern in which a component
/// makes at most q = p^ε requests is charged at most (1 + δ) m p^ε, except with a probability that falls as p grows.
namespace pram::perf {

struct TheoremRequest {
  double epsilon = 0.5;
  double delta = 0.5;
  std::uint32_t phases = 3;               ///< m
  std::uint32_t most_components = 16384;  ///< p runs over the powers of four from 64 on
  std::uint64_t runs = 40;
  std::uint64_t seed = 1;
  /// Is called now and then with the numbers of runs done and to do. If it returns false, the work stops.
  std::function<bool(std::uint64_t done, std::uint64_t of)> progress;
  FinishedParts* parts = nullptr;  ///< finished measurements, and where new ones are kept; null: none is kept
};

/// The numbers of components that are measured, ascending.
std::vector<std::uint32_t> theorem_sizes(const TheoremRequest& request);

/// A basis of m powers of two that are as equal as possible, the larger ones first.
std::vector<std::uint32_t> even_basis(std::uint32_t components, std::uint32_t phases);

/// One machine size and spreading, every component making floor(p^ε) requests in groups of one degree.
struct TheoremRow {
  std::uint32_t components = 0;  ///< p
  std::uint32_t requests = 0;    ///< q
  std::string basis;             ///< "16,16,16"
  std::string spread;            ///< "random" or "modular"
  std::uint64_t degree = 0;      ///< 1, q or p
  double bound = 0;              ///< (1 + δ) m p^ε
  Statistic charge;
  std::uint64_t above = 0;  ///< runs that were charged more than the bound

  double share() const {
    return charge.count() == 0 ? 0 : static_cast<double>(above) / static_cast<double>(charge.count());
  }
};

struct TheoremTable {
  TheoremRequest request;
  std::vector<TheoremRow> rows;
};

/// Measures all rows. If progress() stopped it, rows have fewer runs, or none.
/// @throws ConfigError for m < 1 + floor(1 / ε)
TheoremTable theorem_table(const TheoremRequest& request);

/// JSON: {version, epsilon, delta, phases, runs, seed, rows: [{components, requests, basis, spread, degree, bound,
/// charge: {mean, error, largest}, of_bound, above, share}], interrupted, wall_seconds}; of_bound is the mean charge
/// over the bound, share the share of runs above it.
Report theorem_report(const TheoremTable& table);

}  // namespace pram::perf
