#include "faults.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <csignal>
#include <cstring>

#include "run.hpp"

namespace pram::bsplib {

namespace {

struct Watched {
  const Run* run;
  const Stacks* stacks;
};

Watched watched_now = {};
std::atomic<const Watched*> watched = nullptr;  // null: no processes run
struct sigaction handled_before = {};

/// Writes a line. A signal handler may not allocate, so the line is formatted into a local buffer.
template <class... Arguments>
void say(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
  std::array<char, 400> line;
  const auto result = fmt::format_to_n(line.begin(), line.size() - 1, format, std::forward<Arguments>(arguments)...);
  char* end = result.out;
  *end++ = '\n';
  [[maybe_unused]] const auto written =
      ::write(STDERR_FILENO, line.data(), static_cast<std::size_t>(end - line.data()));
}

/// ", at name.c:12" without an allocation, as at() has it.
struct Place {
  std::array<char, 120> text = {};

  explicit Place(const Line& line, const char* before) {
    if (line.file[0] == '\0') return;
    const char* const folder = std::strrchr(line.file, '/');
    fmt::format_to_n(text.begin(), text.size() - 1, "{}{}:{}", before, folder == nullptr ? line.file : folder + 1,
                     line.line);
  }
};

/// The lowest process that has registered memory at this address; null: none has.
const Process* holder_of(const Run& run, const void* address) {
  for (std::uint64_t id = 0; id < run.processes(); ++id) {
    if (run.process(id).has_registered(address)) return &run.process(id);
  }
  return nullptr;
}

void tell(const Run& run, const Stacks& stacks, const void* address) {
  const std::int64_t stack = stacks.overrun_at(address);
  if (stack >= 0) {
    say("pram: process {} has used up its stack of {} KiB: give more by --stack, or stack=1M in PRAM_BSP", stack,
        stacks.bytes_each() >> 10);
    ::_exit(1);
  }
  const Process* const process = running_process();
  const StackBounds& first = run.first_stack();
  if (process != nullptr && process->id() == 0 && first.overrun_at(address)) {
    say("pram: process 0 has used up its stack of {} KiB, which is the program's own: give more by ulimit -s",
        first.bytes >> 10);
    ::_exit(1);
  }
  if (process != nullptr) {
    constexpr std::uintptr_t near_null = 4096;
    const bool through_null = reinterpret_cast<std::uintptr_t>(address) < near_null && run.has_private_globals();
    say("pram: process {} touches memory at {} that it may not, in superstep {}, in or after its {}{}{}", process->id(),
        address, process->superstep(), process->last_call(), Place(process->line_of_last_call(), " at ").text.data(),
        through_null ? "; each process has global variables of its own, unless --shared-globals is given" : "");
    return;
  }
  // The machine is at work for all processes, which stand at their syncs.
  const Process& any = run.process(0);
  const Place sync(any.sync_line(), ", which ends at ");
  const Process* const holder = holder_of(run, address);
  if (holder != nullptr) {
    say("pram: memory that process {} has registered cannot be used, at {}, in superstep {}{}: puts need memory that "
        "can "
        "be written, gets memory that can be read",
        holder->id(), address, any.superstep(), sync.text.data());
    ::_exit(1);
  }
  say("pram: memory at {} cannot be used, in superstep {}{}: what a bsp_get brings must find memory that can be "
      "written",
      address, any.superstep(), sync.text.data());
}

extern "C" void on_fault(int signal, siginfo_t* fault, void*) {
  const Watched* const now = watched;
  ::sigaction(signal, &handled_before, nullptr);
  if (fault->si_code <= 0) {  // another process has sent the signal
    ::raise(signal);
    return;
  }
  if (now != nullptr) tell(*now->run, *now->stacks, fault->si_addr);
  // The access is repeated, and faults again.
}

}  // namespace

FaultWatch::FaultWatch(const Run& run, const Stacks& stacks) {
  watched_now = {&run, &stacks};
  watched = &watched_now;
#if !defined(__SANITIZE_ADDRESS__)
  struct sigaction now = {};
  if (::sigaction(SIGSEGV, nullptr, &now) == 0 && now.sa_handler == SIG_DFL) {
    handled_before = now;
    struct sigaction action = {};
    action.sa_sigaction = on_fault;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    ::sigaction(SIGSEGV, &action, nullptr);
  }
#endif
}

FaultWatch::~FaultWatch() { watched = nullptr; }

}  // namespace pram::bsplib
