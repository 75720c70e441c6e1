#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <pram/detail/routing/random_access.hpp>
#include <pram/machines/detail/lockstep.hpp>
#include <pram/machines/detail/schedule.hpp>
#include <pram/machines/detail/sort_options.hpp>
#include <pram/network.hpp>

namespace pram {

/// A record that sort() orders by its key.
struct KeyedRecord {
  std::uint64_t key = 0;
  std::uint64_t value = 0;
};

/// The synchronous routines of one network, executed step by step with real data and charged by routine. Records are
/// dealt to nodes in equal shares of q: the record in place x is at node x / q. A step carries q records a node and
/// costs in proportion. All routines but sort() need a power of two of q, and one of nodes, too, but on RCN-FULL.
///
/// ST is the cost of a sort, AS that of an ascend or descend. If no home has more addresses than places, a read costs
/// 2 ST + 5 AS and a write ST + 3 AS. Otherwise a read costs 2 ST + AS + 5 AS a round, and a write ST + AS + 3 AS a
/// round. An operator makes a write cost one AS more. A fetch-and-op costs one AS more than a read.
///
/// RCN-FULL of atoms that are no power of two has AS(0) = ⌈log2 N_A⌉, and moves records in MS(L) = 2 MS(L-1) + 2
/// steps, MS(0) = 1. There concentrate and distribute cost MS and generalise MS + AS: a read 2 ST + 2 AS + 4 MS, a
/// write ST + AS + 2 MS. Several rounds cost 2 ST + AS + (2 AS + 4 MS) a round, and ST + AS + (AS + 2 MS) a round.
class Routines : public RandomAccess {
 public:
  virtual std::string network() const = 0;
  virtual std::uint32_t nodes() const = 0;
  virtual ScheduleLedger& ledger() = 0;

  /// Sorts in ascending order, from place to place, by the method of SortOptions. Not stable.
  virtual SortReport sort(std::span<std::uint64_t> keys) = 0;
  virtual SortReport sort(std::span<KeyedRecord> records) = 0;

  /// An ascend: every place gets the sum of all numbers up to its own.
  virtual void prefix_sums(std::span<std::uint64_t> numbers) = 0;
  /// An ascend: for each place, the number of flags before it.
  virtual std::vector<std::uint32_t> rank(std::span<const std::uint8_t> flags) = 0;
  /// An ascend: the record of rank r (its target) goes to place r.
  /// @throws ScheduleError if records collide
  virtual void concentrate(std::span<Packet<std::uint64_t>> packets) = 0;
  /// A descend: the records in places 0 … m - 1 go to their targets, which increase.
  /// @throws ScheduleError if records collide
  virtual void distribute(std::span<Packet<std::uint64_t>> packets) = 0;
  /// A descend: the record in place r < m is copied to the places after the target of the record before it, up to its
  /// own target.
  virtual void generalise(std::span<Packet<std::uint64_t>> packets) = 0;
};

/// Makes the routines of a network by name. RCN-FULL and the hypercube have routines of their own. On other networks an
/// exchange is a routed permutation, charged the steps that its switching technique takes.
/// @param network    as for make_switching(): "rcn-full:16,2", "torus:8x8,ports=one"
/// @param terminals  how many are wanted; 0: as many as the name says
/// @throws ConfigError for an unknown name or option, and for a method that the network does not have
std::unique_ptr<Routines> make_routines(const Spec& network, const SortOptions& options = {},
                                        std::uint32_t terminals = 0);

/// Makes the routines of a topology.
/// @param switching  options of the switching technique that routes permutations
/// @throws ConfigError for a bandwidth of 0, and for a method that the topology does not permit
std::unique_ptr<Routines> make_routines(std::shared_ptr<const Topology> topology, const SwitchingOptions& switching,
                                        const SortOptions& options);

/// Makes the routines of any network from its charges alone: an exchange is a permutation, charged as one phase.
/// @param network  belongs to the routines, which call its carry()
/// @throws ConfigError for a method that needs links, and of option "access" for a number of components that is no
/// power of two
std::unique_ptr<Routines> make_network_routines(std::unique_ptr<Network> network, std::uint32_t components,
                                                const SortOptions& options = {});

/// The sorter that a spec of access protocol "sorting" names: "sorting" or "sorting:own", rcn-sort, cole or cole,k3=K
/// (SORT with atoms charged as Cole's sort; K3 is 3 by default), cole-executed (by that sort, executed), rotatesort,
/// bitonic, odd-even-merge, shear.
/// @throws ConfigError of option "access" for an unknown sorter or option
SortOptions sort_options_from(const Spec& sorting);

}  // namespace pram
