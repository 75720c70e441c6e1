#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include <pram/detail/routing/asynchronous.hpp>

#include "../../timing/follow.hpp"
#include "exchange.hpp"

/// Notes the messages of a step that an Exchange carries, and which of them are news to their receivers, for
/// asynchronous combining.
namespace pram::detail {

/// Enters the records that leave for the first phase.
inline void note_requests(MessageTree& tree, const PhasedWorkerState<UpdateRecord>& worker, const CallSites& sites) {
  for (std::uint32_t k = 0; k < worker.count; ++k) {
    const UpdateRecord& record = worker.held[k];
    const Operation operation = sites.species(species_of(record.address)).operation;
    tree.follow.push_back(follow_of(operation).value_or(Follow::attach));
    tree.value.push_back(follow_value(operation, worker.context, record));
    tree.replies.push_back(operation.replies() ? 1 : 0);
  }
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
