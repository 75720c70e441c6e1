#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>

#include <pram/detail/function.hpp>
#include <pram/network/poll.hpp>

#include "host_stack.hpp"

namespace pram::detail {

/// Whether a machine runs a pardo, whether it has been asked to stop, and how far it reports to be.
class RunControl {
 public:
  /// @param steps  that the machine has completed; must outlive this object
  explicit RunControl(const std::uint64_t& steps) : steps_(steps) {}

  /// Of several ranks: what processors must not change. What `report` changes is no change of theirs.
  HostStack host_stack;

  bool runs() const { return running_; }
  void begin_run() {
    running_ = true;
    disowned_ = false;
  }
  void end_run() { running_ = false; }
  /// @throws Error if a pardo runs
  /// @param what  "a report is written"
  void refuse_while_running(const char* what) const;

  void request_stop() noexcept { stop_.store(true, std::memory_order_relaxed); }
  /// True once somebody has asked for a stop, until check_stop() has thrown.
  const std::atomic<bool>& stop() const { return stop_; }
  /// @throws Interrupted if asked to stop, Error if disowned
  void check_stop();

  /// Called when the machine is moved or destroyed. Ends the pardo that runs, if one does.
  void disown() noexcept;
  /// @throws Error if disowned
  void check_owner();

  /// Has poll() report progress and obey a stop. If a caller of the machine shows the names of work, the name is shown
  /// and not the number of steps, which says less.
  PollScope watch();
  /// @throws Error if a processor asks
  void on_progress(Function<void(std::uint64_t)> report);
  /// Reports that a step is complete.
  void step_completed() {
    has_named_work_ = false;
    report_progress();
  }

 private:
  void report_progress();

  const std::uint64_t& steps_;
  std::atomic<bool> stop_ = false;
  std::atomic<bool> running_ = false;
  std::atomic<bool> disowned_ = false;
  Function<void(std::uint64_t)> progress_;
  std::chrono::steady_clock::time_point last_progress_;
  bool has_named_work_ = false;  // that somebody else shows
};

}  // namespace pram::detail
