#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "../bundled_topology.hpp"
#include "../divider.hpp"
#include "../request.hpp"

namespace pram {

/// A network of routers with so many terminals at each, which hold the components: the routers only pass on. Nodes are
/// the terminals, those of a router in a row, then the routers. A terminal's port 0 leads to its router; a router has
/// the ports of the network of routers first, then one for each of its terminals. Routes are those of the routers.
class WithTerminals final : public BundledTopology {
 public:
  /// @param routers    every node of it is a terminal of its own
  /// @param terminals  at each router, at least 1
  WithTerminals(std::string name, std::unique_ptr<const Topology> routers, std::uint32_t terminals);

  std::string name() const override { return name_; }
  std::uint32_t nodes() const override { return terminals_ + routers_->nodes(); }
  std::uint32_t terminals() const override { return terminals_; }
  std::uint32_t ports() const override { return first_port_ + by_router_.divisor(); }

  std::uint32_t neighbour(std::uint32_t node, std::uint32_t port) const override;
  Leg next_leg(std::uint32_t node, std::uint32_t destination) const override;
  std::uint32_t spreading_stop(std::uint32_t from, std::uint32_t to) const override;
  std::uint32_t distance(std::uint32_t from, std::uint32_t to) const override;
  TopologyProperties properties() const override;

  std::uint32_t channel_classes() const override { return routers_->channel_classes(); }
  std::uint32_t channel_class(std::uint32_t node, std::uint32_t port, std::uint32_t destination) const override;

 private:
  /// The router of a node, as one of the network of routers.
  std::uint32_t router_of(std::uint32_t node) const {
    return node < terminals_ ? by_router_.quotient(node) : node - terminals_;
  }

  std::string name_;
  std::unique_ptr<const Topology> routers_;
  Divider by_router_;
  std::uint32_t terminals_;
  std::uint32_t first_port_;  ///< of a router's terminals
};

/// The network of routers alone, or with so many terminals at each; then `name` gets their number.
/// @throws ConfigError if there would be more than 2^20 nodes, or other terminals than are wanted
std::unique_ptr<Topology> with_terminals(const TopologyRequest& request, std::unique_ptr<Topology> routers,
                                         std::optional<std::uint32_t> terminals);

}  // namespace pram
