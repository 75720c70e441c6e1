#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <pram/detail/memory_account.hpp>
#include <pram/machines/topology.hpp>

#include "link_table.hpp"

namespace pram::detail {

/// A user's topology as all see it that carry messages over it. Its sizes and links are what they were when it was
/// made. Every other answer is checked, so that none leads outside; that routes end is for RouteBounds to see to.
class CheckedTopology final : public Topology {
 public:
  /// Reads sizes and links, and tries out some routes, in less time than a switching technique takes to be made.
  /// @throws TopologyError
  explicit CheckedTopology(std::shared_ptr<const Topology> own);

  std::string name() const override { return links_.name(); }
  TopologyShape shape() const override { return shape_; }
  std::uint32_t nodes() const override { return links_.nodes(); }
  std::uint32_t terminals() const override { return links_.terminals(); }
  bool terminals_pass_on() const override { return own_->terminals_pass_on(); }
  std::uint32_t ports() const override { return links_.ports(); }
  bool two_way() const override { return links_.two_way(); }
  std::uint32_t channel_classes() const override { return links_.channel_classes(); }
  std::uint32_t neighbour(std::uint32_t node, std::uint32_t port) const override {
    return links_.neighbour(node, port);
  }
  Leg next_leg(std::uint32_t node, std::uint32_t destination) const override {
    const Leg leg = own_->next_leg(node, destination);
    links_.end_of(node, destination, leg);
    return leg;
  }
  std::uint32_t spreading_stop(std::uint32_t from, std::uint32_t to) const override {
    return links_.in_terminals(own_->spreading_stop(from, to), from, to);
  }
  std::uint32_t channel_class(std::uint32_t node, std::uint32_t port, std::uint32_t destination) const override {
    return links_.in_classes(own_->channel_class(node, port, destination), node, port, destination);
  }
  std::uint32_t distance(std::uint32_t from, std::uint32_t to) const override { return own_->distance(from, to); }
  bool reaches(std::uint32_t from, std::uint32_t to) const override { return own_->reaches(from, to); }
  TopologyProperties properties() const override { return links_.properties(); }
  std::optional<std::uint64_t> pins(std::uint32_t size) const override { return own_->pins(size); }

 private:
  void try_routes() const;

  std::shared_ptr<const Topology> own_;
  LinkTable links_;
  TopologyShape shape_;
};

/// The topology to carry over: a bundled one as it is, any other checked.
/// @throws TopologyError; ConfigError if there is none
std::shared_ptr<const Topology> checked(std::shared_ptr<const Topology> topology);

/// @throws TopologyError if the sizes of a topology's shape are not those of its nodes
void check_shape(const TopologyShape& shape, const LinkTable& links);

/// Sees to it that messages over a user's topology arrive: none may cross more links than there are nodes, to its stop
/// or from there. Of bundled topologies nothing is kept.
class RouteBounds {
 public:
  explicit RouteBounds(const Topology& topology);

  bool watches() const { return topology_ != nullptr; }

  /// Makes room for the messages of a batch.
  void begin(std::size_t messages) {
    if (watches()) left_.resize(std::max(left_.size(), messages));
  }
  /// A message sets out for its stop, or from there for its destination.
  void set_out(std::uint32_t message) {
    if (watches()) left_[message] = nodes_;
  }
  /// A message at `node` takes a leg.
  /// @throws TopologyError if it has no hops left for it
  void take(std::uint32_t message, std::uint32_t node, std::uint32_t destination, std::uint32_t hops) {
    if (!watches()) return;
    if (hops > left_[message]) throw_endless(*topology_, node, destination);
    left_[message] -= hops;
  }

 private:
  const Topology* topology_;  // null: it is trusted
  std::uint32_t nodes_;
  CountedVector<std::uint32_t> left_;  // hops, by message
};

}  // namespace pram::detail
