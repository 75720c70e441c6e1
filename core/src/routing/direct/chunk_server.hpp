#pragma once

#include <pram/network.hpp>

#include "../component_counts.hpp"
#include "../slot_shares.hpp"
#include "../source.hpp"
#include "site_log.hpp"

/// Service of a whole chunk in place: its requests are served at their cells from their slots
/// (serving/slot_server.hpp). There are no records, no merge table and no path back. The charge of the network is the
/// same as with records.
namespace pram::detail {

/// What must hold for a step to have chunks that are served in place:
///   - Slots are processors, or requests of processors. Those of BSP processes are few, and merged already.
///   - The network asks for no list of messages, which stands in the order of records.
/// @param worker  any of the step's
bool may_serve_in_place(const Worker& worker, const Network& network);

/// What must hold besides for a chunk. All else goes by records:
///   - All requests come from one line, so that they are of one species.
///   - Operands combine to the same bits in whatever groups.
/// With several workers each serves its block of cells for all of them, see CellServers, finds their requests in their
/// slots, and leaves the replies there.
bool may_serve_in_place(const Worker& worker, const Chunk& chunk, const Network& network);

/// Where messages that are served in place are counted.
struct ChunkCounts {
  ComponentCounts& received;
  CallSiteLog& lines;       ///< once a step has several
  ComponentCounts* sent;    ///< null: one worker serves all, and what its service returns is enough
  ComponentCounts* merged;  ///< for a profile: requests that are part of another's message, by their homes; else null
};

/// Serves a chunk's requests, all of them for a worker's cells, and puts the replies into their slots.
/// @param server  the worker that serves
/// @param source  whose chunk it is
/// @returns what merge_at_source() says of them
/// @throws LimitError
SourceFacts serve_chunk(Worker& server, const Worker& source, const Chunk& chunk, const ChunkCounts& counts);
/// The same for some slots.
/// @param slot  `count` of them, ascending, and all ask for something
/// @returns how many messages they are, in `records`
std::uint32_t serve_chunk(Worker& server, const Worker& source, const Chunk& chunk, const std::uint32_t* slot,
                          std::uint32_t count, const ChunkCounts& counts);

}  // namespace pram::detail
