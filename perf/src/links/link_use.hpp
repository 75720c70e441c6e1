#pragma once

#include <cstdint>

#include <pram/machines/collectives.hpp>
#include <pram/machines/detail/collective_schedule.hpp>
#include <pram/machines/switching.hpp>
#include <pram/machines/topology.hpp>
#include <pram/perf/link_use.hpp>

namespace pram::perf {

/// What the links did in a delivery, from its crossings. Over time: the steps in which links were busy, and the
/// messages that waited for them.
/// @param options  of the carrier
/// @param steps    of the delivery
LinkUse link_use(const Topology& topology, const SwitchingOptions& options, const Messages& batch, const Trace& trace,
                 std::uint64_t steps);

/// The same without what waits, for messages that set out at any time.
LinkUse link_use(const Topology& topology, const Trace& trace, std::uint64_t steps);

/// What the links did in the execution of a collective. Over time: the words that links carried.
/// @param model     whose network has the links; on one without links every sender counts as a link, the shared memory
///                  as sender k
/// @param schedule  what was sent; its pieces are shown if it has them
/// @param steps     of the execution
LinkUse link_use(const CollectiveModel& model, const CollectiveSchedule& schedule, std::uint64_t steps);

}  // namespace pram::perf
