#pragma once

#include <cstdint>
#include <memory>

#include <pram/network.hpp>

#include "../processors/worker_team.hpp"
#include "../routing/delivery.hpp"

namespace pram::detail {

/// Whether a data-parallel step is served in place instead of by direct access. Conditions:
/// - Every request is for one array, by one operation, from one line: a read, a write or an update.
/// - The network's charge follows from counts: it takes no list of messages, and combines none on their way.
/// - One worker serves each cell, but requests of several workers do not come in the order of their components. So
///   floating-point numbers, whose sums depend on the order, are served in place only if there is one worker.
/// - The step is large enough for counters of all components.
///
/// Then no request becomes a record. The stamp of a cell names the processor that asked for it first in this step, or
/// says how many have read it, and later requests find it. Messages are counted by the homes of all requests, less
/// those that merge at their source.
bool serves_in_place(const WorkerTeam& team, const Network& network, Operation operation, std::uint64_t live);

/// Serves such steps: with the same results, facts and charges as by direct access. A read has its reply as soon as its
/// chunk is taken.
class InPlaceDelivery : public Delivery {
 public:
  /// Announces the call site of the next step.
  virtual void expect(std::uint32_t site) = 0;
  /// The replies to the reads of the chunk that a worker took last, by slot; null if they were no reads.
  virtual const Word* replies(std::uint32_t worker) const = 0;
};

/// @param collision_marker  what concurrent writes leave behind under Rule::collision
std::unique_ptr<InPlaceDelivery> make_in_place_delivery(WorkerTeam& team, Network& network, Word collision_marker);

}  // namespace pram::detail
