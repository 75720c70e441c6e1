#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include <pram/machines/switching.hpp>
#include <pram/machines/topology.hpp>

namespace pram {

/// Lower bounds, in steps, on any delivery of a batch. Each bound holds by itself. Messages to their own source need no
/// step; for an empty batch all bounds are 0.
struct LowerBounds {
  std::uint64_t distance = 0;   ///< steps of all messages on their shortest paths, divided by the number of links
  std::uint64_t farthest = 0;   ///< the message with the longest shortest path, alone on the network
  std::uint64_t ports = 0;      ///< the most that leaves or enters one terminal, divided by its ports in use at a time
  std::uint64_t bisection = 0;  ///< steps of all messages between the lower and the upper half of the terminals,
                                ///< divided by the links between them. Any cut gives a bound, not only the least

  /// The largest of them.
  std::uint64_t best() const;
};

/// Finds lower bounds on DeliveryStatistics::steps for batches on one topology. If switches combine, messages of equal
/// key and destination count as one wherever they could be merged.
class LowerBoundFinder {
 public:
  /// Takes time in proportion to the links of the topology.
  /// @param topology  must outlive this object
  LowerBoundFinder(const Topology& topology, const SwitchingOptions& options);

  LowerBounds operator()(const Messages& batch) const;

  /// The number of links; each direction counts.
  std::uint64_t links() const { return links_; }

 private:
  struct Leg;
  struct Load;
  std::vector<Leg> travelling(const Messages& batch) const;
  bool upper(std::uint32_t node) const { return upper_[node]; }
  std::uint64_t ports_bound(const std::vector<Load>& loads) const;
  std::uint64_t cut_bound(std::uint64_t up, std::uint64_t down) const;

  const Topology& topology_;
  SwitchingOptions options_;
  std::vector<bool> upper_;  // per node: on the side of the terminals of higher number
  std::vector<std::uint32_t> leaving_;
  std::vector<std::uint32_t> entering_;  // links of each terminal
  std::uint64_t links_ = 0;
  std::uint64_t senders_ = 0;                   // nodes that have a link to leave by
  std::array<std::uint64_t, 2> cut_{};          // links from the lower to the upper side, and back
  std::array<std::uint64_t, 2> cut_senders_{};  // nodes that those leave
};

}  // namespace pram
