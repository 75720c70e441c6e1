#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <pram/perf/network_crossover.hpp>
#include <pram/perf/report.hpp>

/// Saad's and Schultz's six architectures side by side by formula, and where the cheapest one changes.
namespace pram::perf {

/// A point (N, k), and what a step costs.
struct SideBySideRequest {
  std::uint64_t words = 4096;       ///< N where the nodes vary
  std::uint32_t nodes = 64;         ///< k where the words vary, a power of four
  double startup = 100;             ///< τ
  double bandwidth = 1;             ///< b
  std::uint32_t modules = 8;        ///< k* of shared memory; all nodes where there are fewer
  std::uint32_t most_nodes = 1024;  ///< k runs over the powers of four from 4 to this
  /// Is called before each operation and number of nodes. If it returns false, the work stops.
  std::function<bool(std::uint64_t done, std::uint64_t of)> progress = {};
};

/// An operation of some words on some nodes, on one of the architectures.
struct ArchitectureTime {
  Collective operation = Collective::broadcast;
  std::uint32_t nodes = 0;
  std::uint64_t words = 0;
  std::string architecture;  ///< "grid"
  std::string network;       ///< "torus:8x8"
  NetworkTime formula;       ///< of the fastest algorithm
};

struct SideBySide {
  SideBySideRequest request;
  std::vector<ArchitectureTime> over_words;  ///< at `nodes`: powers of 16, and `words`
  std::vector<ArchitectureTime> over_nodes;  ///< at `words`: powers of four
  std::vector<NetworkCrossover> crossovers;  ///< of each operation, over words, for each power of four
};

/// If progress() stopped the work, what is done stands in the result.
SideBySide side_by_side(const SideBySideRequest& request);

/// Adds it to a report. JSON: side_by_side: {words, nodes, startup, bandwidth, modules}, over_words, over_nodes:
/// [{operation, nodes, words, architecture, network, algorithm, time, cheapest}], crossovers: [{operation, nodes,
/// architecture, first, last, algorithm_first, algorithm_last, time_first, time_last}]
void add_side_by_side(Report& report, const SideBySide& result);

}  // namespace pram::perf
