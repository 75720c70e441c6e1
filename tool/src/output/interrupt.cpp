#include "interrupt.hpp"

#include <unistd.h>

#include <atomic>
#include <csignal>
#include <ctime>
#include <string_view>

#include <pram/error.hpp>
#include <pram/machine.hpp>
#include "../tool_name.hpp"
#include "progress.hpp"
#include "unplaced.hpp"

namespace pram::tool {

namespace {

// Seconds until the process ends without a report. Everything of ours that takes long polls, so only a program's own
// long computation, or a host that swaps, needs more.
constexpr unsigned patience_seconds = 10;

// `timeout` sends SIGTERM twice, to the process and to its group. A second signal within these seconds counts as the
// same one.
constexpr std::time_t echo_seconds = 2;

std::atomic<Machine*> machine_to_stop = nullptr;
std::atomic<int> seen = 0;  // the signal that came first; 0: none
std::atomic<std::time_t> seen_at = 0;
static_assert(std::atomic<Machine*>::is_always_lock_free && std::atomic<int>::is_always_lock_free &&
                  std::atomic<std::time_t>::is_always_lock_free,
              "used by a signal handler");

void handle(int signal, void (*handler)(int), int flags) {
  struct sigaction action = {};
  action.sa_handler = handler;
  action.sa_flags = flags;
  ::sigaction(signal, &action, nullptr);
}

std::time_t now() {
  struct timespec time = {};
  ::clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec;
}

// Ends the process as the signal does by default, and removes the unfinished file first.
void end_by(int signal) {
  unplaced_file().remove();
  handle(signal, SIG_DFL, 0);
  ::raise(signal);
}

extern "C" void on_end(int signal) { end_by(signal); }

extern "C" void on_interrupt(int signal) {
  int none = 0;
  if (!seen.compare_exchange_strong(none, signal)) {
    if (now() - seen_at >= echo_seconds) end_by(signal);
    return;
  }
  seen_at = now();
  handle(SIGINT, on_end, 0);
  if (Machine* const machine = machine_to_stop) machine->request_stop();
  ::alarm(patience_seconds);
}

extern "C" void on_alarm(int) {
  constexpr std::string_view line = ": interrupted, without a report: the work at hand did not come to its end\n";
  for (const std::string_view part : {std::string_view(tool_name()), line})
    [[maybe_unused]] const auto written = ::write(STDERR_FILENO, part.data(), part.size());
  ::_exit(exit_interrupted());
}

void let_end(int signal) { handle(signal, on_end, 0); }

}  // namespace

void let_signals_end_the_process() {
  for (const int signal : {SIGINT, SIGTERM, SIGQUIT, SIGXCPU}) let_end(signal);
  struct sigaction hangup = {};
  // Under nohup SIGHUP is ignored, and must stay so.
  if (::sigaction(SIGHUP, nullptr, &hangup) != 0 || hangup.sa_handler != SIG_IGN) let_end(SIGHUP);
  handle(SIGPIPE, SIG_DFL, 0);
  handle(SIGXFSZ, SIG_IGN, 0);  // a file that grows too large is an error as any other
}

InterruptGuard::InterruptGuard(Machine* machine) {
  seen = 0;
  machine_to_stop = machine;
  handle(SIGALRM, on_alarm, 0);
  for (const int signal : {SIGINT, SIGTERM}) handle(signal, on_interrupt, SA_RESTART);
}

InterruptGuard::~InterruptGuard() {
  let_end(SIGINT);
  // Once a signal has come, a second SIGTERM of `timeout` must not end the report.
  if (seen == 0) let_end(SIGTERM);
  ::alarm(0);
  machine_to_stop = nullptr;
}

void InterruptGuard::watch(Machine* machine) {
  machine_to_stop = machine;
  if (machine != nullptr && seen != 0) machine->request_stop();
}

bool InterruptGuard::interrupted() const { return seen != 0; }

int exit_interrupted() { return 128 + (seen != 0 ? seen.load() : SIGINT); }

PollScope watch(ProgressLine& line, const InterruptGuard& guard) {
  return PollScope([&line, &guard](std::string_view doing) {
    if (!doing.empty()) line.show(doing);
    if (guard.interrupted()) throw Interrupted(0);
  });
}

}  // namespace pram::tool
