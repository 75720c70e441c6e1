#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <string>

#include <pram/access.hpp>
#include <pram/machine.hpp>
#include <pram/network.hpp>

#include "../data_exchange/array_exchange.hpp"
#include "../host/workers.hpp"
#include "../ledger/book.hpp"
#include "../memory/shared_memory.hpp"
#include "sites.hpp"
#include "step.hpp"

namespace pram::detail {

/// The step loop: lets all processors run to their next requests, has these delivered, judges the step, carries it out,
/// books it.
class Engine {
 public:
  explicit Engine(MachineOptions options);

  const MachineOptions& options() const { return options_; }
  const Ledger& ledger() const { return book_.ledger(); }
  const std::shared_ptr<SharedMemory>& memory() const { return memory_; }

  void run(std::uint64_t processors, const Spawn& spawn);
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

  Team& team_of(std::uint32_t workers);
  void choose_delivery(Team& team);
  /// @throws Interrupted if asked to stop, Error if disowned
  void heed_stop();
  void heed_owner();
  /// @throws Error if a pardo runs
  void refuse_while_running(const char* what) const;
  void spawn_all(Team& team, const Spawn& spawn);
  /// @returns false when no processor is left
  bool run_step(Team& team);
  void fail(Team& team, std::uint64_t number);
  void enter_into_ledger(const Team& team, Step& step, const AccessFacts& facts, std::uint64_t live);
  void report_progress();

  MachineOptions options_;
  std::unique_ptr<Network> network_;
  std::unique_ptr<AccessProtocol> protocol_;
  std::unique_ptr<RandomAccess> routines_;  // of a protocol that does not route
  std::shared_ptr<SharedMemory> memory_;
  Sites sites_;
  ArrayExchange exchange_;
  Workers host_;
  LedgerBook book_;
  std::map<std::uint32_t, Team> teams_;
  std::uint64_t steps_ = 0;
  bool all_workers_ = false;  // for tests: small pardos too are spread over all workers
  std::atomic<bool> stop_ = false;
  std::atomic<bool> running_ = false;
  std::atomic<bool> disowned_ = false;
  std::function<void(std::uint64_t)> progress_;
  std::uint64_t progress_check_ = 0;
  std::chrono::steady_clock::time_point last_progress_;
};

}  // namespace pram::detail
