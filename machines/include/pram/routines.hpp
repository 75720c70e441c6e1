#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <pram/lockstep.hpp>
#include <pram/random_access.hpp>
#include <pram/schedule.hpp>
#include <pram/sort_options.hpp>

namespace pram {

struct KeyedRecord {
  std::uint64_t key = 0;
  std::uint64_t value = 0;
};

/// The synchronous routines of one network: executed step by step with real data, charged by routine. Records are dealt
/// to nodes in equal shares of q: the one in place x is at node x / q. A step then carries q records and costs in
/// proportion. All but sort() need powers of two of nodes and of q.
class Routines {
 public:
  virtual ~Routines() = default;

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

  /// RAR: one request a place. A processor gets the reply for its address, an idle one 0.
  /// 2 ST + 5 AS where no home has more addresses than places, else 2 ST + AS + 5 AS a round.
  virtual AccessReport read(std::span<const AccessRequest> requests, const AccessMemory& memory,
                            std::span<std::uint64_t> values) = 0;
  /// RAW: the first of the requests for an address arrives, or all of them combined.
  /// ST + 3 AS, or in rounds ST + AS + 3 AS a round; an operator costs one AS more.
  virtual AccessReport write(std::span<const AccessRequest> requests, const AccessMemory& memory,
                             AccessOperator combine = nullptr) = 0;
  /// Fetch-and-op: all requests arrive combined, the reply is the word before, and every processor gets what it would
  /// find if they took place one after the other, in order. Costs a read and one AS.
  virtual AccessReport fetch(std::span<const AccessRequest> requests, const AccessMemory& memory,
                             AccessOperator combine, std::span<std::uint64_t> values) = 0;
};

/// The routines of a network by name. RCN-FULL and the hypercube have them natively; elsewhere exchanges are routed
/// permutations, each charged the steps that its carrier takes.
/// @param name       as for make_carrier(): "rcn-full:16,2", "torus:8x8,ports=one"
/// @param terminals  how many are wanted; 0: as many as the name says
/// @throws ConfigError
std::unique_ptr<Routines> make_routines(std::string_view name, const SortOptions& options = {},
                                        std::uint32_t terminals = 0);

}  // namespace pram
