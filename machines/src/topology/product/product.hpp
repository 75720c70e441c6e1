#pragma once

#include <cassert>
#include <cstdint>
#include <string>
#include <vector>

#include "../bundled_topology.hpp"
#include "../divider.hpp"

namespace pram {

using Factor = TopologyFactor;
using FactorKind = TopologyFactor::Kind;

/// The most factors of a product. Only products with factors of one node can have more.
inline constexpr std::size_t most_factors = 64;

/// The Cartesian product of rings, linear arrays, complete graphs and stars. A node has a digit for each factor; that
/// of the first factor is the slowest. A link changes one digit along a link of its factor. Grids, tori and generalised
/// hypercubes are of this kind.
///
/// Ports are numbered factor by factor. Ring: port 0 leads towards +1, port 1 towards -1 (a ring of two nodes has one
/// link). Path: the same; its ends lack one port. Complete graph: port j leads to digit + j + 1. Star: the hub, digit
/// 0, has port j to leaf j + 1; a leaf has port 0. Routing is in dimension order, from the last factor to the first. On
/// a ring it goes the shorter way, upwards if both are equal.
class ProductTopology final : public BundledTopology {
 public:
  /// @param factors  sizes of at least 1, at most 2^20 nodes in all
  /// @param kind     of its shape
  ProductTopology(std::string name, const std::vector<Factor>& factors,
                  TopologyShape::Kind kind = TopologyShape::Kind::product);

  std::string name() const override { return name_; }
  TopologyShape shape() const override { return {kind_, factors_}; }
  std::uint32_t nodes() const override { return nodes_; }
  std::uint32_t ports() const override { return ports_; }

  std::uint32_t neighbour(std::uint32_t node, std::uint32_t port) const override {
    assert(node < nodes_ && port < ports_);
    const Dimension& dimension = dimensions_[dimension_of_port_[port]];
    const std::uint32_t size = dimension.by_size.divisor();
    const std::uint32_t stride = dimension.by_stride.divisor();
    const std::uint32_t digit = dimension.by_stride.quotient(dimension.by_block.remainder(node));
    const std::uint32_t direction = port - dimension.first_port;
    switch (dimension.kind) {
      case FactorKind::ring:
        if (direction == 0) return digit + 1 < size ? node + stride : node - digit * stride;
        return digit > 0 ? node - stride : node + (size - 1) * stride;
      case FactorKind::path:
        if (direction == 0) return digit + 1 < size ? node + stride : no_node;
        return digit > 0 ? node - stride : no_node;
      case FactorKind::complete: {
        const std::uint32_t next = digit + direction + 1;
        return node + (next - digit) * stride - (next < size ? 0 : size * stride);
      }
      case FactorKind::star: break;
    }
    if (digit == 0) return node + (direction + 1) * stride;
    return direction == 0 ? node - digit * stride : no_node;
  }

  Leg next_leg(std::uint32_t node, std::uint32_t destination) const override {
    assert(node < nodes_ && destination < nodes_ && node != destination);
    for (std::size_t k = dimensions_.size(); k-- > 0;) {
      const Dimension& dimension = dimensions_[k];
      const std::uint32_t from = dimension.by_size.remainder(node);
      const std::uint32_t to = dimension.by_size.remainder(destination);
      if (from != to) return dimension.leg(from, to);
      node = dimension.by_size.quotient(node);
      destination = dimension.by_size.quotient(destination);
    }
    return {};
  }

  /// Two classes if a ring has paths of more than one link. On a ring a message is in class 0 while the link between
  /// the last digit and the first is still ahead of it, else in class 1. So no circle closes at that link.
  std::uint32_t channel_classes() const override;
  std::uint32_t channel_class(std::uint32_t node, std::uint32_t port, std::uint32_t destination) const override;

  std::uint32_t distance(std::uint32_t from, std::uint32_t to) const override;
  TopologyProperties properties() const override;

  /// Chips are blocks of equal extent; the blocks with the fewest links are taken.
  std::optional<std::uint64_t> pins(std::uint32_t size) const override;

  const std::vector<Factor>& factors() const { return factors_; }

 private:
  struct Dimension {
    Divider by_size;
    Divider by_stride;  ///< stride: how far apart the nodes of neighbouring digits are
    Divider by_block;   ///< size · stride
    std::uint32_t first_port = 0;
    FactorKind kind = FactorKind::ring;

    Leg leg(std::uint32_t from, std::uint32_t to) const {
      const std::uint32_t size = by_size.divisor();
      const std::uint32_t up = to > from ? to - from : to + size - from;
      switch (kind) {
        case FactorKind::ring: return up <= size - up ? Leg{first_port, up} : Leg{first_port + 1, size - up};
        case FactorKind::path: return to > from ? Leg{first_port, to - from} : Leg{first_port + 1, from - to};
        case FactorKind::complete: return {first_port + up - 1, 1};
        case FactorKind::star: break;
      }
      return {first_port + (from == 0 ? to - 1 : 0), 1};
    }
  };

  std::string name_;
  TopologyShape::Kind kind_;
  std::vector<Factor> factors_;
  std::vector<Dimension> dimensions_;
  std::vector<std::uint8_t> dimension_of_port_;
  std::uint32_t nodes_ = 1;
  std::uint32_t ports_ = 0;
};

/// The fewest links between two halves of a product; none if the number is not known.
std::optional<std::uint64_t> product_bisection(const std::vector<Factor>& factors);

}  // namespace pram
