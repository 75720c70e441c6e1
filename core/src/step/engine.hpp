#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <pram/detail/function.hpp>
#include <pram/machine.hpp>
#include <pram/network/poll.hpp>

#include "../host/host_threads.hpp"
#include "../ledger/ledger_writer.hpp"
#include "../memory/shared_memory.hpp"
#include "../request/call_sites.hpp"
#include "../request/facts.hpp"
#include "../routing/delivery.hpp"
#include "in_step.hpp"
#include "machinery.hpp"
#include "profile/line_degrees.hpp"
#include "undo.hpp"

namespace pram::bsp::detail {
class Communication;
class SharedRequests;
}  // namespace pram::bsp::detail

namespace pram::detail {

class GroupWork;
class ObservedDelivery;
class ObservedRun;
class ProcessorGroup;
class RegisterPool;
class StepRequests;
struct ServedInPlace;

// Fewer processors than this stay on one worker: a fork and a join cost more than their step.
inline constexpr std::uint64_t spread_from = 8192;

/// Throws what a processor threw: an Error as it is, anything else in a ProgramError.
/// @param facts  of the processor
[[noreturn]] void throw_as_program_error(const std::exception_ptr& thrown, const ProgramError::Facts& facts);

/// The machine at work: runs pardos step by step, and collectives between them.
class Engine {
 public:
  explicit Engine(MachineOptions options);
  ~Engine();

  const MachineOptions& options() const { return options_; }
  const Ledger& ledger() const { return writer_.ledger(); }
  /// The parts that the next step uses.
  const Network& network();
  const AccessProtocol& protocol();
  /// @throws Error (a processor asks), ConfigError (no name)
  std::shared_ptr<std::atomic<bool>> open_region(std::string name);
  const std::shared_ptr<SharedMemory>& memory() const { return memory_; }
  /// @throws Error: see Machine::observe()
  std::shared_ptr<ObserverLink> observe(Observer& observer);

  /// Runs a pardo under the machine's own rule, or that of the RuleScope around the call.
  void run(std::uint64_t processors, const Spawn& spawn, const PardoCall& call);
  /// Runs BSP processes, superstep by superstep.
  void run_supersteps(std::uint64_t processes, const Spawn& spawn, const PardoCall& call);

  /// @throws LimitError
  std::shared_ptr<ProcessorGroup> make_group(std::uint64_t processors, std::optional<Rule> rule, const PardoCall& call);
  /// Takes one step of all live processors of a group, if it has some.
  /// @param requests  null: all are idle
  void take_step(ProcessorGroup& group, StepRequests* requests);
  /// Has all live processors of a group compute.
  void compute(ProcessorGroup& group, GroupWork& work);

  /// Sets another rule than the machine's own, as long as it lives.
  class RuleScope {
   public:
    /// @throws Error, if a processor asks
    RuleScope(Engine& engine, Rule rule);
    ~RuleScope() { engine_.sites_.judge_by(engine_.options_.rule); }
    RuleScope(const RuleScope&) = delete;
    RuleScope& operator=(const RuleScope&) = delete;

   private:
    Engine& engine_;
  };

  /// @throws Error if a processor asks, or while a pardo runs
  /// @param what  "a report is written"
  void check_between_pardos(const char* what) const;

  MemoryUse memory_use() const { return {account_->taken(), account_->most_taken()}; }
  std::uint64_t memory_estimate(std::uint64_t processors, std::uint64_t frame_bytes);
  /// Gives back what is kept for the next pardo. @returns false if a pardo runs, or nothing was kept
  bool drop_buffers();

  void collective(const CollectiveCall& call, const ArrayHandle& from, const ArrayHandle& to);
  void request_stop() noexcept { stop_.store(true, std::memory_order_relaxed); }
  void on_progress(Function<void(std::uint64_t)> report);

  /// Called when the machine is moved or destroyed. Ends the pardo that runs, if one does.
  void disown() noexcept {
    if (!running_) return;
    disowned_ = true;
    request_stop();
  }

 private:
  /// @throws Interrupted if asked to stop, Error if disowned
  void check_stop();
  /// Has poll() report progress and obey a stop.
  PollScope watch();
  void check_owner();
  /// The machine runs processors of a team as long as it lives, and ends what is left of them.
  class RunScope {
   public:
    RunScope(Engine& engine, const WorkerTeam& team);
    ~RunScope();
    RunScope(const RunScope&) = delete;
    RunScope& operator=(const RunScope&) = delete;

   private:
    Engine& engine_;
    const WorkerTeam& team_;
  };

  // What an observer is told, in observe.cpp.

  /// Runs what belongs to a run, and tells the machine's observer of it, if there is one.
  /// @param run   without name and place; its number is 0, or that under which observers know it
  /// @param call  that starts it
  template <class Act>
  void while_observed(const Observer::Run& run, const PardoCall& call, const Act& act);
  void begin_observed(Observer::Run run, const PardoCall& call);
  void tell_breach(const ConflictError& error);
  /// Has an observed step pass through the observer's delivery.
  void observe_delivery(TeamWithDelivery& with_delivery);
  void observe_step(Step& step);
  /// @param entered  the record, if the ledger does not keep it
  void tell_step(const WorkerTeam& team, const StepRecord& entered);
  /// @param team  that has served what was asked of shared arrays; null: nothing was
  void tell_superstep(const WorkerTeam* team, const SuperstepRecord& entered);
  /// Where an observed superstep notes what processes send each other; null: nobody observes it.
  std::vector<Observer::Transfer>* observed_transfers();

