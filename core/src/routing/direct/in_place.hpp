#pragma once

#include <pram/network.hpp>

#include "../source.hpp"
#include "received_counts.hpp"
#include "site_log.hpp"

/// Service of a whole chunk in place: its requests are served at their cells from their slots (memory/in_place.hpp).
/// There are no records, no merge table and no way back. The charge of the network is the same as with records.
namespace pram::detail {

/// What must hold for a chunk to be served in place. All else goes by records:
///   - All requests come from one line, so that they are of one species.
///   - Slots are processors. Requests of BSP processes are few, and merged already.
///   - The network asks for no list of messages, which stands in the order of records.
///   - Operands combine to the same bits in whatever groups.
/// With several workers each serves so what its processors ask of its own cells, when the batches of lower workers are
/// served: as cells meet records. The rest of the chunk becomes records, which cross.
bool may_serve_in_place(const Worker& worker, const Chunk& chunk, const Network& network);

/// A chunk's requests by whether they cross to another worker. All that ask for something stand in one of the lists.
struct SplitChunk {
  std::uint32_t own = 0;
  Pages<std::uint32_t> own_slot;  ///< of those for the worker's own cells, ascending
  SomeSlots crossing;
};

/// Splits a chunk that may be served in place.
void split_by_owner(const Worker& worker, const Chunk& chunk, SplitChunk& split);

/// Where the messages of a chunk that is served in place are counted: at their destinations, and by lines once a step
/// has several; for a profile at their sources, too, and the requests that are part of another's message.
struct InPlaceCounts {
  ReceivedCounts& received;
  CallSiteLog& lines;
  ComponentLoads* components;  ///< null: nobody keeps a profile
};

/// Serves a chunk's requests and puts the replies into their slots.
/// @returns what merge_at_source() says of them
/// @throws LimitError
SourceFacts serve_in_place(Worker& worker, const Chunk& chunk, InPlaceCounts counts);
/// The same for those that do not cross, once the others have become records.
/// @returns its records are the messages that do not cross; the largest numbers are those of both
SourceFacts serve_in_place(Worker& worker, const Chunk& chunk, const SplitChunk& split, InPlaceCounts counts);

}  // namespace pram::detail
