#include "with_terminals.hpp"

#include <fmt/format.h>

#include <cassert>
#include <utility>

namespace pram {

WithTerminals::WithTerminals(std::string name, std::unique_ptr<const Topology> routers, std::uint32_t terminals)
    : name_(std::move(name)),
      routers_(std::move(routers)),
      by_router_(terminals),
      terminals_(routers_->nodes() * terminals),
      first_port_(routers_->ports()) {}

std::uint32_t WithTerminals::neighbour(std::uint32_t node, std::uint32_t port) const {
  assert(node < nodes() && port < ports());
  const std::uint32_t router = router_of(node);
  if (node < terminals_) return port == 0 ? terminals_ + router : no_node;
  if (port >= first_port_) return router * by_router_.divisor() + port - first_port_;
  const std::uint32_t next = routers_->neighbour(router, port);
  return next == no_node ? no_node : terminals_ + next;
}

Leg WithTerminals::next_leg(std::uint32_t node, std::uint32_t destination) const {
  assert(node < nodes() && destination < terminals_ && node != destination);
  if (node < terminals_) return {0, 1};
  const std::uint32_t here = router_of(node);
  const std::uint32_t there = router_of(destination);
  if (here == there) return {first_port_ + by_router_.remainder(destination), 1};
  return routers_->next_leg(here, there);
}

std::uint32_t WithTerminals::spreading_stop(std::uint32_t from, std::uint32_t to) const {
  const std::uint32_t there = router_of(to);
  const std::uint32_t stop = routers_->spreading_stop(router_of(from), there);
  return stop == there ? to : stop * by_router_.divisor() + by_router_.remainder(from);
}

std::uint32_t WithTerminals::distance(std::uint32_t from, std::uint32_t to) const {
  if (from == to) return 0;
  return (from < terminals_ ? 1 : 0) + routers_->distance(router_of(from), router_of(to)) + (to < terminals_ ? 1 : 0);
}

std::uint32_t WithTerminals::channel_class(std::uint32_t node, std::uint32_t port, std::uint32_t destination) const {
  if (node < terminals_ || port >= first_port_) return 0;
  return routers_->channel_class(router_of(node), port, router_of(destination));
}

TopologyProperties WithTerminals::properties() const {
  TopologyProperties all = routers_->properties();
  all.nodes = nodes();
  all.links += terminals_;
  all.largest_degree += by_router_.divisor();
  all.smallest_degree = 1;
  all.diameter = terminals_ == 1 ? 0 : all.diameter + 2;
  if (all.average_distance) *all.average_distance += 2 * (1 - 1.0 / terminals_);
  all.bisection = std::nullopt;
  return all;
}

std::unique_ptr<Topology> with_terminals(const TopologyRequest& request, std::unique_ptr<Topology> routers,
                                         std::optional<std::uint32_t> terminals) {
  if (!terminals) {
    request.match(routers->nodes());
    return routers;
  }
  const std::uint64_t all = std::uint64_t{routers->nodes()} * *terminals;
  request.limit(all + routers->nodes());
  request.match(all);
  std::string name = fmt::format("{},{}", routers->name(), *terminals);
  return std::make_unique<WithTerminals>(std::move(name), std::move(routers), *terminals);
}

}  // namespace pram