  /// @throws Error if a pardo runs
  void refuse_while_running(const char* what) const;
  /// The workers that so many processors are dealt to.
  unsigned workers_for(std::uint64_t processors) const;
  void run_all_supersteps(std::uint64_t processes, const Spawn& spawn, const PardoCall& call);
  /// Makes the tasks of so many processors, and ends what is left of them however the run ends.
  /// @param begin  called with team and distribution before any task is made
  /// @param step   called until it returns false
  template <class Begin, class OneStep>
  void run_processors(const TeamWithDelivery& with_delivery, std::uint64_t processors, const Spawn& spawn,
                      const Begin& begin, const OneStep& step);
  /// @throws Error if tasks are kept that a pardo has made
  static void check_kept_tasks(const WorkerTeam& team);
  /// @throws Error, LimitError if so many processors may not run now
  const TeamWithDelivery& prepare(PardoTotal::Form form, std::uint64_t count, unsigned workers);
  BlockDistribution assign_all(const WorkerTeam& team, std::uint64_t processors);
  void spawn_all(const WorkerTeam& team, const Spawn& spawn);

  // The stations of a step (core/README.md), in run_step.cpp.

  /// @returns false when no processor is left
  bool run_step(const TeamWithDelivery& with_delivery);
  /// Passes a step through all stations.
  /// @param numbers  the numbers with which the delivery marks cells, if more than the live processors
  /// @param ask      has the processors make their requests, as reach_memory() wants it
  /// @returns the live processors; if there is none, it was no step
  template <class Ask>
  std::uint64_t pass_stations(const WorkerTeam& team, Delivery& delivery, std::uint64_t numbers, const Ask& ask);
  /// @param size     processors, or requests of processes
  /// @param numbers  see pass_stations()
  Step begin_step(const WorkerTeam& team, std::uint64_t size, std::uint64_t numbers);
  void resume(const TeamWithDelivery& with_delivery, const Step& step);
  /// Takes requests to the memory modules, station by station.
  /// @param ask  makes the requests, and hands them to the delivery chunk by chunk
  /// @param processes  as for in_step()
  template <class Ask>
  void reach_memory(const WorkerTeam& team, Delivery& delivery, Step& step, const bsp::detail::Communication* processes,
                    const Ask& ask);
  /// The names of the arrays that a step asks for, as far as errors say them.
  std::string asked_arrays(const WorkerTeam& team) const;
  /// @param number  of the step, as errors tell it
  /// @param tag     of a superstep
  AccessFacts judge(const WorkerTeam& team, const Step& step, std::uint64_t number, const std::string& tag) const;
  /// The ledger's entry for the requests of the step. It takes over the counts of the step and its lines.
  LedgerWriter::StepEntry entry_of(const WorkerTeam& team, Step& step, const AccessFacts& facts);

  // What a profile of the ledger asks for, in step_profile.cpp.

  /// The ledger's entry of a pardo that begins, if there is a profile.
  LedgerWriter::Pardo begin_pardo(PardoTotal::Form form, std::uint64_t processors, const PardoCall& call);
  /// Forgets the loads of the step before.
  void begin_profile();
  void add_profile(const WorkerTeam& team, LedgerWriter::StepEntry& entry);
  /// The load of the network's links since begin_profile(); null without a profile.
  const NetworkLoad* take_load();

  // The parts of a data-parallel step that differ, in run_data_parallel_step.cpp.

  TeamWithDelivery& prepare(const ProcessorGroup& group);
  void take_group_step(ProcessorGroup& group, StepRequests* requests);
  /// Makes the group's requests, and hands them to the delivery chunk by chunk.
  /// @param site  of requests for one array
  /// @param in_place  null: the step goes another way
  void ask(const WorkerTeam& team, Delivery& delivery, const Step& step, const ProcessorGroup& group,
           StepRequests& requests, std::uint32_t site, ServedInPlace* in_place);
  void take_replies(const WorkerTeam& team, bool spread, const ProcessorGroup& group, StepRequests& requests);
  /// The call site of a step whose requests are all for one array; no_request if it cannot be known before they are
  /// made.
  std::uint32_t site_of(const StepRequests& requests);

  // The same of a superstep, in run_superstep.cpp.

  /// @returns false when no process is left
  bool run_superstep(const WorkerTeam& team, bsp::detail::Communication& communication,
                     bsp::detail::SharedRequests& requests);
  /// Makes the slots of a team of what processes have asked of shared arrays.
  void take_over(const TeamWithDelivery& with_delivery, Step& step, bsp::detail::SharedRequests& requests);

