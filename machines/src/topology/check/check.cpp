#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include <pram/network/poll.hpp>

#include "checked_topology.hpp"

namespace pram {

namespace {

using detail::LinkTable;

// Neighbours of a node among which one is looked for that leads back, over all nodes.
constexpr std::uint64_t most_looks = std::uint64_t{1} << 32;

/// Goes through a topology, and throws what it finds wrong.
class TopologyTrial {
 public:
  TopologyTrial(const Topology& topology, std::uint64_t most_pairs)
      : topology_(topology), links_(topology), most_pairs_(most_pairs) {}

  TopologyCheck run() {
    detail::check_shape(topology_.shape(), links_);
    check_links();
    check_counts();
    walk_routes();
    check_distances();
    return made_;
  }

 private:
  [[noreturn]] void refuse(TopologyError::Facts facts, const std::string& breach) const {
    facts.topology = links_.name();
    throw TopologyError(std::move(facts), breach);
  }

  /// Every link of both directions has another end, and is the same when it is asked for again.
  void check_links() {
    const std::uint32_t ports = links_.ports();
    const bool looks_back =
        links_.two_way() && std::uint64_t{links_.nodes()} * ports * std::uint64_t{ports} <= most_looks;
    for (std::uint32_t node = 0; node < links_.nodes(); ++node) {
      poller_.work(ports);
      for (std::uint32_t port = 0; port < ports; ++port) {
        const std::uint32_t next = links_.neighbour(node, port);
        if (const std::uint32_t again = topology_.neighbour(node, port); again != next) {
          refuse({{}, node, port},
                 fmt::format("neighbour({}, {}) is {}, and then {}: it must depend on nothing but its "
                             "arguments",
                             node, port, shown(next), shown(again)));
        }
        if (next == no_node) continue;
        ++made_.links;
        if (looks_back && !leads_to(next, node)) {
          refuse({{}, node, port, next},
                 fmt::format("port {} of node {} leads to node {}, and no port of node {} leads back; where wires have "
                             "one direction, two_way() is false",
                             port, node, next, next));
        }
      }
    }
  }

  static std::string shown(std::uint32_t node) { return node == no_node ? "no_node" : std::to_string(node); }

  bool leads_to(std::uint32_t node, std::uint32_t other) const {
    for (std::uint32_t port = 0; port < links_.ports(); ++port) {
      if (links_.neighbour(node, port) == other) return true;
    }
    return false;
  }

  /// The properties that are counts say what there is.
  void check_counts() const {
    const TopologyProperties said = topology_.properties();
    const TopologyProperties counted = links_.properties();
    const auto compare = [this](const char* what, std::uint64_t one, std::uint64_t other) {
      if (one != other) refuse({}, fmt::format("properties().{} is {}, and there are {}", what, one, other));
    };
    compare("nodes", said.nodes, counted.nodes);
    compare("links", said.links, counted.links);
    compare("largest_degree", said.largest_degree, counted.largest_degree);
    compare("smallest_degree", said.smallest_degree, counted.smallest_degree);
  }

  void walk_routes() {
    const std::uint32_t terminals = links_.terminals();
    const auto sources = static_cast<std::uint32_t>(std::clamp<std::uint64_t>(most_pairs_ / terminals, 1, terminals));
    made_.all_pairs = sources == terminals;
    for (std::uint32_t k = 0; k < sources; ++k) {
      const auto from = static_cast<std::uint32_t>(std::uint64_t{k} * terminals / sources);
      find_distances(from);
      for (std::uint32_t to = 0; to < terminals; ++to) {
        if (distance_[to] == unreached && !topology_.reaches(from, to)) {
          ++unreachable_;
          continue;
        }
        walk(from, to);
        ++made_.pairs;
      }
    }
  }

  void walk(std::uint32_t from, std::uint32_t to) {
    if (!topology_.reaches(from, to)) {
      refuse({{}, from, no_node, to},
             fmt::format("reaches({}, {}) is false, and a path of {} links leads there", from, to, distance_[to]));
    }
    const std::uint32_t hops = links_.walk(from, to);
    poller_.work(hops + 1);
    made_.longest_route = std::max(made_.longest_route, hops);
    const std::uint32_t distance = topology_.distance(from, to);
    if (distance != distance_[to]) {
      refuse({{}, from, no_node, to}, fmt::format("distance({}, {}) is {}, and the shortest path has {} links", from,
                                                  to, distance, distance_[to]));
    }
    farthest_ = std::max(farthest_, distance);
    distances_ += distance;
    links_.in_terminals(topology_.spreading_stop(from, to), from, to);
    for (std::uint32_t at = from; at != to;) {
      const Leg leg = topology_.next_leg(at, to);
      for (std::uint32_t hop = 0; hop < leg.hops && at != no_node; ++hop) {
        links_.in_classes(topology_.channel_class(at, leg.port, to), at, leg.port, to);
        at = links_.neighbour(at, leg.port);
      }
    }
  }

  /// Shortest paths from a terminal. Where terminals do not pass messages on, none passes through another terminal.
  void find_distances(std::uint32_t from) {
    const bool switches = !topology_.terminals_pass_on();
    distance_.assign(links_.nodes(), unreached);
    std::vector<std::uint32_t> queue{from};
    distance_[from] = 0;
    for (std::size_t first = 0; first < queue.size(); ++first) {
      const std::uint32_t node = queue[first];
      if (switches && node < links_.terminals() && node != from) continue;
      poller_.work(links_.ports());
      for (std::uint32_t port = 0; port < links_.ports(); ++port) {
        const std::uint32_t next = links_.neighbour(node, port);
        if (next == no_node || distance_[next] != unreached) continue;
        distance_[next] = distance_[node] + 1;
        queue.push_back(next);
      }
    }
  }

  void check_distances() const {
    if (!made_.all_pairs) return;
    const TopologyProperties said = topology_.properties();
    if (said.unreachable_pairs != unreachable_) {
      refuse({}, fmt::format("properties().unreachable_pairs is {}, and there are {}", said.unreachable_pairs,
                             unreachable_));
    }
    if (said.diameter != farthest_) {
      refuse({}, fmt::format("properties().diameter is {}, and the farthest terminals are {} links apart",
                             said.diameter, farthest_));
    }
    const double mean = static_cast<double>(distances_) / static_cast<double>(made_.pairs);
    if (said.average_distance && !(std::abs(*said.average_distance - mean) <= 1e-9 * (mean + 1))) {
      refuse({}, fmt::format("properties().average_distance is {}, and the mean is {}", *said.average_distance, mean));
    }
  }

  static constexpr std::uint32_t unreached = std::numeric_limits<std::uint32_t>::max();

  const Topology& topology_;
  LinkTable links_;
  std::uint64_t most_pairs_;
  TopologyCheck made_;
  std::vector<std::uint32_t> distance_;  // from the source under way, by node
  std::uint32_t farthest_ = 0;
  std::uint64_t distances_ = 0;  // added up over all pairs
  std::uint64_t unreachable_ = 0;
  Poller poller_;
};

}  // namespace

TopologyCheck check(const Topology& topology, std::uint64_t most_pairs) {
  return TopologyTrial(topology, most_pairs).run();
}

}  // namespace pram
