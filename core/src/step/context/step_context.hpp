#pragma once

#include <cstdint>
#include <memory>

#include <pram/detail/memory_account.hpp>
#include <pram/detail/processors/pardo_call.hpp>
#include <pram/ledger.hpp>
#include <pram/machine.hpp>

#include "../../data_parallel/register_pool.hpp"
#include "../../host/host_threads.hpp"
#include "../../ledger/ledger_writer.hpp"
#include "../../memory/shared_memory.hpp"
#include "../../ranks/rank_group.hpp"
#include "../../request/call_sites.hpp"
#include "../../routing/ranked/ranked_sites.hpp"
#include "../../winners/winner_delivery.hpp"
#include "../machinery/machinery.hpp"
#include "../profiling/step_profile.hpp"
#include "observed.hpp"
#include "run_control.hpp"

namespace pram::detail {

// Fewer processors than this stay on one worker: a fork and a join cost more than their step.
inline constexpr std::uint64_t spread_from = 8192;

/// The parts of a machine that all its runners share, and the step that it stands at.
struct StepContext {
  /// @throws ConfigError
  explicit StepContext(MachineOptions given);

  MachineOptions options;
  std::shared_ptr<RankGroup> ranks;        ///< that run the program together; null: there is one
  std::shared_ptr<MemoryAccount> account;  // before all that it counts
  std::shared_ptr<SharedMemory> memory;
  std::shared_ptr<RegisterPool> registers;
  CallSites sites;
  RankedSites ranked_sites{sites};
  HostThreads host;
  LedgerWriter writer;
  std::uint64_t steps = 0;  ///< completed, supersteps included
  /// Later supersteps of collectives. How many a collective takes depends on the network, and no draw may: draws go by
  /// the number of the step less these.
  std::uint64_t uncounted = 0;
  std::uint64_t pardos = 0;
  RunControl control;
  Machinery machinery;
  StepProfile profile;
  ObservedRuns observed;
  std::unique_ptr<WinnerDelivery> winners;  ///< null: the rule draws them
  bool all_workers;                         ///< for tests: small pardos too are spread over all workers

  /// @throws ConfigError: there are several ranks, which one of the machine's options does not allow
  void meet_ranks() const;
  /// The same of something that a program does.
  /// @param what  "BSP processes run"
  void refuse_ranks(const char* what) const;

  /// Whether a step of so many processors, or requests, is large enough for several host threads.
  bool worth_spreading(std::uint64_t size) const { return size >= spread_from || all_workers; }
  /// Whether somebody sees a step's requests in their slots before any of them is served.
  bool shows_slots() const { return observed.any() || winners != nullptr; }
  /// The workers that so many processors are dealt to.
  unsigned workers_for(std::uint64_t processors) const {
    return worth_spreading(processors) && !shows_slots() ? options.threads : 1;
  }
  /// @param frame_bytes  the frame of a processor's task
  std::uint64_t memory_estimate(std::uint64_t processors, std::uint64_t frame_bytes);
  /// The team of so many workers, ready to serve the steps of so many processors.
  /// @throws ConfigError, what factories throw
  TeamWithDelivery& ready_team(std::uint64_t processors, unsigned workers);
  /// The ledger's entry of a pardo that begins, if there is a profile.
  LedgerWriter::Pardo begin_pardo(PardoTotal::Form form, std::uint64_t processors, const PardoCall& call);
  /// Gives back what is kept for the next pardo. @returns false if a pardo runs, or nothing was kept
  bool drop_buffers();
};

}  // namespace pram::detail
