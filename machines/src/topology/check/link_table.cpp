#include "link_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "../request.hpp"

namespace pram {

TopologyError::TopologyError(Facts given, const std::string& breach)
    : NetworkError(fmt::format("topology {}: {}", given.topology, breach), true), facts(std::move(given)) {}

namespace detail {

namespace {

constexpr std::uint64_t most_listed_links = std::uint64_t{1} << 27;  // as many as switching techniques have queues for

std::string ports_of_node(std::uint32_t ports) {
  return ports == 0 ? "no ports" : ports == 1 ? "the port 0" : fmt::format("the ports 0 to {}", ports - 1);
}

}  // namespace

void throw_endless(const Topology& topology, std::uint32_t node, std::uint32_t destination) {
  throw TopologyError(
      {topology.name(), node, no_node, destination},
      fmt::format("a message to node {} has crossed {} links, as many as there are nodes, and is at node {}: its route "
                  "by next_leg() does not arrive",
                  destination, topology.nodes(), node));
}

LinkTable::LinkTable(const Topology& topology)
    : topology_(topology),
      name_(topology.name()),
      nodes_(topology.nodes()),
      terminals_(topology.terminals()),
      ports_(topology.ports()),
      channel_classes_(topology.channel_classes()),
      two_way_(topology.two_way()) {
  const auto refuse = [&](const std::string& breach) { throw TopologyError({name_}, breach); };
  if (nodes_ == 0 || nodes_ > largest_topology)
    refuse(fmt::format("nodes() is {}, and 1 to 2^20 = {} are allowed", nodes_, largest_topology));
  if (terminals_ == 0 || terminals_ > nodes_)
    refuse(fmt::format("terminals() is {}, and 1 to nodes() = {} are allowed", terminals_, nodes_));
  if (ports_ == 0 && terminals_ > 1) refuse("ports() is 0, so that no node has a link");
  if (channel_classes_ == 0) refuse("channel_classes() is 0, and there is at least one class");
  if (std::uint64_t{nodes_} * ports_ <= most_listed_links) count_links();
}

void LinkTable::count_links() {
  targets_.resize(std::size_t{nodes_} * ports_);
  smallest_degree_ = ports_;
  for (std::uint32_t node = 0; node < nodes_; ++node) {
    std::uint32_t degree = 0;
    for (std::uint32_t port = 0; port < ports_; ++port) {
      const std::uint32_t next = targets_[std::size_t{node} * ports_ + port] = asked(node, port);
      degree += next != no_node ? 1 : 0;
    }
    links_ += degree;
    largest_degree_ = std::max(largest_degree_, degree);
    smallest_degree_ = std::min(smallest_degree_, degree);
  }
}

std::uint32_t LinkTable::asked(std::uint32_t node, std::uint32_t port) const {
  const std::uint32_t next = topology_.neighbour(node, port);
  if (next >= nodes_ && next != no_node) {
    throw TopologyError({name_, node, port},
                        fmt::format("neighbour({}, {}) is {}, and there are the nodes 0 to {}; no_node stands for no "
                                    "link",
                                    node, port, next, nodes_ - 1));
  }
  return next;
}

TopologyProperties LinkTable::properties() const {
  TopologyProperties made = topology_.properties();
  made.nodes = nodes_;
  if (targets_.empty()) return made;
  made.links = two_way_ ? (links_ + 1) / 2 : links_;
  made.largest_degree = largest_degree_;
  made.smallest_degree = smallest_degree_;
  return made;
}

std::uint32_t LinkTable::end_of(std::uint32_t node, std::uint32_t destination, Leg leg) const {
  const auto refuse = [&](const std::string& breach) {
    throw TopologyError({name_, node, leg.port, destination},
                        fmt::format("next_leg({}, {}) {}", node, destination, breach));
  };
  if (leg.port >= ports_) refuse(fmt::format("names port {}, and a node has {}", leg.port, ports_of_node(ports_)));
  if (leg.hops == 0) refuse("has 0 hops: it leads nowhere");
  if (leg.hops > nodes_) refuse(fmt::format("has {} hops, more than there are nodes", leg.hops));
  std::uint32_t at = node;
  for (std::uint32_t hop = 1; hop <= leg.hops; ++hop) {
    const std::uint32_t next = neighbour(at, leg.port);
    if (next == no_node) {
      refuse(fmt::format("leads {} hops through port {}, and node {} has no link there", leg.hops, leg.port, at));
    }
    at = next;
    if (at == destination && hop < leg.hops)
      refuse(fmt::format("has {} hops through port {}, and {} of them lead there", leg.hops, leg.port, hop));
  }
  return at;
}

std::uint32_t LinkTable::in_classes(std::uint32_t found, std::uint32_t node, std::uint32_t port,
                                    std::uint32_t to) const {
  if (found < channel_classes_) return found;
  throw TopologyError({name_, node, port, to},
                      fmt::format("channel_class({}, {}, {}) is {}, and channel_classes() is {}", node, port, to, found,
                                  channel_classes_));
}

std::uint32_t LinkTable::in_terminals(std::uint32_t stop, std::uint32_t from, std::uint32_t to) const {
  if (stop < terminals_) return stop;
  throw TopologyError(
      {name_, from, no_node, to},
      fmt::format("spreading_stop({}, {}) is {}, and the terminals are 0 to {}", from, to, stop, terminals_ - 1));
}

std::uint32_t LinkTable::walk(std::uint32_t from, std::uint32_t to) const {
  const std::uint32_t distance = topology_.distance(from, to);
  std::uint32_t hops = 0;
  for (std::uint32_t at = from; at != to;) {
    const Leg leg = topology_.next_leg(at, to);
    const Leg again = topology_.next_leg(at, to);
    if (leg.port != again.port || leg.hops != again.hops) {
      throw TopologyError({name_, at, leg.port, to},
                          fmt::format("next_leg({}, {}) names {} hops through port {}, and then {} through port {}: it "
                                      "must depend on nothing but its arguments",
                                      at, to, leg.hops, leg.port, again.hops, again.port));
    }
    const std::uint32_t end = end_of(at, to, leg);
    if (leg.hops > nodes_ - hops) throw_endless(topology_, at, to);
    hops += leg.hops;
    at = end;
  }
  if (distance > hops || (distance == 0) != (from == to)) {
    throw TopologyError({name_, from, no_node, to},
                        fmt::format("distance({}, {}) is {}, and the route has {} hops", from, to, distance, hops));
  }
  return hops;
}

}  // namespace detail

}  // namespace pram
