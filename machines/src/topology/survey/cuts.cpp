#include "cuts.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <numeric>
#include <vector>

#include <pram/detail/random/seeded_hash.hpp>
#include <pram/network/poll.hpp>

namespace pram {

namespace {

constexpr std::uint32_t every_cut_up_to = 16;
constexpr std::uint32_t every_half_up_to = 20;
constexpr std::uint32_t climbed_up_to = 4096;     // nodes of a graph whose halves are improved
constexpr std::uint64_t climbed_links = 1 << 18;  // and its links
constexpr std::uint32_t random_halves = 8;        // that are improved, too
constexpr std::uint64_t half_seed = 0xb15ec7;

class CutSearch {
 public:
  explicit CutSearch(const SurveyGraph& graph) : graph_(graph), half_(graph.terminals() / 2) {
    best_.half = std::numeric_limits<std::uint64_t>::max();
  }

  BestCuts run() {
    const bool small = graph_.terminals() == graph_.nodes();
    if (small && graph_.nodes() <= every_half_up_to) {
      try_all(graph_.nodes() <= every_cut_up_to);
      if (graph_.nodes() <= every_cut_up_to) return best_;
    }
    std::vector<std::uint32_t> order(graph_.nodes());
    std::iota(order.begin(), order.end(), 0u);
    try_first_ones(order);
    const std::vector<std::uint32_t> balls = by_distance();
    try_first_ones(balls);
    if (!graph_.two_way() || graph_.nodes() > climbed_up_to || graph_.links() > climbed_links) return best_;
    climb_from(order);
    climb_from(balls);
    for (std::uint32_t k = 0; k < random_halves; ++k) {
      for (std::uint32_t place = graph_.nodes(); place-- > 1;)
        std::swap(order[place], order[seeded_choice(std::uint64_t{k} << 32 | place, half_seed, place + 1)]);
      climb_from(order);
    }
    return best_;
  }

 private:
  /// A cut with so many terminals on one side.
  void found(std::uint64_t terminals, std::uint64_t links) {
    if (terminals == 0 || terminals == graph_.terminals()) return;
    const std::uint64_t pairs = terminals * (graph_.terminals() - terminals);
    if (links > 0 && pairs * best_.links > best_.pairs * links) {
      best_.pairs = pairs;
      best_.links = links;
    }
    if (terminals == half_ || terminals == graph_.terminals() - half_) best_.half = std::min(best_.half, links);
  }

  void try_all(bool all_sizes) {
    const std::uint32_t nodes = graph_.nodes();
    std::vector<std::uint32_t> linked(nodes, 0);
    for (std::uint32_t node = 0; node < nodes; ++node) {
      for (const std::uint32_t next : graph_.next(node)) linked[node] |= 1u << next;
    }
    Poller poller;
    // A side and its opposite are both tried: of one-way wires, those that leave either.
    for (std::uint32_t side = 1; side + 1 < 1u << nodes; ++side) {
      const auto size = static_cast<std::uint32_t>(std::popcount(side));
      if (!all_sizes && size != half_ && size != nodes - half_) continue;
      poller.work(size);
      std::uint64_t links = 0;
      for (std::uint32_t rest = side; rest != 0; rest &= rest - 1)
        links += static_cast<std::uint64_t>(
            std::popcount(linked[static_cast<std::uint32_t>(std::countr_zero(rest))] & ~side));
      found(size, links);
    }
    best_.all_halves = true;
  }

  /// By distance from node 0; then what it does not reach, likewise.
  std::vector<std::uint32_t> by_distance() const {
    std::vector<std::uint32_t> order;
    std::vector<bool> seen(graph_.nodes(), false);
    for (std::uint32_t first = 0; first < graph_.nodes(); ++first) {
      if (seen[first]) continue;
      seen[first] = true;
      order.push_back(first);
      append_reached(order, seen);
    }
    return order;
  }

  /// Behind the last node of an order all that it reaches.
  void append_reached(std::vector<std::uint32_t>& order, std::vector<bool>& seen) const {
    for (std::size_t head = order.size() - 1; head < order.size(); ++head) {
      const auto visit = [&](std::span<const std::uint32_t> others) {
        for (const std::uint32_t other : others) {
          if (seen[other]) continue;
          seen[other] = true;
          order.push_back(other);
        }
      };
      visit(graph_.next(order[head]));
      visit(graph_.before(order[head]));
    }
  }

  void try_first_ones(const std::vector<std::uint32_t>& order) {
    std::vector<bool> inside(graph_.nodes(), false);
    std::int64_t leaving = 0;
    std::int64_t entering = 0;
    std::uint64_t terminals = 0;
    Poller poller;
    for (const std::uint32_t node : order) {
      poller.work(graph_.next(node).size());
      inside[node] = true;
      for (const std::uint32_t other : graph_.next(node)) inside[other] ? --entering : ++leaving;
      for (const std::uint32_t other : graph_.before(node)) inside[other] ? --leaving : ++entering;
      terminals += node < graph_.terminals() ? 1 : 0;
      found(terminals, static_cast<std::uint64_t>(std::min(leaving, entering)));
    }
  }

  /// Begins with the first half of the terminals in an order, and exchanges two of them as long as that takes links.
  void climb_from(const std::vector<std::uint32_t>& order) {
    side_.assign(graph_.nodes(), 1);
    std::uint32_t left = half_;
    for (const std::uint32_t node : order) {
      if (left == 0) break;
      if (node >= graph_.terminals()) continue;
      side_[node] = -1;
      --left;
    }
    settle_switches();
    Poller poller;
    do {
      poller.work(graph_.links());
      found(half_, links_across());
    } while (exchange_two());
  }

  /// What the links across lose if a node changes sides.
  int gain(std::uint32_t node) const {
    int sum = 0;
    for (const std::uint32_t other : graph_.next(node)) sum -= side_[node] * side_[other];
    return sum;
  }

  void settle_switches() {
    for (bool moved = true; moved;) {
      moved = false;
      for (std::uint32_t node = graph_.terminals(); node < graph_.nodes(); ++node) {
        if (gain(node) <= 0) continue;
        side_[node] = -side_[node];
        moved = true;
      }
    }
  }

  bool exchange_two() {
    constexpr std::uint32_t none = no_node;
    std::uint32_t best[2] = {none, none};
    int gains[2] = {0, 0};
    for (std::uint32_t node = 0; node < graph_.terminals(); ++node) {
      const int its = gain(node);
      const int side = side_[node] > 0 ? 1 : 0;
      if (best[side] != none && its <= gains[side]) continue;
      best[side] = node;
      gains[side] = its;
    }
    const auto linked = std::ranges::count(graph_.next(best[0]), best[1]);
    if (gains[0] + gains[1] - 2 * static_cast<int>(linked) <= 0) return false;
    side_[best[0]] = 1;
    side_[best[1]] = -1;
    settle_switches();
    return true;
  }

  std::uint64_t links_across() const {
    std::uint64_t ends = 0;
    for (std::uint32_t node = 0; node < graph_.nodes(); ++node) {
      for (const std::uint32_t other : graph_.next(node)) ends += side_[node] != side_[other] ? 1 : 0;
    }
    return ends / 2;
  }

  const SurveyGraph& graph_;
  std::uint32_t half_;
  BestCuts best_;
  std::vector<int> side_;  // -1 or 1, by node
};

}  // namespace

BestCuts try_cuts(const SurveyGraph& graph) { return CutSearch(graph).run(); }

}  // namespace pram
