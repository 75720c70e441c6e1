#include "program.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <new>
#include <string>
#include <string_view>
#include <utility>

#include <pram/detail/printable.hpp>
#include <pram/detail/ranks/transport.hpp>
#include <pram/pram.hpp>

#include "record.hpp"

// The program's main, which every process starts anew where bsp_init names no other function. C++ forbids the use of
// main by its own name.
extern "C" int pram_bsplib_main(int count, char** arguments, char** environment) __asm__("main") __attribute__((weak));

namespace pram::bsplib {

namespace {

int argument_count = 0;
char** argument_list = nullptr;

// glibc calls constructors with the arguments of main, before main.
__attribute__((constructor)) void keep_arguments(int count, char** arguments, char**) {
  argument_count = count;
  argument_list = arguments;
}

Machine* volatile machine_to_stop = nullptr;  // null: no processes run
volatile std::sig_atomic_t stopped_by = 0;

extern "C" void stop_machine(int signal) {
  if (stopped_by != 0 || machine_to_stop == nullptr) {  // this is the second signal, or no processes run
    std::signal(signal, SIG_DFL);
    ::raise(signal);
    return;
  }
  stopped_by = signal;
  machine_to_stop->request_stop();
}

/// Ctrl-C and SIGTERM stop the machine before its next superstep, unless the program handles them itself.
void heed_signals() {
  for (const int signal : {SIGINT, SIGTERM}) {
    struct sigaction now = {};
    if (::sigaction(signal, nullptr, &now) != 0 || now.sa_handler != SIG_DFL) continue;
    struct sigaction action = {};
    action.sa_handler = stop_machine;
    action.sa_flags = SA_RESTART;
    ::sigaction(signal, &action, nullptr);
  }
}

/// Says so without an allocation.
void say_that_memory_is_used_up() {
  constexpr std::string_view line = "pram: the host's memory is used up\n";
  [[maybe_unused]] const auto written = ::write(STDERR_FILENO, line.data(), line.size());
}

/// Has the machine's process failed for lack of memory?
bool lacks_memory(const ProgramError& failed) {
  try {
    std::rethrow_if_nested(failed);
  } catch (const std::bad_alloc&) {
    return true;
  } catch (...) {
  }
  return false;
}

std::terminate_handler terminate_before = nullptr;

/// What nobody catches: while the host's process starts, or where even an error finds no memory.
[[noreturn]] void on_terminate() {
  try {
    if (std::current_exception() != nullptr) throw;
  } catch (const std::bad_alloc&) {
    std::fflush(stdout);
    say_that_memory_is_used_up();
    ::_exit(1);
  } catch (...) {
  }
  terminate_before();
  std::abort();
}

// Before the tables of networks and rules are made.
__attribute__((constructor(101))) void heed_terminate() { terminate_before = std::set_terminate(on_terminate); }

void say(const std::string& sentence) { std::fputs((pram::printable(sentence) + '\n').c_str(), stderr); }

}  // namespace

Program& Program::get() {
  // Never destroyed: exit() may be called while processes run.
  static auto& program = *new Program;
  return program;
}

const Settings& Program::settings() {
  if (!settings_) {
    const char* const text = std::getenv("PRAM_BSP");
    settings_ = read_settings(text == nullptr ? "" : text);
    ::on_exit([](int status, void*) { get().at_exit(status); }, nullptr);
  }
  return *settings_;
}

void Program::init(void (*body)(), Line line) {
  if (running_process() != nullptr) running_process()->refuse("calls bsp_init, which stands before bsp_begin", line);
  if (body == nullptr) throw Error(fmt::format("bsp_init is given no function{}", at(line)));
  body_ = body;
  settings();
}

void Program::begin(std::int64_t most_processes, Line line) {
  if (running_process() != nullptr) {
    running_process()->begin(line);
    return;
  }
  if (most_processes < 1)
    throw Error(fmt::format("bsp_begin({}){}: a run has 1 process or more", most_processes, at(line)));
  const Settings& how = settings();
  if (const std::uint32_t ranks = pram::detail::ranks_of_program(); ranks > 1) {
    // Each rank has global variables of its own, and the processes of one rank alone would change them.
    throw Error(fmt::format("bsp_begin{}, is called on {} ranks: programs of BSPlib run on one rank", at(line), ranks));
  }
  if (machine_ == nullptr) {
    machine_ = std::make_unique<Machine>(how.machine);
    heed_signals();
  }
  const std::uint64_t processes = std::min(static_cast<std::uint64_t>(most_processes), how.processes);
  most_processes_ = std::max(most_processes_, processes);
  const auto body = [this] {
    if (body_ != nullptr) {
      body_();
    } else {
      pram_bsplib_main(argument_count, argument_list, environ);
    }
  };
  if (body_ == nullptr && &pram_bsplib_main == nullptr)
    throw Error(
        fmt::format("bsp_begin{}, finds no main that processes could start with: call bsp_init before", at(line)));
  run_ = std::make_unique<Run>(*machine_, how, processes, body, [this](std::exception_ptr error) { fail(error); });
  machine_to_stop = machine_.get();
  announce_record();
  run_->begin(line);
}

void Program::end(Line line) {
  if (running_process() == nullptr) throw Error(fmt::format("bsp_end is called without bsp_begin{}", at(line)));
  Process& process = *running_process();
  if (!process.has_begun()) process.refuse("calls bsp_end before bsp_begin", line);
  process.end(line);  // only process 0 returns, when all have ended
  machine_to_stop = nullptr;
  seconds_ += run_->seconds();
  run_.reset();
}

void Program::fail(std::exception_ptr error) {
  std::fflush(stdout);
  int status = 1;
  try {
    status = tell(std::move(error));
  } catch (const std::bad_alloc&) {
    say_that_memory_is_used_up();
  }
  leave(status);
}

int Program::tell(std::exception_ptr error) {
  int status = 1;
  try {
    std::rethrow_exception(std::move(error));
  } catch (const Aborted& aborted) {
    std::fputs(aborted.message.c_str(), stderr);
    if (aborted.message.empty() || aborted.message.back() != '\n') std::fputc('\n', stderr);
  } catch (const Interrupted& interrupted) {
    interrupted_ = true;
    status = 128 + (stopped_by != 0 ? stopped_by : SIGINT);
    say(fmt::format("pram: interrupted after superstep {}", interrupted.step));
  } catch (const ConfigError& wrong) {
    status = 2;
    say(fmt::format("pram: PRAM_BSP: {}", wrong.what()));
  } catch (const LimitError& limit) {
    say(limit.limit == "supersteps" ? fmt::format("pram: the program is not done after {} superstep{}, the limit that "
                                                  "max-supersteps gives",
                                                  limit.allowed, limit.allowed == 1 ? "" : "s")
                                    : fmt::format("pram: {}", limit.what()));
  } catch (const std::bad_alloc&) {
    say_that_memory_is_used_up();
  } catch (const ProgramError& failed) {
    say(lacks_memory(failed) ? fmt::format("pram: the host's memory is used up, at process {} in superstep {}",
                                           failed.processor, failed.step)
                             : fmt::format("pram: {}", failed.what()));
  } catch (const std::exception& other) {
    say(fmt::format("pram: {}", other.what()));
  } catch (...) {
    say("pram: an exception of unknown type");
  }
  return status;
}

void Program::leave(int status) {
  try {
    write_record();
  } catch (const std::bad_alloc&) {
    say_that_memory_is_used_up();
    status = 1;
  }
  std::fflush(nullptr);
  std::_Exit(status);  // the program's own stacks and objects are left as they are
}

void Program::at_exit(int status) {
  if (run_ != nullptr && status == 0) {
    const Process* const process = running_process();
    std::fflush(stdout);
    say(fmt::format("pram: process {} returns from main or calls exit(0) without bsp_end, in superstep {}",
                    process == nullptr ? 0 : process->id(), process == nullptr ? 0 : process->superstep()));
    leave(1);
  }
  write_record();
}

void Program::announce_record() {
  if (announced_ || settings_->record.empty()) return;
  announced_ = true;
  std::FILE* const file = std::fopen(settings_->record.c_str(), "w");
  if (file == nullptr) return;  // write_record() will say so
  std::fputc('\n', file);
  std::fclose(file);
}

void Program::write_record() {
  if (machine_ == nullptr || !settings_ || settings_->record.empty()) return;
  const double seconds = seconds_ + (run_ != nullptr ? run_->seconds() : 0);
  const std::string path = std::exchange(settings_->record, "");
  if (!bsplib::write_record(path, *machine_, {most_processes_, seconds, interrupted_}))
    say(fmt::format("pram: record '{}' cannot be written: {}", path, std::strerror(errno)));
}

}  // namespace pram::bsplib
