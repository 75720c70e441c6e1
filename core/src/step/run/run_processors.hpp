#pragma once

#include <cstdint>

#include <pram/detail/processors/pardo_body.hpp>
#include <pram/ledger.hpp>

#include "../../processors/worker_team.hpp"
#include "../context/step_context.hpp"
#include "../machinery/machinery.hpp"
#include "scopes.hpp"

/// What a pardo and a run of BSP processes share: each has coroutines, which run step by step until all have ended.
namespace pram::detail {

/// @throws Error, LimitError if so many processors may not run
const TeamWithDelivery& prepare_run(StepContext& context, PardoTotal::Form form, std::uint64_t count, unsigned workers);

/// Deals processors to the workers of a team.
BlockDistribution assign_all(StepContext& context, const WorkerTeam& team, std::uint64_t processors);
/// Makes the processors' tasks.
void spawn_all(StepContext& context, const WorkerTeam& team, const Spawn& spawn);
/// @throws Error if tasks are kept that a pardo has made, or if processors of one of several ranks have changed what is
/// host code's
void check_end(StepContext& context, const WorkerTeam& team);

/// Makes the tasks of so many processors, and ends what is left of them however the run ends.
/// @param begin  called with the distribution before any task is made
/// @param step   called until it returns false
template <class Begin, class OneStep>
void run_processors(StepContext& context, const WorkerTeam& team, std::uint64_t processors, const Spawn& spawn,
                    const Begin& begin, const OneStep& step) {
  const RunScope running(context, team);
  const PollScope watched = context.control.watch();
  begin(assign_all(context, team, processors));
  spawn_all(context, team, spawn);
  while (step()) context.control.step_completed();
  context.control.check_owner();
  check_end(context, team);
}

}  // namespace pram::detail
