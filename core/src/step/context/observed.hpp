#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include <pram/detail/processors/pardo_call.hpp>
#include <pram/error.hpp>
#include <pram/ledger.hpp>
#include <pram/observer.hpp>

#include "../../ledger/ledger_writer.hpp"
#include "../../memory/shared_memory.hpp"
#include "../../processors/worker_team.hpp"
#include "../../request/call_sites.hpp"
#include "../../routing/delivery.hpp"

namespace pram::detail {

class ObservedDelivery;
class ObservedRun;
struct ObserverLink;
struct ShownLocals;
struct TeamWithDelivery;

/// What a machine does for its observer, beside the stations of a step.
class ObservedRuns {
 public:
  /// @param memory  and the others: of the machine, which must outlive this object
  ObservedRuns(SharedMemory& memory, const CallSites& sites, const LedgerWriter& writer);
  ~ObservedRuns();
  ObservedRuns(const ObservedRuns&) = delete;
  ObservedRuns& operator=(const ObservedRuns&) = delete;

  /// @throws Error if the machine is observed already
  std::shared_ptr<ObserverLink> observe(Observer& observer);

  /// Runs what belongs to a run, and reports the run to the machine's observer, if there is one.
  /// @param run   without name and place; its number is 0, or that under which observers know it
  /// @param call  that starts it
  template <class Act>
  void during(const Observer::Run& run, const PardoCall& call, const Act& act);

  /// Whether somebody observes the run under way.
  bool any() const { return now_ != nullptr; }
  /// The number of that run, among those that observers know.
  std::uint64_t number() const { return number_; }
  /// Where its processors leave what they show of themselves; null: nobody observes it.
  ShownLocals* locals() const;
  /// Where a superstep notes what processes send each other; null: nobody observes it.
  std::vector<Observer::Transfer>* transfers() const;

  /// Has the requests of a team pass through the observer's delivery, if somebody observes the run.
  void listen_to(TeamWithDelivery& with_delivery);

  // Of a run that somebody observes:

  void begin_step(Step& step);
  /// @param number   of the step
  /// @param entered  the record, if the ledger does not keep it
  void end_step(const WorkerTeam& team, std::uint64_t number, const StepRecord& entered);
  /// @param team  that has served what was asked of shared arrays; null: nothing was
  void end_superstep(const WorkerTeam* team, std::uint64_t number, const SuperstepRecord& entered);

 private:
  void begin(Observer::Run run, const PardoCall& call);
  void breach(const ConflictError& error);

  SharedMemory& memory_;
  const CallSites& sites_;
  const LedgerWriter& writer_;
  std::unique_ptr<ObservedRun> observation_;  // null: nobody has observed the machine
  std::unique_ptr<ObservedDelivery> delivery_;
  ObservedRun* now_ = nullptr;  // of the run under way; null: nobody observes it
  std::uint64_t runs_ = 0;      // that observers know
  std::uint64_t earlier_ = 0;   // of them, those before the present observer
  std::uint64_t number_ = 0;
};

template <class Act>
void ObservedRuns::during(const Observer::Run& run, const PardoCall& call, const Act& act) {
  if (observation_ == nullptr) {
    act();
    return;
  }
  begin(run, call);
  struct End {
    ObservedRun*& now;
    ~End() { now = nullptr; }
  } const end{now_};
  try {
    act();
  } catch (const ConflictError& error) {
    if (now_ != nullptr) breach(error);
    throw;
  }
}

}  // namespace pram::detail
