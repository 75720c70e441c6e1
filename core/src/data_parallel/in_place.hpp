#pragma once

#include <cstdint>
#include <memory>

#include <pram/network.hpp>

#include "../processors/worker_team.hpp"
#include "../routing/delivery.hpp"

namespace pram::detail {

/// May a data-parallel step be served in place, instead of direct access? What must hold:
/// - Every request is for one array, by one operation, from one line: a read, a write or an update.
/// - The network's charge follows from counts: it takes no list of messages, and combines none on their way.
/// - One worker serves each cell, but workers' requests for it do not come in the order of their components. So values
///   whose combination depends on that order, floating-point numbers, have one worker in all.
/// - The step is large enough for counters of all components.
///
/// Then no request becomes a record. A cell's stamp says who has asked for it first in this step; who asks for it later
/// finds that. Messages are counted by the homes of all requests, less those that merge at their source.
bool serves_in_place(const WorkerTeam& team, const Network& network, Operation operation, std::uint64_t live);

/// Serves such steps: with the same results, facts and charges as by direct access. A read has its reply as soon as its
/// chunk is taken.
class InPlaceDelivery : public Delivery {
 public:
  /// The step that comes is from this line.
  virtual void expect(std::uint32_t site) = 0;
  /// The replies to the reads of the chunk that a worker has taken last, by its slots; else null.
  virtual const Word* replies(std::uint32_t worker) const = 0;
};

/// @param collision_marker  what concurrent writes leave behind under Rule::collision
std::unique_ptr<InPlaceDelivery> make_in_place_delivery(WorkerTeam& team, Network& network, Word collision_marker);

}  // namespace pram::detail
