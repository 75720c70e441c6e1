#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <unordered_map>
#include <vector>

#include "../component_counts.hpp"
#include "../phase_messages.hpp"
#include "../source.hpp"
#include "../source_order.hpp"
#include "batch.hpp"
#include "site_log.hpp"

namespace pram::detail {

/// What a worker has of a step of direct access: the batches that it has gathered, and what it has counted.
struct DirectWorkerState {
  std::deque<Batch> batches;  ///< used in order, kept from step to step
  std::size_t used = 0;
  ComponentCounts received;
  ComponentCounts sent;    ///< in place, where several workers serve a component's requests, or for a profile
  ComponentCounts merged;  ///< for a profile: requests that are part of another's message, by their homes
  CallSiteLog lines;
  PhaseMessages messages;
  CountedVector<OrderedRecord> ordered;  ///< in place of a list, where several ranks have one together
  std::uint32_t largest_requests = 0;
  CombiningContext context;
  ComponentLoads* components = nullptr;  ///< of a profile
  ArrayServers servers;
  SlotLists lists;
  BatchSort sorting;
  std::uint32_t noted = 0;                                     ///< messages, in an observed step
  MessageLog* observed = nullptr;                              ///< of an observed step, which has one worker
  std::unordered_map<std::uint64_t, std::uint32_t> first_met;  ///< in an observed step: a cell's first message
};

/// Adds up over all ranks what the components have sent and received: the first worker has it all then.
/// @returns the messages of all ranks, and those that await a reply
inline std::array<std::uint64_t, 2> united(std::vector<DirectWorkerState>& workers, RankGroup& group,
                                           std::uint32_t components) {
  std::array<std::uint64_t, 2> messages{};
  for (const DirectWorkerState& mine : workers) {
    messages[0] += mine.messages.count;
    messages[1] += mine.messages.replying;
  }
  unite(group, {&workers.front().received, &workers.front().sent}, components, messages);
  return messages;
}

}  // namespace pram::detail
