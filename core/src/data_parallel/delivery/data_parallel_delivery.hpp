#pragma once

#include <cstdint>
#include <memory>

#include <pram/detail/processors/step_requests.hpp>
#include <pram/network.hpp>

#include "../../processors/worker_team.hpp"
#include "../../routing/agreed_step.hpp"
#include "../../routing/delivery.hpp"
#include "../processor_group.hpp"

namespace pram::detail {

/// Whether a data-parallel step is served in place instead of by direct access. Conditions:
/// - Every request is for one array, by one operation, from one line: a read, a write or an update.
/// - The network's charge follows from counts: it takes no list of messages, and combines none on their way.
/// - One worker serves each cell, but requests of several workers do not come in the order of their components. So
///   floating-point numbers, whose sums depend on the order, are served in place only if there is one worker.
/// - The step is large enough for counters of all components.
///
/// Then no request becomes a record. A step that asks for no cell twice, as far as is known, is served by
/// distinct/distinct_cells.hpp; if it turns out to be another, and where the line's last step was another, by
/// marked/marked_cells.hpp. Messages are counted by the homes of all requests, less those that merge at their source.
///
/// Of several ranks each serves its own cells, where each processor asks for the cell of its own number and the array
/// has as many: see serves_own_cells(). Ranks carry all other steps as requests of coroutines, by the same names as one
/// process (named_delivery.hpp).
/// @param workers  that ask
bool serves_in_place(std::uint32_t workers, std::uint32_t components, const Network& network, Operation operation,
                     std::uint64_t live);

/// Whether each of several ranks may serve a step at its own cells, which is served in place.
bool serves_own_cells(const StepRequests& requests, const ProcessorGroup& group);
/// Whether one process may take a step for one that asks for no cell twice.
bool may_be_distinct(const StepRequests& requests, const ProcessorGroup& group);

/// Whether what several requests of a cell come to depends on their order.
inline bool depends_on_order(Operation operation) {
  return operation.combines() && operation.type >= WordType::float32;
}

/// Serves such steps: with the same results, facts and charges as by direct access. What cells hold while the
/// processors ask are the replies to reads.
class DataParallelDelivery : public Delivery {
 public:
  /// Announces the next step: its call site, and whose requests come from there.
  virtual void expect(std::uint32_t site, const StepRequests& requests, const ProcessorGroup& group) = 0;
  /// Must what processors ask for stand in their slots? If not, each that lives asks for the cell of its own number.
  virtual bool needs_slots() const = 0;
};

/// @param collision_marker  what concurrent writes leave behind under Rule::collision
/// @param tries_distinct    may a step be taken for one that asks for no cell twice?
/// @param agreed            what all ranks know of a step of the team; null: there is one rank
std::unique_ptr<DataParallelDelivery> make_data_parallel_delivery(WorkerTeam& team, Network& network,
                                                                  Word collision_marker, bool tries_distinct,
                                                                  AgreedStep* agreed);

}  // namespace pram::detail
