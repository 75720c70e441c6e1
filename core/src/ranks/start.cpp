#include "start.hpp"

#include <cxxabi.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>
#include <string_view>
#include <thread>
#include <typeinfo>

#include <pram/detail/printable.hpp>

#include "handshake.hpp"
#include "launcher.hpp"
#include "load_module.hpp"

namespace pram::detail {

namespace {

constexpr std::uint64_t most_ranks = 4096;
constexpr int exit_refused = 2;

/// Belongs to the group.
LaunchedTransport* transport_of_process = nullptr;

/// Never destroyed, as machines that are static variables may outlive all else; and never allocated, as any function
/// that makes a machine may ask for it.
union GroupOfProcess {
  constexpr GroupOfProcess() : group() {}
  ~GroupOfProcess() {}  // NOLINT(modernize-use-equals-default): the group stays
  std::shared_ptr<RankGroup> group;
};
constinit GroupOfProcess group_there;

std::shared_ptr<RankGroup>& started_group() { return group_there.group; }

void say_line(std::string_view sentence) {
  const std::string line = fmt::format("pram: {}\n", sentence);
  [[maybe_unused]] const auto written = ::write(STDERR_FILENO, line.data(), line.size());
}

/// Ends a process that has not met the other ranks: rank 0 says why. The others leave it the time, as launchers end all
/// processes as soon as one has failed.
[[noreturn]] void refuse_alone(const Launched& launched, std::string_view sentence) {
  if (launched.rank == 0) {
    say_line(sentence);
  } else {
    std::this_thread::sleep_for(std::chrono::seconds(5));
  }
  std::_Exit(exit_refused);
}

/// Ends all ranks, which all call this.
[[noreturn]] void refuse_together(std::string_view sentence) {
  if (transport_of_process->rank() == 0) say_line(sentence);
  started_group()->end();
  transport_of_process->finish();
  std::_Exit(exit_refused);
}

/// A program that this one starts is no rank, although it inherits the variables.
void hide_launcher() {
  for (const LauncherVariables& variables : launcher_variables) {
    ::unsetenv(std::string_view(variables.rank) == "PMIX_RANK" ? variables.rank : variables.ranks);
  }
}

void replace_by_null(int descriptor, int flags) {
  const int null = ::open("/dev/null", flags | O_CLOEXEC);
  if (null < 0) return;
  ::dup2(null, descriptor);
  ::close(null);
}

/// Leaves standard input and output to rank 0.
void keep_rank_0_alone_at_the_terminal() {
  const char* const value = std::getenv("PRAM_RANKS_OUTPUT");
  const std::string_view output = value == nullptr ? "" : value;
  if (!output.empty() && output != "all")
    refuse_together(fmt::format("PRAM_RANKS_OUTPUT = '{}' is not allowed: all, or empty", printable(output)));
  if (transport_of_process->rank() == 0) return;
  replace_by_null(STDIN_FILENO, O_RDONLY);
  if (output != "all") replace_by_null(STDOUT_FILENO, O_WRONLY);
}

/// The program of this rank has ended: by its return from main(), or by exit().
void end_of_program(int status, void* /*unused*/) {
  std::fflush(nullptr);  // before another rank's exit code ends them all
  started_group()->end();
  transport_of_process->finish();
  if (status == 0 && started_group()->parted()) std::_Exit(1);
}

/// Says in one line, and without an allocation, what ends this rank; and ends all.
[[noreturn]] void end_all(const char* what) {
  char line[1024];
  const int length =
      std::snprintf(line, sizeof line, "pram: rank %u ends all ranks: %s", transport_of_process->rank(), what);
  auto count = std::min(static_cast<std::size_t>(std::max(length, 0)), sizeof line - 2);
  std::replace_if(
      line, line + count, [](char one) { return static_cast<unsigned char>(one) < 0x20; }, ' ');
  line[count++] = '\n';
  [[maybe_unused]] const auto written = ::write(STDERR_FILENO, line, count);
  transport_of_process->abort(1);
  std::_Exit(1);  // the compiler takes virtual functions for such that return
}

/// What all ranks throw, all may leave uncaught: rank 0 says what a process that is alone says.
[[noreturn]] void end_together(const char* what) {
  RankGroup& group = *started_group();
  std::fflush(nullptr);
  if (group.rank() == 0 && group.parted()) {
    say_line(what);
  } else if (group.rank() == 0) {
    int status = 0;
    const char* const name = abi::__cxa_current_exception_type()->name();
    char* const readable = abi::__cxa_demangle(name, nullptr, nullptr, &status);
    std::fprintf(stderr, "terminate called after throwing an instance of '%s'\n  what():  %s\n",
                 status == 0 ? readable : name, what);
  }
  group.end();
  transport_of_process->finish();
  std::_Exit(group.parted() ? 1 : 128 + SIGABRT);
}

[[noreturn]] void on_terminate_of_rank() {
  if (std::current_exception() == nullptr) end_all("std::terminate() was called");
  try {
    throw;
  } catch (const std::exception& error) {
    if (started_group()->agreed()) end_together(error.what());
    end_all(error.what());
  } catch (...) {
    end_all("an exception of unknown type");
  }
}

/// Before the program's own static variables are made, of which one may be a machine; so the end of all ranks comes
/// when they are gone.
[[gnu::constructor(102)]] void start_ranks() {
  const Launched launched = launched_by();
  if (launched.ranks < 2) return;
  if (launched.ranks > most_ranks)
    refuse_alone(launched, fmt::format("{} ranks are not allowed: at most {}", launched.ranks, most_ranks));
  std::string fault;
  const StartRanks start = load_rank_module(fault);
  if (start == nullptr) {
    refuse_alone(launched,
                 fmt::format("a launcher has started {} ranks, and pram's module for MPI cannot be loaded: {}",
                             launched.ranks, printable(fault)));
  }
  transport_of_process = start(rank_module_interface);
  if (transport_of_process == nullptr)
    refuse_alone(launched, "pram's module for MPI, libpram-mpi.so, is of another version than the program");
  if (transport_of_process->ranks() != launched.ranks) {
    refuse_alone(launched,
                 fmt::format("the launcher has started {} ranks, and MPI knows of {}: pram's module was built "
                             "with another MPI than that of this mpirun",
                             launched.ranks, transport_of_process->ranks()));
  }
  hide_launcher();
  started_group() = std::make_shared<RankGroup>(std::unique_ptr<Transport>(transport_of_process));
  const RankDifferences differences = compare_ranks(*started_group());
  if (!differences.refused.empty()) refuse_together(differences.refused);
  if (!differences.warning.empty() && launched.rank == 0) say_line(differences.warning);
  keep_rank_0_alone_at_the_terminal();
  std::set_terminate(on_terminate_of_rank);
  ::on_exit(end_of_program, nullptr);
}

}  // namespace

const std::shared_ptr<RankGroup>& group_of_process() noexcept { return started_group(); }

}  // namespace pram::detail
