#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <pram/perf/report.hpp>
#include <pram/perf/statistic.hpp>

/// What Ranade's emulation (JCSS 42, 1991) takes: steps and queues over rows, requests and buffers.
namespace pram::perf {

struct RanadeTableRequest {
  std::uint64_t most_rows = 1024;
  std::uint64_t runs = 10;
  std::uint64_t seed = 1;
  /// Is called now and then with the numbers of rows of the table done and to do. If it returns false, the work stops.
  std::function<bool(std::uint64_t done, std::uint64_t of)> progress = {};
};

/// Accesses to distinct cells, whose homes are drawn.
struct RanadeRow {
  std::uint64_t rows = 0;      ///< N, of the butterfly
  std::uint64_t requests = 0;  ///< of each processor
  std::uint64_t buffers = 0;   ///< B
  Statistic steps = {};        ///< one way
  std::uint64_t fewest = 0;    ///< steps
  Statistic last = {};         ///< steps where the bit settled last counts most in the keys
  std::uint64_t largest_queue = 0;
  Statistic ghosts = {};  ///< for each link that a request crossed

  double of_logarithm() const;  ///< mean steps over log2 N
};

/// All processors ask for one cell, once each.
struct RanadeHotRow {
  std::uint64_t rows = 0;
  std::uint64_t steps = 0;
  std::uint64_t merges = 0;
  std::uint64_t crossings = 0;
  std::uint64_t unmerged = 0;  ///< steps where nothing merges
};

struct RanadeTables {
  RanadeTableRequest request;
  std::vector<RanadeRow> distinct;
  std::vector<RanadeHotRow> one_cell;
};

/// Measures. If progress() stopped it, the rows are those that are done.
RanadeTables ranade_tables(const RanadeTableRequest& request);

/// JSON: {version, runs, seed, distinct: [{rows, requests, buffers, steps: {mean, error, fewest, largest},
/// of_logarithm, largest_queue, ghosts}], one_cell: [{rows, steps, merges, crossings, unmerged}], interrupted,
/// wall_seconds}.
Report ranade_report(const RanadeTables& tables);

}  // namespace pram::perf
