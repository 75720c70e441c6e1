#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <pram/access.hpp>
#include <pram/machine.hpp>
#include <pram/network.hpp>
#include <pram/poll.hpp>

#include "../data_exchange/array_exchange.hpp"
#include "../host/workers.hpp"
#include "../ledger/book.hpp"
#include "../memory/shared_memory.hpp"
#include "sites.hpp"
#include "step.hpp"

namespace pram::bsp::detail {
class Communication;
}

namespace pram::detail {

/// The step loop: lets all processors run to their next requests, has these delivered, judges the step, carries it out,
/// books it.
class Engine {
 public:
  explicit Engine(MachineOptions options);

  const MachineOptions& options() const { return options_; }
  const Ledger& ledger() const { return book_.ledger(); }
  /// @throws Error (a processor asks), ConfigError (no name)
  std::shared_ptr<std::atomic<bool>> open_region(std::string name);
  const std::shared_ptr<SharedMemory>& memory() const { return memory_; }

  /// Under the rule that holds: the machine's own, or that of the RuleScope around it.
  void run(std::uint64_t processors, const Spawn& spawn);

  /// The same for BSP processes, by supersteps.
  void run_supersteps(std::uint64_t processes, const Spawn& spawn);

  /// Another rule than the machine's own, as long as it lives.
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

  MemoryUse memory_use() const { return {account_->taken(), account_->most_taken()}; }
  std::uint64_t memory_estimate(std::uint64_t processors, std::uint64_t frame_bytes);
  /// Gives back what is kept for the next pardo. @returns false if a pardo runs, or nothing was kept
  bool drop_buffers();

  void exchange(const ExchangeCall& call, const ArrayHandle& from, const ArrayHandle& to);
  void request_stop() noexcept { stop_.store(true, std::memory_order_relaxed); }
  void on_progress(std::function<void(std::uint64_t)> report);

  /// Its machine is moved or destroyed: ends the pardo that runs, if one does.
  void disown() noexcept {
    if (!running_) return;
    disowned_ = true;
    request_stop();
  }

 private:
  /// Workers and delivery for a number of workers: made once, used by every pardo that takes so many.
  struct Team {
    Crew crew;
    std::unique_ptr<Delivery> delivery;
    std::unique_ptr<Delivery> phased;  ///< where arrays have plans of their own
    Delivery* current = nullptr;       ///< of the two, in the pardo under way
  };

  /// What carries requests and data, with all that it keeps from one step to the next.
  struct Machinery {
    std::unique_ptr<Network> network;
    std::unique_ptr<AccessProtocol> protocol;
    std::unique_ptr<RandomAccess> routines;  ///< of a protocol that does not route
    ArrayExchange exchange;
    std::map<std::uint32_t, Team> teams;  ///< by their workers
  };

  std::unique_ptr<Machinery> make_machinery() const;
  /// Makes anew what a failure has left half done. @throws what factories throw: then the next call tries again
  void mend();
  Team& team_of(std::uint32_t workers);
  void choose_delivery(Team& team);
  /// @throws Interrupted if asked to stop, Error if disowned
  void heed_stop();
  /// Has poll() report progress and heed a stop.
  PollScope watch();
  void heed_owner();
  /// @throws Error if a pardo runs
  void refuse_while_running(const char* what) const;
  void spawn_all(Team& team, const Spawn& spawn);
  /// Seats processors, makes their tasks, and ends what is left of them however the run ends.
  /// @param begin  called with team and seating before any task is made
  /// @param step   called with the team until it returns false
  template <class Begin, class OneStep>
  void run_processors(std::uint64_t processors, const Spawn& spawn, const Begin& begin, const OneStep& step);
  /// @returns false when no processor is left
  bool run_step(Team& team);
  bool run_superstep(Team& team, bsp::detail::Communication& communication);
  void fail(Team& team, std::uint64_t number);
  /// @throws LimitError if the machine may not do a step of this number
  void check_steps(std::uint64_t number) const;
  /// Lets all go on if every live processor stands at a barrier.
  static void open_barrier(Crew& crew, std::uint64_t live);
  /// Of the step's requests, were all their addresses distinct.
  double distinct_charge(const Team& team, const Step& step) const;
  void enter_into_ledger(const Team& team, Step& step, const AccessFacts& facts, std::uint64_t live,
                         double distinct_charge);
  void report_progress();

  MachineOptions options_;
  std::string network_asked_;  // by these names the machinery can be made again
  std::string access_asked_;
  std::shared_ptr<MemoryAccount> account_;  // before all that it counts
  std::shared_ptr<SharedMemory> memory_;
  Sites sites_;
  Workers host_;
  LedgerBook book_;
  std::unique_ptr<Machinery> machinery_;   // null after a failure, until it is needed
  std::uint64_t entries_ = 0;              // into the ledger, those that failed included
  std::vector<std::uint64_t> entered_in_;  // per site: the last entry that it was in
  std::uint64_t steps_ = 0;
  std::uint64_t pardos_ = 0;
  bool carrying_ = false;     // something is on its way: a failure leaves the machinery half done
  bool all_workers_ = false;  // for tests: small pardos too are spread over all workers
  std::atomic<bool> stop_ = false;
  std::atomic<bool> running_ = false;
  std::atomic<bool> disowned_ = false;
  std::function<void(std::uint64_t)> progress_;
  std::chrono::steady_clock::time_point last_progress_;
};

}  // namespace pram::detail
