#include <pram/perf/network_crossover.hpp>

#include <algorithm>
#include <limits>
#include <string>
#include <utility>

#include <pram/error.hpp>

namespace pram::perf {

namespace {

constexpr unsigned most_network_doublings = 63;
constexpr double equal_times = 1 + 1e-9;  // formulas of one value may be rounded differently

/// Who wins at which numbers of words, in ranges that follow each other.
class NetworkContest {
 public:
  NetworkContest(const std::vector<ComparedNetwork>& networks, CollectiveTask task)
      : networks_(networks), task_(task) {}

  std::vector<CheapestRange> ranges(unsigned most_doublings) {
    std::size_t at_first = cheapest(1);
    stretches_.assign(1, {at_first, 1, 1});
    for (unsigned doubling = 0; doubling < most_doublings; ++doubling) {
      const std::uint64_t last = std::uint64_t{2} << doubling;
      const std::size_t at_last = cheapest(last);
      between(last / 2, at_first, last, at_last);
      at_first = at_last;
    }
    std::vector<CheapestRange> all;
    for (const Stretch& one : stretches_) {
      if (one.winner == networks_.size()) continue;
      NetworkTime first = times(one.first)[one.winner];
      NetworkTime last = times(one.last)[one.winner];
      all.push_back({networks_[one.winner].name, one.first, one.last, std::move(first.algorithm),
                     std::move(last.algorithm), first.time, last.time});
    }
    return all;
  }

 private:
  struct Stretch {
    std::size_t winner;
    std::uint64_t first;
    std::uint64_t last;
  };

  std::vector<NetworkTime> times(std::uint64_t words) {
    task_.words = words;
    return network_times(networks_, task_);
  }

  /// The number of the cheapest network; that of all networks if no algorithm fits on any.
  std::size_t cheapest(std::uint64_t words) {
    const std::vector<NetworkTime> all = times(words);
    return static_cast<std::size_t>(std::ranges::find(all, true, &NetworkTime::cheapest) - all.begin());
  }

  /// Adds the stretches behind `first`, up to `last`.
  void between(std::uint64_t first, std::size_t at_first, std::uint64_t last, std::size_t at_last) {
    if (at_first == at_last) {
      stretches_.back().last = last;
    } else if (last - first == 1) {
      stretches_.push_back({at_last, last, last});
    } else {
      const std::uint64_t middle = first + (last - first) / 2;
      const std::size_t at_middle = cheapest(middle);
      between(first, at_first, middle, at_middle);
      between(middle, at_middle, last, at_last);
    }
  }

  const std::vector<ComparedNetwork>& networks_;
  CollectiveTask task_;
  std::vector<Stretch> stretches_;
};

}  // namespace

std::vector<NetworkTime> network_times(const std::vector<ComparedNetwork>& networks, const CollectiveTask& task) {
  std::vector<NetworkTime> times;
  double least = std::numeric_limits<double>::infinity();
  for (const ComparedNetwork& network : networks) {
    CollectiveTask own = task;
    own.target = network.target.value_or(task.target);
    NetworkTime& one = times.emplace_back();
    const CollectiveAlgorithm* const algorithm = best_algorithm(network.model, own);
    if (algorithm == nullptr) continue;
    one.algorithm = algorithm->name;
    one.time = algorithm->formula(network.model, own).time;
    least = std::min(least, one.time);
  }
  for (NetworkTime& one : times) one.cheapest = !one.algorithm.empty() && one.time <= least * equal_times;
  return times;
}

NetworkCrossover network_crossover(const NetworkCrossoverRequest& request) {
  if (request.most_doublings > most_network_doublings) {
    throw ConfigError("most_doublings", std::to_string(request.most_doublings),
                      "at most " + std::to_string(most_network_doublings) + ": words are counted with 64 bits");
  }
  NetworkCrossover crossover{request.task.operation, request.most_doublings, {}};
  for (const std::vector<ComparedNetwork>& networks : request.rows) {
    const std::uint32_t nodes = networks.empty() ? 0 : networks.front().model.nodes;
    NetworkContest contest(networks, request.task);
    crossover.rows.push_back({nodes, networks, contest.ranges(request.most_doublings)});
  }
  return crossover;
}

}  // namespace pram::perf
