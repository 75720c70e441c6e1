#include "breadth_first_routes.hpp"

#include <algorithm>
#include <cassert>

#include <pram/detail/random/seeded_hash.hpp>
#include <pram/network/poll.hpp>

namespace pram {

namespace {

// Draws among routes that are equally good.
constexpr std::uint64_t route_seed = 0xb4ead7;

}  // namespace

/// Searches backwards from a terminal over the wires that lead to each node.
class BreadthFirstRoutes::Search {
 public:
  explicit Search(BreadthFirstRoutes& made)
      : made_(made),
        terminals_(made.topology_.terminals()),
        terminals_pass_on_(made.topology_.terminals_pass_on()),
        first_(made.nodes_ + std::size_t{1}, 0),
        ends_(made.nodes_) {
    const auto each_wire = [&](auto&& visit) {
      for (std::uint32_t node = 0; node < made.nodes_; ++node) {
        poller_.work(made.topology_.ports());
        for (std::uint32_t port = 0; port < made.topology_.ports(); ++port) {
          const std::uint32_t next = made.topology_.neighbour(node, port);
          if (next != no_node) visit(node, static_cast<std::uint16_t>(port), next);
        }
      }
    };
    each_wire([&](std::uint32_t, std::uint16_t, std::uint32_t next) { ++first_[next + std::size_t{1}]; });
    for (std::uint32_t node = 0; node < made.nodes_; ++node) first_[node + std::size_t{1}] += first_[node];
    wires_.resize(first_.back());
    std::vector<std::uint64_t> place(first_.begin(), first_.end() - 1);
    each_wire([&](std::uint32_t node, std::uint16_t port, std::uint32_t next) {
      wires_[place[next]++] = {node, port, draw(node, port)};
    });
  }

  void from_all() {
    for (std::uint32_t terminal = 0; terminal < terminals_; ++terminal) from(terminal);
  }

 private:
  struct Wire {
    std::uint32_t node = 0;
    std::uint16_t port = 0;
    std::uint32_t lot = 0;  // drawn once
  };
  /// The best route that is known from a node.
  struct End {
    std::uint32_t hops = no_node;
    std::uint32_t valleys = 0;
    std::uint32_t lot = 0;  // of its first link in this search
    bool up = false;        // whether that leads up
  };

  void from(std::uint32_t terminal) {
    std::ranges::fill(ends_, End{});
    ends_[terminal].hops = 0;
    factor_ = draw(terminal, made_.topology_.ports()) | 1;
    order_.assign(1, terminal);
    for (std::size_t head = 0; head < order_.size(); ++head) {
      const std::uint32_t node = order_[head];
      note(node);
      if (!terminals_pass_on_ && node < terminals_ && node != terminal) continue;
      poller_.work(first_[node + std::size_t{1}] - first_[node]);
      for (std::uint64_t at = first_[node]; at < first_[node + std::size_t{1}]; ++at) offer(wires_[at], node, terminal);
    }
  }

  /// Takes a wire to a node whose own route is settled as the first link of a route, if that is better than the one
  /// that is known.
  void offer(const Wire& wire, std::uint32_t node, std::uint32_t terminal) {
    const End& rest = ends_[node];
    End& end = ends_[wire.node];
    const bool up = node > wire.node;
    const std::uint32_t valleys = rest.valleys + (!up && rest.up ? 1 : 0);
    // A product with an odd number orders the lots anew in each search, at less cost than a hash.
    const std::uint32_t lot = wire.lot * factor_;
    if (end.hops == no_node) {
      order_.push_back(wire.node);
    } else if (end.hops != rest.hops + 1 || valleys > end.valleys || (valleys == end.valleys && lot >= end.lot)) {
      return;
    }
    end = {rest.hops + 1, valleys, lot, up};
    made_.table_[made_.place(wire.node, terminal)] = wire.port;
  }

  static std::uint32_t draw(std::uint32_t node, std::uint32_t port) {
    return static_cast<std::uint32_t>(seeded_hash(std::uint64_t{node} << 32 | port, route_seed) >> 32);
  }

  void note(std::uint32_t node) {
    const End& end = ends_[node];
    made_.most_valleys_ = std::max(made_.most_valleys_, end.valleys);
    if (node >= terminals_) return;
    ++made_.pairs_;
    made_.distances_ += end.hops;
    made_.diameter_ = std::max(made_.diameter_, end.hops);
  }

  BreadthFirstRoutes& made_;
  std::uint32_t terminals_;
  bool terminals_pass_on_;
  std::vector<std::uint64_t> first_;   // of the wires that lead to a node
  detail::CountedVector<Wire> wires_;  // by the node to which they lead
  std::uint32_t factor_ = 1;           // of the lots in this search
  std::vector<End> ends_;              // of routes to the terminal of the search, by node
  std::vector<std::uint32_t> order_;   // of nodes by their distance
  Poller poller_;
};

BreadthFirstRoutes::BreadthFirstRoutes(const Topology& topology)
    : topology_(topology),
      nodes_(topology.nodes()),
      table_(std::size_t{topology.nodes()} * topology.terminals(), no_port) {
  assert(topology.ports() <= no_port);
  Search(*this).from_all();
}

BreadthFirstRoutes::Route BreadthFirstRoutes::route(std::uint32_t node, std::uint32_t terminal) const {
  Route made;
  bool down = false;
  while (node != terminal) {
    assert(reaches(node, terminal));
    const std::uint32_t next = topology_.neighbour(node, port(node, terminal));
    made.valleys += down && next > node ? 1 : 0;
    down = next < node;
    node = next;
    ++made.hops;
  }
  return made;
}

}  // namespace pram
