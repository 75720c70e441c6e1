#pragma once

#include <coroutine>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "../processors/worker_team.hpp"
#include "group/process_group.hpp"
#include "ranked/ranked_processes.hpp"
#include "run/run_context.hpp"

namespace pram::bsp::detail {

/// Which groups of a run go on after a round, in which every process runs until it stands at a sync. Processes that
/// wait for others keep their places: what runs in their stead does nothing.
class Rounds {
 public:
  using Groups = std::vector<std::unique_ptr<ProcessGroup>>;

  /// @param groups   first that of all processes; outlives this
  /// @param workers  of this rank
  Rounds(const RunContext& run, const Groups& groups, std::uint32_t workers)
      : run_(run), groups_(groups), waiting_(workers), waiting_in_(workers) {}
  /// Some processes are those of other ranks.
  void share(RankedProcesses* ranks) { ranks_ = ranks; }

  /// Finds the groups whose processes all stand at their sync, and who waits.
  /// @throws Error if there is none, if one waits in vain, and if a process has made a sync that it did not await
  void find_ready(const pram::detail::WorkerTeam& team);
  /// All processes have ended: every group is ready to be looked at.
  void end();
  /// @throws Error if a process has made a sync that it did not await
  void check_awaited() const;
  /// @throws Error if a process awaits something else than a sync
  void check_syncs(const pram::detail::WorkerTeam& team) const;

  /// The groups that go on, in the order of their lowest processes.
  const std::vector<ProcessGroup*>& ready() const { return ready_; }
  /// The tags of the ready groups' syncs.
  std::string tag() const;
  /// The processes that wait for others: slots, per worker, ascending.
  const std::vector<std::vector<std::uint32_t>>& waiting() const { return waiting_; }

  /// Puts tasks that do nothing in the place of those that wait.
  void hold_waiting(const pram::detail::WorkerTeam& team);
  void release_waiting(const pram::detail::WorkerTeam& team);

 private:
  ProcessGroup& all() const { return *groups_.front(); }
  ProcessState* states() const { return all().mailboxes().front().state; }

  void find_ready_of_many(const pram::detail::WorkerTeam& team);
  /// Lists the groups whose processes all stand at their sync, and has the others of this rank's wait.
  /// @returns the groups at which some wait, by their lowest processes
  std::vector<ProcessGroup*> look_at_all(const pram::detail::WorkerTeam& team);
  /// The same where other ranks have processes, too.
  void find_ready_of_ranks(const pram::detail::WorkerTeam& team);
  void check_ranks(const pram::detail::WorkerTeam& team) const;
  bool has_ended(const pram::detail::WorkerTeam& team, std::uint32_t process) const;
  /// @throws Error if one of these groups waits for a process that has ended
  void refuse_ended(const pram::detail::WorkerTeam& team, const std::vector<ProcessGroup*>& incomplete) const;
  [[noreturn]] void refuse_idle() const;
  [[noreturn]] void refuse_sync(const ProcessGroup& waits, std::uint32_t missing, const std::string& why) const;
  [[noreturn]] void refuse_all_wait(const pram::detail::WorkerTeam& team) const;

  const RunContext& run_;
  const Groups& groups_;
  RankedProcesses* ranks_ = nullptr;  ///< null: all processes are here
  std::vector<ProcessGroup*> ready_;

  // In use once there are several groups.
  std::vector<std::vector<std::uint32_t>> waiting_;
  std::vector<std::vector<std::coroutine_handle<>>> waiting_in_;  ///< per worker: the tasks that are to go on
  std::vector<std::uint64_t> looked_at_;                          ///< per group: the last superstep at whose end
};

}  // namespace pram::bsp::detail
