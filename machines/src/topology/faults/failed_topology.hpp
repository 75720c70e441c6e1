#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "../bundled_topology.hpp"
#include "breadth_first_routes.hpp"

namespace pram {

/// What is left of a topology when links and nodes have failed; with_failures() has the contract. Ports are those of
/// the whole topology. Routes are searched when the first is asked for.
class FailedTopology final : public BundledTopology {
 public:
  FailedTopology(std::shared_ptr<const Topology> whole, const Failures& failures);

  std::string name() const override;
  std::uint32_t nodes() const override { return static_cast<std::uint32_t>(whole_node_.size()); }
  std::uint32_t terminals() const override { return terminals_; }
  bool terminals_pass_on() const override { return whole_->terminals_pass_on(); }
  std::uint32_t ports() const override { return whole_->ports(); }
  bool two_way() const override { return whole_->two_way(); }

  std::uint32_t neighbour(std::uint32_t node, std::uint32_t port) const override;
  Leg next_leg(std::uint32_t node, std::uint32_t destination) const override;
  /// That of the whole topology; `to` where the stop has failed, or lies in another part.
  std::uint32_t spreading_stop(std::uint32_t from, std::uint32_t to) const override;
  std::uint32_t distance(std::uint32_t from, std::uint32_t to) const override;
  bool reaches(std::uint32_t from, std::uint32_t to) const override { return routes().reaches(from, to); }
  TopologyProperties properties() const override;

  /// One more than the most valleys of a route.
  std::uint32_t channel_classes() const override { return routes().most_valleys() + 1; }
  std::uint32_t channel_class(std::uint32_t node, std::uint32_t port, std::uint32_t destination) const override;

 private:
  [[noreturn]] void refuse(const std::string& allowed) const;
  void limit(std::uint64_t tables, std::uint64_t ends, std::uint64_t visits) const;
  void fail_nodes();
  void fail_links();
  void count_links();
  /// A link of the whole topology by the other of its two ends; itself where it has one.
  std::uint64_t other_end(std::uint64_t link) const;
  const BreadthFirstRoutes& routes() const;

  std::shared_ptr<const Topology> whole_;
  Failures failures_;
  std::uint32_t terminals_ = 0;
  std::vector<std::uint32_t> whole_node_;    // the number that a node has in the whole topology
  std::vector<std::uint32_t> left_node_;     // and the other way round; no_node: it failed
  std::vector<std::uint64_t> failed_links_;  // node * ports + port in the whole topology, each direction, ascending
  std::vector<bool> lacks_links_;            // whether a node of the whole topology has one of these
  std::uint64_t wires_ = 0;                  // that are left, each direction
  std::uint32_t largest_degree_ = 0;
  std::uint32_t smallest_degree_ = 0;
  mutable std::mutex searching_;
  mutable std::unique_ptr<const BreadthFirstRoutes> searched_;
  mutable std::atomic<const BreadthFirstRoutes*> routes_ = nullptr;
};

}  // namespace pram
