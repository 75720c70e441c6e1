#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include <pram/machines/detail/topology_survey.hpp>
#include <pram/network/poll.hpp>

#include "cuts.hpp"

namespace pram {

namespace {

constexpr std::uint64_t most_links = 1 << 25;                  // that are listed
constexpr std::uint64_t most_visits = std::uint64_t{1} << 31;  // of links, in searches from all terminals

/// Distances from all terminals, and what each link carries if every terminal sends a message to every other, in equal
/// shares over all shortest paths (Brandes 2001).
class Distances {
 public:
  explicit Distances(const SurveyGraph& graph)
      : graph_(graph), hops_(graph.nodes()), paths_(graph.nodes()), carried_(graph.nodes()), load_(graph.links(), 0) {
    Poller poller;
    for (std::uint32_t from = 0; from < graph.terminals(); ++from) {
      poller.work(2 * graph.links());
      search(from);
      share_out(from);
    }
  }

  std::uint64_t sum() const { return sum_; }
  /// Of the busiest link.
  double largest_load() const { return *std::ranges::max_element(load_); }

 private:
  bool passes(std::uint32_t node, std::uint32_t from) const {
    return graph_.terminals_pass_on() || node >= graph_.terminals() || node == from;
  }

  void search(std::uint32_t from) {
    std::ranges::fill(hops_, no_node);
    std::ranges::fill(paths_, 0.0);
    order_.assign(1, from);
    hops_[from] = 0;
    paths_[from] = 1;
    for (std::size_t head = 0; head < order_.size(); ++head) {
      const std::uint32_t node = order_[head];
      if (node < graph_.terminals()) sum_ += hops_[node];
      if (!passes(node, from)) continue;
      for (const std::uint32_t next : graph_.next(node)) {
        if (hops_[next] == no_node) {
          hops_[next] = hops_[node] + 1;
          order_.push_back(next);
        }
        if (hops_[next] == hops_[node] + 1) paths_[next] += paths_[node];
      }
    }
  }

  void share_out(std::uint32_t from) {
    std::ranges::fill(carried_, 0.0);
    for (std::size_t k = order_.size(); k-- > 0;) {
      const std::uint32_t node = order_[k];
      if (!passes(node, from)) {
        carried_[node] = 1;
        continue;
      }
      double through = node < graph_.terminals() && node != from ? 1 : 0;
      std::uint64_t link = graph_.first_link(node);
      for (const std::uint32_t next : graph_.next(node)) {
        if (hops_[next] == hops_[node] + 1) {
          const double share = carried_[next] * paths_[node] / paths_[next];
          load_[link] += share;
          through += share;
        }
        ++link;
      }
      carried_[node] = through;
    }
  }

  const SurveyGraph& graph_;
  std::vector<std::uint32_t> hops_;
  std::vector<double> paths_;
  std::vector<double> carried_;  // to a node and on through it, by node
  std::vector<double> load_;     // by link
  std::vector<std::uint32_t> order_;
  std::uint64_t sum_ = 0;
};

/// A quotient rounded up, where what is above a whole number by no more than rounding is that number.
std::uint64_t rounded_up(double quotient) {
  const double near = std::round(quotient);
  return static_cast<std::uint64_t>(std::abs(quotient - near) <= 1e-9 * (1 + near) ? near : std::ceil(quotient));
}

void set_distances(TopologySurvey& made, double sum) {
  const double terminals = made.terminals;
  const std::uint64_t reached = std::uint64_t{made.terminals} * (made.terminals - 1) - made.unreachable_pairs;
  if (reached > 0) made.mean_distance = sum / static_cast<double>(reached);
  made.status = sum / terminals;
  if (made.unreachable_pairs > 0) return;
  made.one_port_bound = std::max<std::uint64_t>(rounded_up(sum / made.nodes), made.terminals - 1);
}

}  // namespace

TopologySurvey survey(const Topology& topology) {
  const TopologyProperties known = topology.properties();
  TopologySurvey made{.name = topology.name(),
                      .nodes = topology.nodes(),
                      .terminals = topology.terminals(),
                      .links = known.links,
                      .two_way = topology.two_way(),
                      .largest_degree = known.largest_degree,
                      .smallest_degree = known.smallest_degree,
                      .diameter = known.diameter,
                      .channel_classes = topology.channel_classes(),
                      .unreachable_pairs = known.unreachable_pairs};
  if (made.terminals == 1) {
    made.status = 0;
    made.bisection = BisectionBounds{};
    made.one_port_bound = made.all_ports_bound = 0;
    return made;
  }
  const std::uint64_t reached = std::uint64_t{made.terminals} * made.terminals - made.unreachable_pairs;
  if (known.average_distance) set_distances(made, *known.average_distance * static_cast<double>(reached));
  const std::uint64_t half = made.terminals / 2;
  const std::uint64_t crossing = half * (made.terminals - half);
  if (known.bisection) {
    made.bisection = BisectionBounds{*known.bisection, *known.bisection};
    made.all_ports_bound = (crossing + *known.bisection - 1) / *known.bisection;
  }
  const std::uint64_t ends = std::uint64_t{made.nodes} * topology.ports();
  if (ends > most_links) return made;

  const SurveyGraph graph(topology);
  const BestCuts cuts = try_cuts(graph);
  if (made.unreachable_pairs > 0) {
    made.bisection = BisectionBounds{cuts.all_halves ? cuts.half : 0, cuts.half};
    return made;
  }
  made.all_ports_bound = std::max(made.all_ports_bound.value_or(0), (cuts.pairs + cuts.links - 1) / cuts.links);
  if (!made.bisection) made.bisection = BisectionBounds{cuts.all_halves ? cuts.half : 1, cuts.half};
  if (ends * made.terminals > most_visits) return made;
  if (made.bisection->lower == made.bisection->upper && made.mean_distance) return made;
  const Distances distances(graph);
  if (!made.mean_distance) set_distances(made, static_cast<double>(distances.sum()));
  const std::uint64_t least = rounded_up(static_cast<double>(crossing) / distances.largest_load());
  made.bisection->lower = std::max(made.bisection->lower, least);
  return made;
}

}  // namespace pram
