#include "interrupt.hpp"

#include <unistd.h>

#include <atomic>
#include <csignal>
#include <string_view>

#include <pram/error.hpp>
#include <pram/machine.hpp>
#include "exit_codes.hpp"
#include "progress.hpp"
#include "replacement.hpp"

namespace pram::tool {

namespace {

// Whatever takes long polls; more than this is a program's own doing, or the host swaps.
constexpr unsigned patience_seconds = 10;

std::atomic<Machine*> machine_to_stop = nullptr;
std::atomic<bool> seen = false;
static_assert(std::atomic<Machine*>::is_always_lock_free && std::atomic<bool>::is_always_lock_free,
              "used by a signal handler");

extern "C" void on_interrupt(int) {
  seen = true;
  if (Machine* const machine = machine_to_stop) machine->request_stop();
  ::alarm(patience_seconds);
}

extern "C" void on_alarm(int) {
  constexpr std::string_view line = "pram: interrupted, without a report: the work at hand did not come to its end\n";
  [[maybe_unused]] const auto written = ::write(STDERR_FILENO, line.data(), line.size());
  ::_exit(exit_interrupted);
}

void handle(int signal, void (*handler)(int), int flags) {
  struct sigaction action = {};
  action.sa_handler = handler;
  action.sa_flags = flags;
  ::sigaction(signal, &action, nullptr);
}

// Does what the signal does by itself, and leaves no file behind. Installed for one time.
extern "C" void on_end(int signal) {
  remove_unplaced();
  ::raise(signal);
}

void let_end(int signal) { handle(signal, on_end, static_cast<int>(SA_RESETHAND)); }

}  // namespace

void let_signals_end_the_process() {
  for (const int signal : {SIGINT, SIGTERM, SIGQUIT, SIGXCPU}) let_end(signal);
  struct sigaction hangup = {};
  // nohup has it ignored.
  if (::sigaction(SIGHUP, nullptr, &hangup) != 0 || hangup.sa_handler != SIG_IGN) let_end(SIGHUP);
  handle(SIGPIPE, SIG_DFL, 0);
  handle(SIGXFSZ, SIG_IGN, 0);  // a file that grows too large is an error as any other
}

InterruptGuard::InterruptGuard(Machine* machine) {
  seen = false;
  machine_to_stop = machine;
  handle(SIGALRM, on_alarm, 0);
  handle(SIGINT, on_interrupt, SA_RESTART | static_cast<int>(SA_RESETHAND));
}

InterruptGuard::~InterruptGuard() {
  let_end(SIGINT);
  ::alarm(0);
  machine_to_stop = nullptr;
}

void InterruptGuard::watch(Machine* machine) {
  machine_to_stop = machine;
  if (machine != nullptr && seen) machine->request_stop();
}

bool InterruptGuard::interrupted() const { return seen; }

PollScope watch(ProgressLine& line, const InterruptGuard& guard) {
  return PollScope([&line, &guard](std::string_view doing) {
    if (!doing.empty()) line.show(doing);
    if (guard.interrupted()) throw Interrupted(0);
  });
}

}  // namespace pram::tool
