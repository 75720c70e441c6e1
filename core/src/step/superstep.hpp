#pragma once

#include <cstdint>

#include <pram/detail/processors/pardo_body.hpp>
#include <pram/detail/processors/pardo_call.hpp>

#include "context/step_context.hpp"
#include "machinery/machinery.hpp"
#include "stations/stations.hpp"

namespace pram::bsp::detail {
class SharedRequests;
}

namespace pram::detail {

/// Runs BSP processes, superstep by superstep. All processes run to their syncs; then their requests are carried out,
/// charged and entered into the ledger. Requests for arrays in shared memory pass the stations of a step. There a slot
/// is not a processor, but all requests of a process for one cell.
class SuperstepRunner {
 public:
  SuperstepRunner(StepContext& context, Stations& stations) : context_(context), stations_(stations) {}

  void run(std::uint64_t processes, const Spawn& spawn, const PardoCall& call);

 private:
  /// @returns false when no process is left
  bool run_superstep(const WorkerTeam& team, bsp::detail::Communication& communication,
                     bsp::detail::SharedRequests& requests);
  void run_all(std::uint64_t processes, const Spawn& spawn, const PardoCall& call);
  /// All processes stand at their syncs, or have ended.
  /// @returns how many stand there, on all ranks
  /// @throws what a process of any rank has thrown
  std::uint64_t standing(const WorkerTeam& team, bsp::detail::Communication& communication,
                         const bsp::detail::SharedRequests& requests, std::uint64_t number);
  /// @throws Error if processes have ended and asked for something that no sync follows
  void end(bsp::detail::Communication& communication, const bsp::detail::SharedRequests& requests);
  /// Runs all processes to their syncs, and measures how long that takes.
  void resume(const WorkerTeam& team, bsp::detail::Communication& communication);

  StepContext& context_;
  Stations& stations_;
  bool long_superstep_ = false;  // the last one took so long that host threads are worth their fork and join
};

}  // namespace pram::detail
