#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

#include <pram/machines/topology.hpp>

#include "measures.hpp"

namespace pram::perf::rcn_measures {

namespace {

constexpr std::uint32_t most_searched_from_all = 1024;
constexpr int sweeps = 6;  // searches for the diameter, each from a node that the last found farthest
constexpr std::uint32_t sampled_pairs = 1u << 18;  // where sources are sampled, so that time does not grow with N²

class LengthSum {
 public:
  void add(std::uint32_t length) {
    sum_ += length;
    ++count_;
    longest_ = std::max(longest_, length);
  }
  RcnLengths lengths() const { return {static_cast<double>(sum_) / static_cast<double>(count_), longest_}; }

 private:
  std::uint64_t sum_ = 0;
  std::uint64_t count_ = 0;
  std::uint32_t longest_ = 0;
};

std::vector<std::uint32_t> sources_of(std::uint32_t nodes) {
  std::vector<std::uint32_t> sources(nodes);
  std::iota(sources.begin(), sources.end(), 0U);
  if (nodes <= most_searched_from_all) return sources;
  std::mt19937_64 random(1);
  for (std::uint32_t& source : sources) source = static_cast<std::uint32_t>(random() % nodes);
  sources.resize(sampled_pairs / nodes + 1);
  return sources;
}

/// The distance of every node from the source, by breadth-first search.
std::vector<std::uint32_t> distances(const Topology& network, std::uint32_t source) {
  std::vector<std::uint32_t> distance(network.nodes(), no_node);
  std::vector<std::uint32_t> queue = {source};
  distance[source] = 0;
  for (std::size_t next = 0; next < queue.size(); ++next) {
    for (std::uint32_t port = 0; port < network.ports(); ++port) {
      const std::uint32_t to = network.neighbour(queue[next], port);
      if (to == no_node || distance[to] != no_node) continue;
      distance[to] = distance[queue[next]] + 1;
      queue.push_back(to);
    }
  }
  return distance;
}

/// Hops of Algorithm 1's route, along the links.
std::uint32_t hops_between(const Topology& network, std::uint32_t node, std::uint32_t destination) {
  std::uint32_t hops = 0;
  while (node != destination) {
    const Leg leg = network.next_leg(node, destination);
    for (std::uint32_t hop = 0; hop < leg.hops; ++hop) node = network.neighbour(node, leg.port);
    hops += leg.hops;
  }
  return hops;
}

/// Algorithm 2 of the paper, along the links: over the transpose link, inside that row, over the transpose link, inside
/// the destination's row; a link from a node to itself is skipped. Inside rows, and in the row that both share,
/// Algorithm 1.
class Spreading {
 public:
  Spreading(const Topology& network, std::uint32_t levels)
      : network_(network),
        transpose_(network.ports() - 1),
        side_(levels == 0 ? network.nodes() : static_cast<std::uint32_t>(std::lround(std::sqrt(network.nodes())))) {}

  /// Hops of a route as its four steps have it.
  std::uint32_t walk(std::uint32_t from, std::uint32_t to) const {
    if (from / side_ == to / side_) return hops_between(network_, from, to);
    std::uint32_t hops = 0;
    std::uint32_t node = crossed(from, hops);
    const std::uint32_t link = node / side_ * side_ + to / side_;  // from the row that it is in to the destination's
    hops += hops_between(network_, node, link);
    node = crossed(link, hops);
    return hops + hops_between(network_, node, to);
  }

  /// The same, going on from its first stop as Algorithm 1 does: what switching techniques do (routing=spread).
  std::uint32_t walk_cut_short(std::uint32_t from, std::uint32_t to) const {
    const std::uint32_t stop = network_.spreading_stop(from, to);
    const std::uint32_t onwards = hops_between(network_, stop == to ? from : stop, to);
    return stop == to ? onwards : 1 + onwards;
  }

 private:
  std::uint32_t crossed(std::uint32_t node, std::uint32_t& hops) const {
    const std::uint32_t next = network_.neighbour(node, transpose_);
    hops += next != no_node ? 1 : 0;
    return next != no_node ? next : node;
  }

  const Topology& network_;
  std::uint32_t transpose_;  // the port of the highest level
  std::uint32_t side_;
};

/// A lower bound of the diameter, found from a few nodes.
std::uint32_t swept(const Topology& network, std::uint32_t source) {
  std::uint32_t longest = 0;
  for (int sweep = 0; sweep < sweeps; ++sweep) {
    const std::vector<std::uint32_t> distance = distances(network, source);
    const auto farthest = std::ranges::max_element(distance);
    longest = std::max(longest, *farthest);
    source = static_cast<std::uint32_t>(farthest - distance.begin());
  }
  return longest;
}

}  // namespace

RcnProperties properties(const RcnShape& shape) {
  const auto network = make_topology(shape.network());
  const TopologyProperties formula = network->properties();
  RcnProperties all;
  all.shape = shape;
  all.nodes = network->nodes();
  all.degree_formula = shape.atom + shape.levels - 1;
  all.diameter_formula = (2u << shape.levels) - 1;
  all.longest_formula_2 = 2u << shape.levels;
  all.links_formula = formula.links;
  all.mean_formula = formula.average_distance;
  for (std::uint32_t node = 0; node < all.nodes; ++node) {
    std::uint32_t degree = 0;
    for (std::uint32_t port = 0; port < network->ports(); ++port)
      degree += network->neighbour(node, port) != no_node ? 1 : 0;
    all.largest_degree = std::max(all.largest_degree, degree);
    all.links += degree;
  }
  all.links /= 2;  // each was met at both ends

  LengthSum found;
  LengthSum first;
  LengthSum second;
  LengthSum cut_short;
  const Spreading spreading(*network, shape.levels);
  const std::vector<std::uint32_t> sources = sources_of(all.nodes);
  for (const std::uint32_t from : sources) {
    for (const std::uint32_t distance : distances(*network, from)) found.add(distance);
    for (std::uint32_t to = 0; to < all.nodes; ++to) {
      first.add(hops_between(*network, from, to));
      second.add(spreading.walk(from, to));
      cut_short.add(spreading.walk_cut_short(from, to));
    }
  }
  all.sources = static_cast<std::uint32_t>(sources.size());
  all.distance = found.lengths();
  if (all.sources < all.nodes) all.distance.longest = std::max(all.distance.longest, swept(*network, sources.back()));
  all.algorithm_1 = first.lengths();
  all.algorithm_2 = second.lengths();
  all.cut_short = cut_short.lengths();
  return all;
}

}  // namespace pram::perf::rcn_measures
