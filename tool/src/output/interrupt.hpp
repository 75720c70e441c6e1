#pragma once

#include <pram/network/poll.hpp>

namespace pram {
class Machine;
}

namespace pram::tool {

/// From the start of the process Ctrl-C, SIGTERM and a closed pipe end it at once and in silence, whatever the parent
/// had set, and so does SIGHUP unless the parent ignores it. A file that is being written is then removed.
void let_signals_end_the_process();

/// While it lives, the first Ctrl-C or SIGTERM stops the machine before its next step and lets the program report. A
/// Ctrl-C after it ends the process at once, and so does the first if the work has not come to its end ten seconds
/// later; another SIGTERM only from two seconds after the first on. One at a time.
class InterruptGuard {
 public:
  /// @param machine  null: nothing to stop but what asks interrupted()
  explicit InterruptGuard(Machine* machine);
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;

  /// From here on the signals stop this machine, and it is stopped already if one has come before. Null: none.
  void watch(Machine* machine);

  bool interrupted() const;
};

/// While it lives, the guard watches this machine.
class WatchedMachine {
 public:
  WatchedMachine(InterruptGuard& guard, Machine& machine) : guard_(guard) { guard_.watch(&machine); }
  ~WatchedMachine() { guard_.watch(nullptr); }
  WatchedMachine(const WatchedMachine&) = delete;
  WatchedMachine& operator=(const WatchedMachine&) = delete;

 private:
  InterruptGuard& guard_;
};

/// The exit code of what a signal has stopped, as shells count it: 130 after Ctrl-C, 143 after SIGTERM.
int exit_interrupted();

class ProgressLine;

/// While the result lives, work that polls outside a machine's pardo, or without a machine, shows on the line what it
/// does, and throws Interrupted after Ctrl-C or SIGTERM.
PollScope watch(ProgressLine& line, const InterruptGuard& guard);

}  // namespace pram::tool
