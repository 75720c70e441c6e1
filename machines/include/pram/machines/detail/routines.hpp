#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <pram/detail/random_access.hpp>
#include <pram/machines/detail/lockstep.hpp>
#include <pram/machines/detail/schedule.hpp>
#include <pram/machines/detail/sort_options.hpp>
#include <pram/network.hpp>

namespace pram {

struct KeyedRecord {
  std::uint64_t key = 0;
  std::uint64_t value = 0;
};

/// The synchronous routines of one network: executed step by step with real data, charged by routine. Records are dealt
/// to nodes in equal shares of q: the one in place x is at node x / q. A step then carries q records and costs in
/// proportion. All but sort() need powers of two of nodes and of q.
///
/// The accesses cost, in sorts ST and ascends AS: a read 2 ST + 5 AS where no home has more addresses than places, else
/// 2 ST + AS + 5 AS a round; a write ST + 3 AS, or ST + AS + 3 AS a round, and one AS more with an operator; a fetch
/// what a read costs and one AS.
class Routines : public RandomAccess {
 public:
  virtual std::string network() const = 0;
  virtual std::uint32_t nodes() const = 0;
  virtual ScheduleLedger& ledger() = 0;

  /// Sorts upwards by place, with the network's own sorter or the one asked for. Not stable.
  virtual SortReport sort(std::span<std::uint64_t> keys) = 0;
  virtual SortReport sort(std::span<KeyedRecord> records) = 0;

  /// An ascend: every place gets the sum of the numbers up to it, its own included.
  virtual void prefix_sums(std::span<std::uint64_t> numbers) = 0;
  /// An ascend: how many places with a flag lie before each.
  virtual std::vector<std::uint32_t> rank(std::span<const std::uint8_t> flags) = 0;
  /// An ascend: the record of rank r, as its target says, goes to place r. @throws ScheduleError where records collide
  virtual void concentrate(std::span<Packet<std::uint64_t>> packets) = 0;
  /// A descend: records in places 0 … m - 1 go to increasing targets. @throws ScheduleError where records collide
  virtual void distribute(std::span<Packet<std::uint64_t>> packets) = 0;
  /// A descend: the record in place r < m is spread over the places after the last record's target up to its own.
  virtual void generalise(std::span<Packet<std::uint64_t>> packets) = 0;
};

/// The routines of a network by name. RCN-FULL and the hypercube have them natively; elsewhere exchanges are routed
/// permutations, each charged the steps that its switching technique takes.
/// @param network    as for make_switching(): "rcn-full:16,2", "torus:8x8,ports=one"
/// @param terminals  how many are wanted; 0: as many as the name says
/// @throws ConfigError
std::unique_ptr<Routines> make_routines(const Spec& network, const SortOptions& options = {},
                                        std::uint32_t terminals = 0);

/// The same of a topology, with the options of the switching technique that routes permutations on it.
/// @throws ConfigError
std::unique_ptr<Routines> make_routines(std::shared_ptr<const Topology> topology, const SwitchingOptions& switching,
                                        const SortOptions& options);

/// The routines of any network by its charges alone: exchanges are permutations, a phase each.
/// @param network  the routines' own: carry() is called as they go
/// @throws ConfigError for a method that needs links, and for components that are no power of two
std::unique_ptr<Routines> make_network_routines(std::unique_ptr<Network> network, std::uint32_t components,
                                                const SortOptions& options = {});

/// The sorter that access protocol sorting asks for: "sorting" or "sorting:own", rcn-sort, cole or cole,k3=K (SORT with
/// atoms charged as Cole's, K3 = 3 without an option), rotatesort, bitonic, odd-even-merge, shear.
/// @throws ConfigError
SortOptions sort_options_from(const Spec& sorting);

}  // namespace pram