  /// @throws LimitError if the machine may do no step of this number
  void check_steps(std::uint64_t number) const;
  /// Throws what the lowest processor threw in this step, if any did.
  /// @param processes  what BSP processes send each other; null: they are processors
  void throw_failure(const WorkerTeam& team, std::uint64_t number,
                     const bsp::detail::Communication* processes = nullptr) const;
  /// The lines of the program that ask for something in the step, by first requests, with what all workers saw of them.
  std::vector<LedgerWriter::LineEntry> take_lines(const WorkerTeam& team);
  void report_progress();

  MachineOptions options_;
  std::shared_ptr<MemoryAccount> account_;  // before all that it counts
  std::shared_ptr<SharedMemory> memory_;
  std::shared_ptr<RegisterPool> registers_;
  CallSites sites_;
  HostThreads host_;
  LedgerWriter writer_;
  std::unique_ptr<ComponentLoads> component_loads_;  // of a profile; else null
  NetworkLoad network_load_;                         // of a profile: what take_load() got
  std::unique_ptr<LineDegrees> line_degrees_;        // of a profile; else null
  std::atomic<bool> stop_ = false;
  Machinery machinery_;
  std::uint64_t entries_ = 0;              // into the ledger, those that failed included
  std::vector<std::uint64_t> entered_in_;  // per site: the last entry that it was in
  std::uint64_t steps_ = 0;
  /// Later supersteps of collectives. How many a collective takes depends on the network, and no draw may: draws go by
  /// the number of the step less these.
  std::uint64_t uncounted_ = 0;
  std::uint64_t pardos_ = 0;
  bool long_superstep_ = false;  // the last one took so long that host threads are worth their fork and join
  bool all_workers_ = false;     // for tests: small pardos too are spread over all workers
  std::atomic<bool> running_ = false;
  std::atomic<bool> disowned_ = false;
  Function<void(std::uint64_t)> progress_;
  std::chrono::steady_clock::time_point last_progress_;
  bool has_named_work_ = false;               // that somebody else shows
  std::unique_ptr<ObservedRun> observation_;  // null: nobody has observed the machine
  std::unique_ptr<ObservedDelivery> observed_delivery_;
  ObservedRun* observed_ = nullptr;  // of the run under way; null: nobody observes it
  std::uint64_t told_runs_ = 0;      // runs that observers were told of
  std::uint64_t told_before_ = 0;    // those before the present observer
  std::uint64_t run_ = 0;            // the number of the observed run
};

template <class Act>
void Engine::while_observed(const Observer::Run& run, const PardoCall& call, const Act& act) {
  if (observation_ == nullptr) {
    act();
    return;
  }
  begin_observed(run, call);
  struct End {
    ObservedRun*& observed;
    ~End() { observed = nullptr; }
  } const end{observed_};
  try {
    act();
  } catch (const ConflictError& error) {
    if (observed_ != nullptr) tell_breach(error);
    throw;
  }
}

template <class Begin, class OneStep>
void Engine::run_processors(const TeamWithDelivery& with_delivery, std::uint64_t processors, const Spawn& spawn,
                            const Begin& begin, const OneStep& step) {
  const RunScope running(*this, with_delivery.team);
  const PollScope watched = watch();
  begin(assign_all(with_delivery.team, processors));
  spawn_all(with_delivery.team, spawn);
  while (step()) {
    has_named_work_ = false;
    report_progress();
  }
  check_owner();
  check_kept_tasks(with_delivery.team);
}

template <class Ask>
void Engine::reach_memory(const WorkerTeam& team, Delivery& delivery, Step& step,
                          const bsp::detail::Communication* processes, const Ask& ask) {
  machinery_.on_the_way([&] {
    in_step(step.number, processes, [&] {
      ask();
      delivery.merge(step);
      try {
        delivery.carry(step);
      } catch (NetworkError& error) {
        error.happened_in_phase(step.phases.size() + 1, asked_arrays(team));
        throw;
      }
      delivery.serve(step);
    });
    check_stop();  // processors and protocols may have stopped early
  });
}

template <class Ask>
std::uint64_t Engine::pass_stations(const WorkerTeam& team, Delivery& delivery, std::uint64_t numbers, const Ask& ask) {
  check_stop();
  Step step = begin_step(team, team.live(), numbers);
  Undo undo(team, delivery);
  reach_memory(team, delivery, step, nullptr, [&] { ask(step); });
  throw_failure(team, step.number);
  step.processors = team.live();
  if (step.processors == 0) return 0;
  const std::uint64_t live = step.processors;
  const AccessFacts facts = judge(team, step, step.number, {});
  LedgerWriter::StepEntry entry;
  machinery_.on_the_way([&] {
    in_step(step.number, nullptr, [&] {
      delivery.answer(step);
      entry = entry_of(team, step, facts);
    });
    writer_.enter(std::move(entry), sites_);
  });
  undo.commit();
  steps_ = step.number;
  // The ledger has taken the record if it keeps it, else it stands here.
  if (observed_ != nullptr) tell_step(team, entry.record);  // NOLINT(bugprone-use-after-move)
  return live;
}

}  // namespace pram::detail
