#pragma once

#include <pram/network.hpp>

#include "../source.hpp"
#include "received_counts.hpp"

/// The short way of a chunk: its requests are served at their cells as they stand in their slots (memory/in_place.hpp).
/// There is no record, no table that merges them, and no way back; what the network is charged comes out the same.
namespace pram::detail {

/// What must hold for a chunk to be served in place. All else goes by records:
///   - One worker owns all cells.
///   - All requests come from one line, so that they are of one species; and so do all others of the step so far, since
///     otherwise each message is noted with its line (CallSiteLog).
///   - Slots are processors. Requests of BSP processes are few, and merged already.
///   - The network asks for no list of messages, which stands in the order of records.
///   - Operands combine to the same bits in whatever groups.
bool may_serve_in_place(const Worker& worker, const Chunk& chunk, const Network& network);

/// Serves a chunk's requests and puts the replies into their slots.
/// @param received  counts the messages at their destinations
/// @returns what merge_at_source() says of them
/// @throws LimitError
SourceFacts serve_in_place(Worker& worker, const Chunk& chunk, ReceivedCounts& received);

}  // namespace pram::detail
