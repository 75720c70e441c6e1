#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "delivery.hpp"

/// The first merge: requests of one address that leave the same component become one record (TR-24-92, Section 2).
namespace pram::detail {

/// What one chunk of processors hands to the network.
struct SourceFacts {
  std::uint32_t records = 0;
  std::uint32_t largest_sent = 0;      ///< records of one component
  std::uint32_t largest_replying = 0;  ///< those of them that await a reply
  std::uint32_t largest_requests = 0;  ///< requests of one component, before merging
};

/// Merges the requests of a chunk, component by component.
/// @param records  room for one record a request; filled in the order of components, then of first requests
/// @param source   per record: its component. May be null
/// @param trace    per slot of the chunk: the number of its record, counted from `number`. The operand of a fetch in
///                 Outbox::value is replaced by what the requests before it in its record combine to
template <class Record>
SourceFacts merge_at_source(Worker& worker, const Chunk& chunk, CombiningContext& context, Record* records,
                            std::uint32_t* source, std::uint32_t* trace, std::uint32_t number);

/// One worker's records after the first merge.
template <class Record>
struct SourceRecords {
  std::uint32_t count = 0;
  Pages<Record> held;
  Pages<std::uint32_t> component;  ///< of each of them
  Pages<std::uint32_t> trace;      ///< per slot: its record
  CombiningContext context;

  /// Merges the requests of all chunks, one after the other.
  /// @returns the most requests of one component
  std::uint32_t merge(Worker& worker, const CombiningContext& of_step) {
    context = of_step;
    std::uint32_t requests = 0;
    for (const Chunk& chunk : worker.chunks) requests += chunk.requests;
    held.reserve(requests);
    component.reserve(requests);
    trace.reserve(worker.slots);
    count = 0;
    std::uint32_t largest_requests = 0;
    for (const Chunk& chunk : worker.chunks) {
      const SourceFacts made = merge_at_source(worker, chunk, context, held.data() + count, component.data() + count,
                                               trace.data() + chunk.first, count);
      count += made.records;
      largest_requests = std::max(largest_requests, made.largest_requests);
    }
    return largest_requests;
  }
};

/// Merges the requests of all workers, each into its own SourceRecords.
template <class Held>
void merge_at_source(const WorkerTeam& team, Step& step, std::vector<Held>& held) {
  std::vector<std::uint32_t> largest_requests(team.count());
  team.run(step.spread, [&](unsigned w) { largest_requests[w] = held[w].merge(*team.workers[w], step.context); });
  for (std::uint32_t w = 0; w < team.count(); ++w) {
    step.largest_requests = std::max(step.largest_requests, largest_requests[w]);
    step.unequal_writes |= held[w].context.unequal_writes;
  }
}

/// Gives every processor of the chunk the reply of its record.
/// @param reply  reply(k) is that of record k
template <class Reply>
void return_replies(Worker& worker, const Chunk& chunk, const std::uint32_t* trace, const Reply& reply) {
  if (!chunk.mixed) {
    const Operation operation = worker.sites.operation(chunk.site);
    if (!operation.replies()) return;
    if (operation.fetches()) {
      for (std::uint32_t at = chunk.first; at < chunk.last; ++at) {
        if (worker.index[at] >= finished_processor) continue;
        worker.value[at] = apply_operator(operation, reply(trace[at - chunk.first]), worker.value[at]);
      }
    } else if (chunk.requests == chunk.last - chunk.first) {
      for (std::uint32_t at = chunk.first; at < chunk.last; ++at) worker.value[at] = reply(trace[at - chunk.first]);
    } else {
      for (std::uint32_t at = chunk.first; at < chunk.last; ++at) {
        if (worker.index[at] < finished_processor) worker.value[at] = reply(trace[at - chunk.first]);
      }
    }
    return;
  }
  for (std::uint32_t at = chunk.first; at < chunk.last; ++at) {
    if (worker.index[at] >= finished_processor) continue;
    const Operation operation = worker.sites.operation(worker.sites_of[at]);
    if (operation.fetches()) {
      worker.value[at] = apply_operator(operation, reply(trace[at - chunk.first]), worker.value[at]);
    } else if (operation.replies()) {
      worker.value[at] = reply(trace[at - chunk.first]);
    }
  }
}

/// Gives replies to all chunks of a worker.
/// @param trace  per slot, as SourceRecords has it
template <class Reply>
void return_all_replies(Worker& worker, const std::uint32_t* trace, const Reply& reply) {
  for (const Chunk& chunk : worker.chunks) {
    if (chunk.requests > 0) return_replies(worker, chunk, trace + chunk.first, reply);
  }
}

}  // namespace pram::detail
