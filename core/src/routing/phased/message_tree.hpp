#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "../../request/any_may_stand.hpp"
#include "../../timing/follow.hpp"
#include "exchange.hpp"
#include "noted_tree.hpp"

/// Notes the messages of a step that an Exchange carries, and which of them are news to their receivers, for
/// asynchronous combining.
namespace pram::detail {

/// Enters the first request of each record, in the order of the records.
inline void note_first_writes(NotedTree& tree, const PhasedWorkerState<UpdateRecord>& held, const Worker& worker) {
  std::uint32_t number = 0;
  for (const Chunk& chunk : worker.chunks) {
    for (std::uint32_t at = chunk.first; chunk.requests > 0 && at < chunk.last; ++at) {
      if (worker.index[at] >= finished_processor || held.trace[at] != number) continue;
      tree.writes.push_back({worker.value[at], static_cast<std::uint32_t>(worker.processor_of(at))});
      ++number;
    }
  }
}

/// Enters the records that leave for the first phase.
/// @param worker  whose requests they are
inline void note_requests(NotedTree& tree, const PhasedWorkerState<UpdateRecord>& held, const Worker& worker) {
  for (std::uint32_t k = 0; k < held.count; ++k) {
    const UpdateRecord& record = held.held[k];
    const Operation operation = worker.sites.species(species_of(record.address)).operation;
    const bool first_wins = tree.first_wins && any_may_stand(operation);
    const Follow follow = first_wins ? Follow::attach : follow_of(operation).value_or(Follow::attach);
    // Values of records that attach are not compared: their numbers tell which of them has come home.
    tree.value.push_back(follow == Follow::attach ? tree.value.size() : follow_value(operation, held.context, record));
    tree.follow.push_back(follow);
    tree.replies.push_back(operation.replies() ? 1 : 0);
  }
  if (tree.first_wins) note_first_writes(tree, held, worker);
}

/// Enters the sources of a phase, before it.
template <class Record>
void note_sources(MessageTree& tree, std::uint32_t phase, const std::vector<PhasedWorkerState<Record>>& workers) {
  CountedVector<std::uint32_t>& source = tree.phases[phase].source;
  for (const PhasedWorkerState<Record>& worker : workers)
    source.insert(source.end(), worker.component.data(), worker.component.data() + worker.count);
}

/// Enters where the messages of a phase went and what they became part of, after it.
template <class Record>
void note_merges(MessageTree& tree, std::uint32_t phase, const WorkerTeam& team,
                 const std::vector<PhasedWorkerState<Record>>& workers) {
  MessageTree::Phase& noted = tree.phases[phase];
  std::vector<std::uint32_t> first;  // record of each worker
  tree.delivered = 0;
  for (const PhasedWorkerState<Record>& worker : workers) {
    first.push_back(tree.delivered);
    tree.delivered += worker.count;
  }
  std::vector<std::uint32_t> next(workers.size());
  for (const PhasedWorkerState<Record>& worker : workers) {
    const PhaseTrace<Record>& trace = worker.phases[phase];
    noted.destination.insert(noted.destination.end(), trace.destination.data(), trace.destination.data() + trace.sent);
    std::ranges::fill(next, 0U);
    for (std::uint32_t k = 0; k < trace.sent; ++k) {
      const std::uint32_t owner = team.owner_of(trace.destination[k]);
      const std::uint32_t landed = team.count() == 1 ? trace.landed[k] : trace.outgoing[owner].landed[next[owner]++];
      noted.merged_into.push_back(first[owner] + workers[owner].phases[phase].merged_into[landed]);
    }
  }
}

}  // namespace pram::detail
