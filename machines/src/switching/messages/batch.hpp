#pragma once

#include <pram/detail/memory_account.hpp>
#include <pram/machines/switching.hpp>

namespace pram::detail {

/// Steps that a message of so many words takes for one hop.
std::uint32_t duration_of(std::uint32_t words, const SwitchingOptions& options);

/// The duration that all messages of a batch share, 0 if they differ.
std::uint32_t common_duration(const Messages& batch, const SwitchingOptions& options);

/// @throws ConfigError for a batch whose lists differ in length or that names a node that is no terminal
void check_batch(const Messages& batch, const Topology& topology);

/// Where message `number` goes first: its destination, or a stop on the way (Valiant 1982: a random terminal).
std::uint32_t first_stop(const Topology& topology, const SwitchingOptions& options, std::uint32_t number,
                         std::uint32_t source, std::uint32_t destination);

/// How many links a switching technique must have a queue for.
/// @throws ConfigError if they are more than `most`
std::size_t link_count(const Topology& topology, std::uint64_t most);

/// Gives merged messages the arrival of the one that carried them, latest merge first.
void settle_merged(DeliveryStatistics& statistics, const CountedVector<Merge>& merges);

/// Turns times counted in hops into steps, where every hop takes `duration` of them.
/// @param trace  its entries from the two given on; may be null
void scale(DeliveryStatistics& statistics, Trace* trace, std::size_t first_crossing, std::size_t first_merge,
           std::uint32_t duration);

}  // namespace pram::detail
