#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include <pram/machines/switching.hpp>
#include <pram/machines/topology.hpp>

namespace pram {

/// Steps that a batch needs at least, for reasons that have nothing to do with each other. Messages to their own source
/// need none.
struct LowerBounds {
  std::uint64_t distance = 0;   ///< link-steps of all messages on shortest ways, over the links there are
  std::uint64_t farthest = 0;   ///< a message alone, on the longest of the shortest ways
  std::uint64_t ports = 0;      ///< the most that leaves or enters one terminal, over its ports in use at a time
  std::uint64_t bisection = 0;  ///< what crosses between the terminals of lower and of higher number, over the links
                                ///< that do; not always the least cut, but no cut gives a wrong bound

  std::uint64_t best() const;
};

/// Finds lower bounds on DeliveryStatistics::steps for batches on one topology. Where messages may merge, those of
/// equal key and destination count as one wherever they could be one.
class LowerBoundFinder {
 public:
  /// Looks at every link once.
  /// @param topology  must outlive it
  LowerBoundFinder(const Topology& topology, const SwitchingOptions& options);

  LowerBounds operator()(const Messages& batch) const;

  /// Links that there are, each direction for itself.
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
