#pragma once

#include <algorithm>
#include <cstdint>
#include <string>

#include <pram/machines/topology.hpp>

/// Topologies small enough to see through, independent of those of the library.
namespace pram::testing {

/// n nodes in a circle; port 0 leads to the next one, port 1 to the one before.
class Circle : public Topology {
 public:
  explicit Circle(std::uint32_t nodes) : nodes_(nodes) {}
  std::string name() const override { return "circle"; }
  std::uint32_t nodes() const override { return nodes_; }
  std::uint32_t ports() const override { return 2; }
  std::uint32_t neighbour(std::uint32_t node, std::uint32_t port) const override {
    return (node + (port == 0 ? 1 : nodes_ - 1)) % nodes_;
  }
  Leg next_leg(std::uint32_t node, std::uint32_t destination) const override {
    const std::uint32_t ahead = (destination + nodes_ - node) % nodes_;
    return 2 * ahead <= nodes_ ? Leg{0, ahead} : Leg{1, nodes_ - ahead};
  }
  std::uint32_t distance(std::uint32_t from, std::uint32_t to) const override {
    const std::uint32_t ahead = (to + nodes_ - from) % nodes_;
    return std::min(ahead, nodes_ - ahead);
  }
  TopologyProperties properties() const override { return {}; }

 private:
  std::uint32_t nodes_;
};

/// Four terminals and two stages of two switches each: node 4 + i is switch i of the first stage, 6 + i of the second.
/// The first stage settles the destination's high bit.
class TwoStages : public Topology {
 public:
  std::string name() const override { return "two-stages"; }
  std::uint32_t nodes() const override { return 8; }
  std::uint32_t terminals() const override { return 4; }
  std::uint32_t ports() const override { return 2; }
  bool two_way() const override { return false; }
  std::uint32_t neighbour(std::uint32_t node, std::uint32_t port) const override {
    if (node < 4) return port == 0 ? 4 + node % 2 : no_node;
    return node < 6 ? 6 + port : (node - 6) * 2 + port;
  }
  Leg next_leg(std::uint32_t node, std::uint32_t destination) const override {
    return {node < 4 ? 0 : node < 6 ? destination >> 1 : destination & 1, 1};
  }
  std::uint32_t distance(std::uint32_t from, std::uint32_t to) const override { return from == to ? 0 : 3; }
  TopologyProperties properties() const override { return {}; }
};

}  // namespace pram::testing
