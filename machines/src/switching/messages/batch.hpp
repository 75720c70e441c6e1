#pragma once

#include <pram/detail/memory_account.hpp>
#include <pram/machines/switching.hpp>

namespace pram::detail {

/// Steps that a message of this many words takes for one hop.
std::uint32_t duration_of(std::uint32_t words, const SwitchingOptions& options);

/// The duration of a hop, if it is the same for all messages of a batch; else 0.
std::uint32_t common_duration(const Messages& batch, const SwitchingOptions& options);

/// Checks a batch.
/// @throws ConfigError if its lists differ in length, or if it names a node that is no terminal
void check_batch(const Messages& batch, const Topology& topology);

/// The terminal to which message `number` goes first: its destination, or a stop on the way (a random terminal: Valiant
/// 1982).
std::uint32_t first_stop(const Topology& topology, const SwitchingOptions& options, std::uint32_t number,
                         std::uint32_t source, std::uint32_t destination);

/// The number of links for which a switching technique needs a queue.
/// @throws ConfigError if there are more than `most`
std::size_t link_count(const Topology& topology, std::uint64_t most);

/// Gives merged messages the arrival of the message that carried them, latest merge first.
void settle_merged(DeliveryStatistics& statistics, const CountedVector<Merge>& merges);

/// Turns times counted in hops into steps; every hop takes `duration` steps.
/// @param trace  may be null; else its entries from the two given positions on are turned
void scale(DeliveryStatistics& statistics, Trace* trace, std::size_t first_crossing, std::size_t first_merge,
           std::uint32_t duration);

}  // namespace pram::detail
