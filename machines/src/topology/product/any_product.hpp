#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "../bundled_topology.hpp"
#include "../divider.hpp"

namespace pram {

/// The Cartesian product of any topologies whose nodes all hold a component. A node has a digit for each factor; that
/// of the first factor is the slowest. A link changes one digit along a link of its factor, and ports are numbered
/// factor by factor. Routing is in the order of factors, from the last to the first, by the routes of each. So the
/// links of a factor come behind all those of the next one, and its classes of channels are enough.
///
/// ProductTopology is quicker where all factors are of its kinds.
class AnyProduct final : public BundledTopology {
 public:
  /// @param factors  at most 2^20 nodes in all
  AnyProduct(std::string name, std::vector<std::unique_ptr<const Topology>> factors);

  std::string name() const override { return name_; }
  std::uint32_t nodes() const override { return nodes_; }
  std::uint32_t ports() const override { return ports_; }
  /// Where some factor's wires have one direction, a link of the others is two wires.
  bool two_way() const override { return two_way_; }

  std::uint32_t neighbour(std::uint32_t node, std::uint32_t port) const override;
  Leg next_leg(std::uint32_t node, std::uint32_t destination) const override;
  std::uint32_t distance(std::uint32_t from, std::uint32_t to) const override;
  TopologyProperties properties() const override;

  std::uint32_t channel_classes() const override { return classes_; }
  std::uint32_t channel_class(std::uint32_t node, std::uint32_t port, std::uint32_t destination) const override;

 private:
  struct Dimension {
    std::unique_ptr<const Topology> factor;
    Divider by_size;
    Divider by_stride;  ///< stride: how far apart the nodes of neighbouring digits are
    std::uint32_t first_port = 0;

    std::uint32_t digit(std::uint32_t node) const { return by_size.remainder(by_stride.quotient(node)); }
  };

  const Dimension& dimension_of(std::uint32_t port) const;

  std::string name_;
  std::vector<Dimension> dimensions_;
  std::uint32_t nodes_ = 1;
  std::uint32_t ports_ = 0;
  std::uint32_t classes_ = 1;
  bool two_way_ = true;
};

}  // namespace pram
