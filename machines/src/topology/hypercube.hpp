#pragma once

#include <bit>
#include <cassert>
#include <cstdint>
#include <string>

#include "bundled_topology.hpp"

namespace pram {

/// The hypercube: the product of rings of two nodes, with bits as digits. Port p changes a bit, that of weight
/// 2^(dimension - 1 - p). Routing is e-cube, lowest bit first.
class Hypercube final : public BundledTopology {
 public:
  /// @param dimension  0 to 20
  explicit Hypercube(std::uint32_t dimension) : dimension_(dimension) { assert(dimension <= 20); }

  std::string name() const override { return "hypercube:" + std::to_string(dimension_); }
  TopologyShape shape() const override {
    return {TopologyShape::Kind::hypercube, {dimension_, {TopologyFactor::Kind::ring, 2}}};
  }
  std::uint32_t nodes() const override { return 1u << dimension_; }
  std::uint32_t ports() const override { return dimension_; }

  std::uint32_t neighbour(std::uint32_t node, std::uint32_t port) const override {
    assert(node < nodes() && port < dimension_);
    return node ^ (1u << (dimension_ - 1 - port));
  }

  Leg next_leg(std::uint32_t node, std::uint32_t destination) const override {
    assert(node < nodes() && destination < nodes() && node != destination);
    return {dimension_ - 1 - static_cast<std::uint32_t>(std::countr_zero(node ^ destination)), 1};
  }

  std::uint32_t distance(std::uint32_t from, std::uint32_t to) const override {
    return static_cast<std::uint32_t>(std::popcount(from ^ to));
  }

  TopologyProperties properties() const override;

  /// Chips are subcubes (RCN-FULL paper, Theorem 1).
  std::optional<std::uint64_t> pins(std::uint32_t size) const override;

 private:
  std::uint32_t dimension_;
};

}  // namespace pram
