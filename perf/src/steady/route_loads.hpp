#pragma once

#include <cstdint>
#include <vector>

#include <pram/machines/topology.hpp>
#include <pram/network/poll.hpp>

namespace pram::perf {

/// Follows routes and adds up what crosses each link. The routes to one destination form a tree, so that a node on many
/// of them is asked once: all terminals' messages to one destination take time by the nodes, and not by the hops.
class RouteLoads {
 public:
  explicit RouteLoads(const Topology& topology);

  /// The messages that follow go to this node.
  void begin(std::uint32_t to);
  /// @param messages  how many, on average
  void send(std::uint32_t from, double messages);
  /// Lets them go.
  void end();

  /// Lets messages go over links that are known, no destination's tree asked.
  void send_over(const std::vector<std::uint32_t>& links, double messages);

  /// Messages over the most loaded link.
  double largest() const;
  /// Of all messages.
  double hops() const { return hops_; }
  /// How many nodes were asked for the next link, over all destinations.
  std::uint64_t asked() const { return asked_; }

 private:
  struct Node {
    double messages = 0;       ///< that start here or come through
    std::uint32_t link = 0;    ///< by which they go on
    std::uint32_t next = 0;    ///< where that ends
    std::uint32_t before = 0;  ///< nodes whose messages have still to come through
    bool asked = false;
  };

  const Topology& topology_;
  std::vector<Node> nodes_;
  std::vector<double> loads_;          // by link
  std::vector<std::uint32_t> on_way_;  // the nodes that were asked for this destination
  std::uint32_t to_ = 0;
  double hops_ = 0;
  std::uint64_t asked_ = 0;
  Poller poller_;
};

}  // namespace pram::perf
