#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <pram/machines/collectives.hpp>
#include <pram/perf/finished_parts.hpp>
#include <pram/perf/link_use.hpp>
#include <pram/perf/report.hpp>
#include <pram/report/detail/value/field.hpp>

/// Algorithms of collectives: executed with real data, beside their formulas and lower bounds, and compared by formula
/// over numbers of words.
namespace pram::perf {

/// One operation on one network.
struct CollectiveRequest {
  CollectiveModel model;
  CollectiveTask task;
  std::vector<const CollectiveAlgorithm*> algorithms;  ///< those to execute, in order; each must fit
  /// Is called before every algorithm and at the end. If it returns false, the work stops.
  std::function<bool(std::uint64_t done, std::uint64_t of)> progress = {};
  FinishedParts* parts = nullptr;  ///< finished algorithms, and where new ones are kept; null: none is kept
  std::string name = {};           ///< the prefix of the names of its parts
  bool watch = false;              ///< note what the links carry, for collective_page()
};

/// The execution of one algorithm.
struct CollectiveRun {
  std::string algorithm;
  std::string source;  ///< paper and section
  CollectiveCost cost;
  double time = 0;  ///< steps τ + words / b
  CollectiveFormula formula;
  bool verified = false;  ///< every node has exactly the words that it should have
  /// What the links did; without links, what the senders did. None if it was not watched, or had too many transfers.
  std::optional<LinkUse> carried = std::nullopt;
};

/// The executions of a request. If progress() stopped it, `runs` has those that were done.
struct CollectiveResult {
  CollectiveModel model;
  CollectiveTask task;
  double lower_bound = 0;  ///< time that no algorithm can beat
  std::string best;        ///< the fastest algorithm by formula of all that fit; "" if none fits
  std::vector<CollectiveRun> runs;
  std::uint64_t asked = 0;  ///< algorithms that were to be executed
  bool interrupted = false;
  double wall_seconds = 0;

  bool sound() const;  ///< every run is verified; true without runs
};

/// The most bytes of the host that an execution takes: data before and after, expected data, and messages on their way.
/// If all algorithms that fit are run, an execution takes at least a sixth of that.
double collective_bytes(const CollectiveModel& model, const CollectiveTask& task);

/// Executes the algorithms one after the other and compares what every node has with what it should have.
CollectiveResult run_collectives(const CollectiveRequest& request);

/// A line for each algorithm. JSON: {version, operation, network, nodes, words, counts (where nodes have different
/// numbers of words), source, target, operator (of one that combines), ports, duplex, wormhole, startup, bandwidth,
/// modules, lower_bound, best, algorithms: [{name, source, steps, words, time, formula, exact, to_formula, to_bound,
/// verified}], asked, interrupted, carried, wall_seconds}; `carried`, one for each algorithm, where they were watched
Report collective_report(const CollectiveResult& result);

/// The same as a page: times beside formulas and the lower bound, and what each algorithm's links carried over its
/// steps.
Page collective_page(const CollectiveResult& result);

/// The result that such a report is of, from its JSON.
/// @throws Error that names the field that is missing or wrong
CollectiveResult read_collective(const Field& report);

/// Which algorithm is fastest by formula, over numbers of words and of nodes.
struct CrossoverRequest {
  std::vector<CollectiveModel> models;  ///< one for each number of nodes
  CollectiveTask task;                  ///< its words are replaced
  unsigned most_doublings = 30;         ///< words go from 1 to 2^this; at most 63
};

/// The numbers of words, from `first` to `last`, for which one algorithm is the fastest.
struct CrossoverRange {
  std::string algorithm;
  std::uint64_t first = 1;
  std::uint64_t last = 1;
  double time_first = 0;  ///< time by formula at `first`
  double time_last = 0;   ///< and at `last`
};

/// The fastest algorithms on one network.
struct CrossoverRow {
  std::string network;
  std::uint32_t nodes = 0;
  std::vector<CrossoverRange> ranges;  ///< ascending; numbers of words for which no algorithm fits are left out
};

struct Crossover {
  CollectiveModel model;  ///< the first network's; all networks share its ports, τ and b
  CollectiveOperation operation = CollectiveOperation::broadcast;
  unsigned most_doublings = 30;
  std::vector<CrossoverRow> rows;
};

/// Finds the fastest algorithm at every power of two. Where two neighbouring powers have different winners, halving
/// finds the last number of words at which the first one wins. An algorithm that wins only between the two is missed.
/// @throws ConfigError if most_doublings is above 63
Crossover collective_crossover(const CrossoverRequest& request);

/// A letter for each algorithm, by words and nodes; then the ranges. JSON: {version, operation, ports, duplex,
/// wormhole, startup, bandwidth, most_doublings, networks: [{network, nodes, ranges: [{algorithm, first, last,
/// time_first, time_last}]}]}
Report crossover_report(const Crossover& crossover);

/// The same as a page, with the ranges drawn over words and nodes.
Page crossover_page(const Crossover& crossover);

/// The comparison that such a report is of, from its JSON. Its model has no topology.
/// @throws Error that names the field that is missing or wrong
Crossover read_crossover(const Field& report);

}  // namespace pram::perf
