#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include <pram/ledger.hpp>
#include <pram/machine.hpp>

#include "faults.hpp"
#include "private_globals.hpp"
#include "process.hpp"
#include "registrations.hpp"
#include "settings.hpp"
#include "stack/context.hpp"
#include "stack/stacks.hpp"

namespace pram::bsplib {

/// bsp_abort: what() is the program's own message.
class Aborted : public Error {
 public:
  explicit Aborted(const std::string& said) : Error(said), message(said) {}

  std::string message;
};

/// From bsp_begin to bsp_end: processes on stacks of their own, which a machine runs superstep by superstep. The
/// program's own stack becomes that of process 0; the machine runs on another one.
class Run {
 public:
  /// @param program  what all processes but process 0 begin with
  /// @param failed   called on the machine's stack with what has ended the run; it does not return
  Run(Machine& machine, const Settings& settings, std::uint64_t processes, std::function<void()> program,
      std::function<void(std::exception_ptr)> failed);

  /// Starts all processes and returns as process 0.
  /// @param line  the program's call of bsp_begin
  void begin(Line line);
  const Line& begin_line() const { return begin_line_; }

  std::uint64_t processes() const { return processes_.size(); }
  Process& process(std::uint64_t id) { return processes_[id]; }
  const Process& process(std::uint64_t id) const { return processes_[id]; }
  const Settings& settings() const { return settings_; }
  SharedRegistrations& registrations() { return registrations_; }
  /// The processes' own global variables; null: the processes share the program's.
  PrivateGlobals* globals() { return globals_ ? &*globals_ : nullptr; }
  bool has_private_globals() const { return globals_.has_value(); }
  /// Called by process 0 before it waits in a superstep's bsp_sync: where processes share variables that they would
  /// have of their own if that were possible, it says so once, when one of them has changed.
  void look_at_shared_globals(std::uint64_t superstep, const Line& sync);
  /// The stack on which the program called bsp_begin: process 0's.
  const StackBounds& first_stack() const { return first_stack_; }
  /// The time that the machine has charged for the run's supersteps that are over, in the network's units: g h + l, and
  /// the work counted in them.
  std::uint64_t charged_time() const { return time_of(machine_.ledger()) - time_before_; }
  void call_program() const { program_(); }
  double seconds() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - begun_).count(); }

 private:
  static std::uint64_t time_of(const Ledger& ledger);
  static void run_machine(void* process);
  void spmd();
  /// Makes the stacks, counts the processes' memory in the machine's account, and copies the global variables if each
  /// process has its own or none has been asked for. The machine's processes call it, so that all of this counts for
  /// the machine.
  void make_room();

  Machine& machine_;
  const Settings& settings_;
  std::function<void()> program_;
  std::function<void(std::exception_ptr)> failed_;
  std::uint64_t time_before_;  ///< the machine's charged time when the run began
  Line begin_line_;
  std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
  SharedRegistrations registrations_;
  std::deque<Process> processes_;
  std::mutex making_room_;
  std::optional<pram::detail::CountedBytes> counted_;
  std::optional<Stacks> stacks_;
  std::optional<FaultWatch> faults_;
  std::optional<PrivateGlobals> globals_;
  std::optional<SharedGlobals> shared_globals_;
  StackBounds first_stack_;
  Stacks machine_stack_;
  Context machine_place_;
};

}  // namespace pram::bsplib
