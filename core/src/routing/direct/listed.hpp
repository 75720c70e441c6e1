#pragma once

#include <cstdint>
#include <vector>

#include <pram/network.hpp>

#include "../agreed_step.hpp"
#include "worker_state.hpp"

/// Lists of messages, for a network that asks for them.
namespace pram::detail {

/// Adds a batch's messages to a worker's list.
template <class Record>
void list_messages(DirectWorkerState& mine, const Worker& worker, const Batch& batch, const Record* records,
                   bool keyed) {
  MessageList& list = mine.messages.list;
  for (std::uint32_t k = 0; k < batch.records; ++k) {
    const Operation operation = worker.sites.species(species_of(records[k].address)).operation;
    list.add(batch.source[k], records[k].home, awaits(operation));
    if (keyed) list.key.push_back(records[k].address);
  }
}

/// The same where several ranks have one list together, in the order of the processors that asked first.
template <class Record>
void order_messages(DirectWorkerState& mine, const Worker& worker, const Batch& batch, const Record* records,
                    std::uint32_t rank) {
  visit_first_requests(worker, *batch.chunk, batch.trace.data(), 0, [&](std::uint32_t k, std::uint64_t processor) {
    const Address address = records[k].address;
    const Operation operation = worker.sites.species(species_of(address)).operation;
    mine.ordered.push_back({processor, key_on_rank(rank, address), batch.source[k], records[k].home, records[k].home,
                            records[k].weight, 0, awaits(operation), false});
  });
}

/// The messages of all ranks.
inline MessageList messages_of_ranks(const std::vector<DirectWorkerState>& workers, SourceOrder& order, bool keyed) {
  CountedVector<OrderedRecord> mine;
  for (const DirectWorkerState& one : workers) mine.insert(mine.end(), one.ordered.begin(), one.ordered.end());
  order.gather(mine);
  return order.messages(keyed);
}

}  // namespace pram::detail
