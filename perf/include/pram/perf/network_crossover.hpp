#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <pram/machines/collectives.hpp>

/// Networks compared by formula: which of them moves data in the least time, over numbers of words.
namespace pram::perf {

/// A network that is compared with others.
struct ComparedNetwork {
  std::string name;  ///< for people: "ring", also where the model is of ring:64
  CollectiveModel model;
  std::optional<std::uint32_t> target = std::nullopt;  ///< the node that receives, where it is not the task's
};

/// The time of a task on one of the networks, by formula.
struct NetworkTime {
  std::string algorithm;  ///< the fastest one there; "" if none fits
  double time = 0;
  bool cheapest = false;  ///< no network takes less; of times that differ by a part in 10^9 both are the least
};

/// The fastest algorithm's time of a task on each of the networks.
std::vector<NetworkTime> network_times(const std::vector<ComparedNetwork>& networks, const CollectiveTask& task);

struct NetworkCrossoverRequest {
  std::vector<std::vector<ComparedNetwork>> rows;  ///< of each number of nodes, the networks that are compared
  CollectiveTask task;                             ///< its words are replaced
  unsigned most_doublings = 30;                    ///< words go from 1 to 2^this; at most 63
};

/// The numbers of words, from `first` to `last`, for which one network is the cheapest. Its fastest algorithm need not
/// be the same all the way.
struct CheapestRange {
  std::string network;
  std::uint64_t first = 1;
  std::uint64_t last = 1;
  std::string algorithm_first;  ///< the fastest one at `first`
  std::string algorithm_last;   ///< and at `last`
  double time_first = 0;        ///< time by formula at `first`
  double time_last = 0;         ///< and at `last`
};

/// The cheapest networks of one number of nodes.
struct NetworkCrossoverRow {
  std::uint32_t nodes = 0;
  std::vector<ComparedNetwork> networks;
  std::vector<CheapestRange> ranges;  ///< ascending; numbers of words for which no algorithm fits are left out
};

struct NetworkCrossover {
  CollectiveOperation operation = CollectiveOperation::broadcast;
  unsigned most_doublings = 30;
  std::vector<NetworkCrossoverRow> rows;
};

/// Finds the cheapest network at every power of two; of equals it is the first one. Where two neighbouring powers have
/// different winners, halving finds who wins between. A network that wins only between two that another one wins is
/// missed.
/// @throws ConfigError if most_doublings is above 63
NetworkCrossover network_crossover(const NetworkCrossoverRequest& request);

}  // namespace pram::perf
