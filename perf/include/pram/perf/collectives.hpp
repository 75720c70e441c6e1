#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <pram/machines/collectives.hpp>
#include <pram/perf/finished_parts.hpp>
#include <pram/perf/report.hpp>

/// Algorithms of collectives, executed with real data beside their formulas and lower bounds; and which of them is
/// fastest for how many words.
namespace pram::perf {

/// One operation on one network.
struct CollectiveRequest {
  CollectiveModel model;
  CollectiveTask task;
  std::vector<const CollectiveAlgorithm*> algorithms;  ///< those to execute, in order; each must fit
  /// Is called before every algorithm and at the end. If it returns false, the work stops.
  std::function<bool(std::uint64_t done, std::uint64_t of)> progress = {};
  FinishedParts* parts = nullptr;  ///< those that are done, and where to keep what gets done; null: none
  std::string name = {};           ///< what the names of its parts begin with
};

/// One algorithm, executed.
struct CollectiveRun {
  std::string algorithm;
  std::string source;  ///< paper and section
  CollectiveCost cost;
  double time = 0;  ///< steps τ + words / b
  CollectiveFormula formula;
  bool verified = false;  ///< every node has exactly the words that it should have
};

struct CollectiveResult {
  CollectiveModel model;
  CollectiveTask task;
  double lower_bound = 0;  ///< time that no algorithm can beat
  std::string best;        ///< by formula, of all that fit; "" if none does
  std::vector<CollectiveRun> runs;
  std::uint64_t asked = 0;
  bool interrupted = false;
  double wall_seconds = 0;

  bool sound() const;  ///< all verified
};

/// The most bytes that an execution takes on the host: data before and after, expected data, and messages on their way.
/// If all algorithms that fit are run, an execution takes at least a sixth of that.
double collective_bytes(const CollectiveModel& model, const CollectiveTask& task);

CollectiveResult run_collectives(const CollectiveRequest& request);

/// A line for each algorithm. JSON: {version, operation, network, nodes, words, source, target, ports, duplex, startup,
/// bandwidth, modules, lower_bound, best, algorithms: [{name, source, steps, words, time, formula, exact, to_formula,
/// to_bound, verified}], asked, interrupted, wall_seconds}
Report collective_report(const CollectiveResult& result);

/// Which algorithm is fastest by formula, over numbers of words and of nodes.
struct CrossoverRequest {
  std::vector<CollectiveModel> models;  ///< one a number of nodes
  CollectiveTask task;                  ///< its words are replaced
  unsigned most_doublings = 30;         ///< words from 1 to 2^this
};

/// One algorithm is the fastest from so many words to so many.
struct CrossoverRange {
  std::string algorithm;
  std::uint64_t first = 1;
  std::uint64_t last = 1;
  double time_first = 0;  ///< by formula, at both ends
  double time_last = 0;
};

/// On one network.
struct CrossoverRow {
  std::string network;
  std::uint32_t nodes = 0;
  std::vector<CrossoverRange> ranges;  ///< ascending; words for which no algorithm fits are left out
};

struct Crossover {
  CollectiveModel model;  ///< of the first network: ports, τ and b, which all share
  Collective operation = Collective::broadcast;
  unsigned most_doublings = 30;
  std::vector<CrossoverRow> rows;
};

/// Between two powers of two of which the winners differ, the last number of words for the first is found by halving; a
/// third that wins only between the two is missed.
Crossover collective_crossover(const CrossoverRequest& request);

/// A letter for each algorithm, by words and nodes; then the ranges. JSON: {version, operation, ports, duplex, startup,
/// bandwidth, networks: [{network, nodes, ranges: [{algorithm, first, last, time_first, time_last}]}]}
Report crossover_report(const Crossover& crossover);

}  // namespace pram::perf
