#pragma once

#include <cstdint>
#include <span>

#include <pram/network.hpp>

#include "../processors/worker.hpp"
#include "phase_messages.hpp"

namespace pram::detail {

/// A record that a component has in a step of several ranks, as these tell each other of it.
struct OrderedRecord {
  std::uint64_t key = 0;  ///< in whose order the component has its records in one process
  std::uint64_t address = 0;
  std::uint32_t source = 0;  ///< the component
  std::uint32_t destination = 0;
  std::uint32_t home = 0;
  std::uint32_t weight = 0;
  std::uint32_t arrivals = 0;
  Awaits awaits = Awaits::nothing;
  bool routed = false;  ///< by the step's adaptive routing
};

/// What the rank of a component answers about a record.
struct OrderedAnswer {
  std::uint64_t number = 0;  ///< among the records of all components, in the order in which one process has them
  std::uint32_t destination = 0;
};

// Keys of records that go by their own ranks (Exchange::sort_by_ranks()) come after all others.
inline constexpr std::uint64_t key_of_ranked = std::uint64_t{1} << 63;

/// By what a record merges in a network that combines: no record of another rank has the same.
inline std::uint64_t key_on_rank(std::uint32_t rank, std::uint64_t address) {
  constexpr unsigned address_bits = 48;  // a position, and a species below CallSites::most
  return std::uint64_t{rank} << address_bits | address;
}

/// Puts the records that ranks have into the order in which one process has them. Each component's records are ordered
/// on the rank that has the component's processors. Every rank calls each function as often as the others.
class SourceOrder {
 public:
  virtual ~SourceOrder() = default;

  /// @param mine  what this rank has, by sources, keys and positions
  /// @returns what all ranks have of this one's components, in order
  virtual std::span<const OrderedRecord> gather(std::span<const OrderedRecord> mine) = 0;
  /// Says where the gathered records go next, and learns where this rank's own do.
  /// @param destination  per record that gather() has returned; none: it is not asked for
  /// @returns per record that gather() was given
  virtual std::span<const OrderedAnswer> answer(std::span<const std::uint32_t> destination) = 0;
  /// The messages that the gathered records of all ranks are: all that have a component for destination.
  /// @param keyed  with their keys, by which they merge in the network: no two ranks have the same
  virtual MessageList messages(bool keyed) = 0;
  /// Adds numbers up over all ranks.
  virtual void add(std::span<std::uint64_t> numbers) = 0;
};

/// Calls see(record, key) for the records of a chunk, each with the key by which a component has them in order: the
/// processor that asked first for what it does, or of what processes ask the ordinal of the first request.
/// @param trace   per slot of the chunk: the number of its record
/// @param number  of the first record
template <class See>
void visit_first_requests(const Worker& worker, const Chunk& chunk, const std::uint32_t* trace, std::uint32_t number,
                          const See& see) {
  const bool of_processes = worker.origins != nullptr && !worker.origins->of_processors;
  for (std::uint32_t at = chunk.first; chunk.requests > 0 && at < chunk.last; ++at) {
    if (worker.index[at] < finished_processor && trace[at - chunk.first] == number)
      see(number++, of_processes ? worker.origins->ordinal[at] : worker.processor_of(at));
  }
}

}  // namespace pram::detail
