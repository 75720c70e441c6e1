#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <pram/detail/bsp/mailbox.hpp>
#include <pram/error.hpp>
#include <pram/ledger.hpp>
#include <pram/network.hpp>
#include <pram/observer.hpp>
#include <pram/rule.hpp>

#include "../ledger/profile/component_loads.hpp"
#include "../processors/worker_team.hpp"
#include "group/process_group.hpp"
#include "ranked/ranked_processes.hpp"
#include "ranked/record_exchange.hpp"
#include "rounds.hpp"
#include "run/run_context.hpp"
#include "traffic.hpp"

namespace pram::bsp::detail {

/// All that the processes of one run send each other, in their groups: the first is that of all processes, the others
/// are split off. The machine goes in rounds: every process runs until it stands at a sync, and deliver() does what was
/// asked for in the groups that stand there as a whole. Processes of other groups wait.
class Communication {
 public:
  /// @param ranks  that the processes are divided among; null: all are the team's
  Communication(const pram::detail::WorkerTeam& team, const pram::detail::BlockDistribution& distribution, Rule rule,
                std::uint64_t seed, std::uint64_t collision_marker, const Network& network,
                pram::detail::RankGroup* ranks = nullptr);
  Communication(const Communication&) = delete;
  Communication& operator=(const Communication&) = delete;

  /// The mailbox of the run itself.
  Mailbox& mailbox(std::uint32_t worker) { return all().mailbox(layout_.first_own + worker); }
  /// What the ranks agree on; null: there is one.
  RankedProcesses* ranks() { return ranks_.get(); }
  /// Tells all ranks how their processes stand, once all have run.
  /// @param mine  without what processes have asked of each other
  void agree(const pram::detail::WorkerTeam& team, RankedProcesses::Standing mine);

  /// Keeps processes that wait from running, as long as it lives.
  class Waiting {
   public:
    Waiting(Communication& communication, const pram::detail::WorkerTeam& team)
        : rounds_(communication.rounds_), team_(team) {
      rounds_.hold_waiting(team);
    }
    ~Waiting() { rounds_.release_waiting(team_); }
    Waiting(const Waiting&) = delete;
    Waiting& operator=(const Waiting&) = delete;

   private:
    Rounds& rounds_;
    const pram::detail::WorkerTeam& team_;
  };

  /// Finds the groups whose processes all stand at their sync, and who waits.
  /// @throws Error if there is none, if one waits in vain, and if a process has made a sync that it did not await
  void find_ready(const pram::detail::WorkerTeam& team) { rounds_.find_ready(team); }
  /// The tags of the ready groups' syncs.
  std::string tag() const;
  /// The processes that wait for others: slots, per worker, ascending.
  const std::vector<std::vector<std::uint32_t>>& waiting() const { return rounds_.waiting(); }

  /// Serves gets, puts and messages of the groups that are ready.
  /// @param shared     something was asked of shared arrays, which the machine charges by itself
  /// @param loads      for a profile of the ledger: gets the words of every component
  /// @param transfers  gets what an observer sees; null: nobody asks
  /// @returns what the ledger notes. Charges are those of the network: the latency of its ports where nothing travelled
  /// @throws Error: what breaks a rule, with the lowest process's line
  SuperstepRecord deliver(const pram::detail::WorkerTeam& team, Network& network, std::uint64_t number, bool shared,
                          pram::detail::ComponentLoads* loads, std::vector<Observer::Transfer>* transfers);

  /// The number of the superstep under way, in this run.
  std::uint64_t number() const { return run_.superstep(); }
  /// The most syncs that a process has come through in this run. A collective counts as one, whatever its supersteps.
  std::uint64_t passed() const { return passed_; }
  /// The syncs that each process of a worker has come through; null: all have come through as many.
  const std::uint64_t* passed_by(std::uint32_t worker) const {
    return passed_by_.empty() ? nullptr : passed_by_.data() + layout_.first_process[layout_.first_own + worker];
  }

  /// All processes have ended.
  /// @throws Error if something was asked for that no sync follows
  void end();

  /// What the lines of the program transferred in the superstep delivered last.
  std::vector<TransferTotal> transfers() const { return traffic_.transfers(); }
  /// Messages that the superstep has replaced, or that the end of the run has, and into whose queues nobody had looked;
  /// by name.
  std::vector<UnreadMessages> unread();

  /// What is known of a process that fails in the superstep under way.
  ProgramError::Facts failure_of(std::uint32_t process) const;

 private:
  ProcessGroup& all() const { return *groups_.front(); }
  /// Serves what was asked for, by several host threads where it is much.
  /// @returns the first breach; null: there is none
  const Breach* serve(const pram::detail::WorkerTeam& team, std::uint64_t asked);
  /// Ranks learn what has been found as they served.
  /// @returns the most operations that a process of any rank has counted
  /// @throws Error: the first breach of all ranks
  std::uint64_t agree_served(const Breach* breach);
  /// @throws Error if something was asked for that no sync follows
  void check_all_served() const;
  std::vector<UnreadMessages> own_unread() const;
  /// Makes the groups that the processes of a group have asked for.
  void split(ProcessGroup& group);
  /// Counts the syncs that the ready groups come through.
  void count_passed();
  /// Components that have a process that goes on.
  std::uint64_t components_of_ready() const;

  std::uint32_t components_;
  ProcessLayout layout_;
  RunContext run_;
  std::vector<SlotSupply> slots_;  ///< per worker
  Rounds::Groups groups_;
  Rounds rounds_;
  std::unique_ptr<RankedProcesses> ranks_;
  std::unique_ptr<RecordExchange> exchange_;  ///< where there are several ranks
  bool any_unread_ = false;                   ///< on any rank
  SuperstepTraffic traffic_;
  std::uint64_t passed_ = 0;
  pram::detail::CountedVector<std::uint64_t> passed_by_;  ///< per process, once there are several groups
};

/// Enters puts, gets and messages of a group for an observer. An observed superstep has one worker.
void list_transfers(const RunContext& run, const ProcessGroup& group, std::vector<Observer::Transfer>& transfers);

}  // namespace pram::bsp::detail
