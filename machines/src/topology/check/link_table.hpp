#pragma once

#include <cstdint>
#include <string>

#include <pram/detail/memory_account.hpp>
#include <pram/machines/topology.hpp>

namespace pram::detail {

/// The sizes and links of a topology as it gave them once, all in range; and checks of its answers by them.
class LinkTable {
 public:
  /// Asks for all links, if there are no more than switching techniques have queues for.
  /// @throws TopologyError for sizes and neighbours out of range
  explicit LinkTable(const Topology& topology);

  const std::string& name() const { return name_; }
  std::uint32_t nodes() const { return nodes_; }
  std::uint32_t terminals() const { return terminals_; }
  std::uint32_t ports() const { return ports_; }
  std::uint32_t channel_classes() const { return channel_classes_; }
  bool two_way() const { return two_way_; }

  std::uint32_t neighbour(std::uint32_t node, std::uint32_t port) const {
    return targets_.empty() ? asked(node, port) : targets_[std::size_t{node} * ports_ + port];
  }

  /// The topology's own properties, with those that were counted in place of what it says.
  TopologyProperties properties() const;

  /// Where a leg ends.
  /// @throws TopologyError if it leaves by no port of the node, over links that there are not, or passes its
  /// destination
  std::uint32_t end_of(std::uint32_t node, std::uint32_t destination, Leg leg) const;

  /// @throws TopologyError if a channel's class or a stop is out of range
  std::uint32_t in_classes(std::uint32_t found, std::uint32_t node, std::uint32_t port, std::uint32_t to) const;
  std::uint32_t in_terminals(std::uint32_t stop, std::uint32_t from, std::uint32_t to) const;

  /// Walks a route, and asks for each leg twice.
  /// @returns its hops
  /// @throws TopologyError if it does not arrive, depends on more than its ends, or is shorter than distance()
  std::uint32_t walk(std::uint32_t from, std::uint32_t to) const;

 private:
  void count_links();
  std::uint32_t asked(std::uint32_t node, std::uint32_t port) const;

  const Topology& topology_;
  std::string name_;
  std::uint32_t nodes_;
  std::uint32_t terminals_;
  std::uint32_t ports_;
  std::uint32_t channel_classes_;
  bool two_way_;
  CountedVector<std::uint32_t> targets_;  ///< by links; empty: too many
  std::uint64_t links_ = 0;               ///< that there are, each direction by itself
  std::uint32_t largest_degree_ = 0;
  std::uint32_t smallest_degree_ = 0;
};

/// Says that a message to `destination` has crossed as many links as there are nodes, and is still under way.
[[noreturn]] void throw_endless(const Topology& topology, std::uint32_t node, std::uint32_t destination);

}  // namespace pram::detail
