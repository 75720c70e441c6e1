#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

#include <pram/pram.hpp>
#include <pram/report/detail/descriptor_stream.hpp>
#include <pram/report/saved_run.hpp>
#include <pram/report/text.hpp>
#include "../exit_codes.hpp"
#include "../output/interrupt.hpp"
#include "../request/machine_request.hpp"
#include "../results/parameters.hpp"
#include "../results/run_output.hpp"
#include "commands.hpp"

namespace pram::tool {

namespace {

constexpr std::uint64_t most_processes = 16384;  // as the library of pram-bspcc has it
constexpr int exit_no_program = 127;             // as shells say it

/// The settings that the program finds in PRAM_BSP.
/// @throws ConfigError for what a machine would refuse
std::string settings_of(const Options& options) {
  MachineOptions machine;
  std::string text;
  const auto set = [&](const char* name, const std::string& value) { text += fmt::format("{}={} ", name, value); };
  const auto number = [&](const char* flag, const char* name, std::uint64_t least, std::uint64_t most) {
    if (options.has(flag)) set(name, std::to_string(options.number<std::uint64_t>(flag, 0, least, most)));
  };
  const auto word = [&](const char* flag, const char* name) {
    if (options.has(flag)) set(name, options.text(flag));
  };
  number("-n", "processes", 1, most_processes);
  number("--components", "components", 1, most_components);
  number("--threads", "threads", 0, most_threads);
  number("--seed", "seed", 0, ~std::uint64_t{0});
  number("--max-supersteps", "max-supersteps", 0, ~std::uint64_t{0});
  if (options.has("--stack")) {
    const std::uint64_t stack = options.size("--stack", 0);
    if (stack < (16U << 10) || stack > (1U << 30))
      throw ConfigError("--stack", options.text("--stack"), "bytes from 16K to 1G");
    set("stack", std::to_string(stack));
  }
  if (options.has("--memory-limit")) set("memory-limit", std::to_string(options.size("--memory-limit", 0)));
  word("--time", "time");
  word("--ledger", "ledger");
  number("--ledger-steps", "ledger-steps", 0, ~std::uint64_t{0});
  if (shows_steps(options) && !options.has("--ledger")) set("ledger", "profile");  // to be shown
  if (options.has("--private-globals") && options.has("--shared-globals"))
    throw ConfigError("--shared-globals", "", "not beside --private-globals");
  if (options.has("--private-globals")) set("private-globals", "yes");
  if (options.has("--shared-globals")) set("private-globals", "no");
  if (options.has("--private-globals") && options.number("--threads", 1U) > 1)
    throw ConfigError("--threads", options.text("--threads"), "1 beside --private-globals");
  if (options.has("--rule")) {
    machine.rule = rule_from(options.text("--rule"));
    set("rule", options.text("--rule"));
  }
  if (options.has("--network")) {
    machine.network = options.text("--network");
    if (machine.network.text().find(' ') != std::string::npos)
      throw ConfigError("--network", machine.network.text(), "a name without blanks");
    set("network", machine.network.text());
  }
  machine.components = options.number("--components", machine.components, 1U, most_components);
  if (machine.components == 0 && components_of(machine.network.spec()) == 0)
    machine.components = static_cast<std::uint32_t>(options.number<std::uint64_t>("-n", 0));
  machine.threads = 1;
  (void)Machine(machine);  // throws for wrong options before the program runs
  return text;
}

::pid_t child = 0;

// A terminal sends Ctrl-C to the program too, so only signals from other processes are passed on.
extern "C" void pass_on(int signal, siginfo_t* from, void*) {
  if (from->si_code != SI_KERNEL && child > 0) ::kill(child, signal);
}

/// Keeps signals from ending the tool: the program ends its run, and the tool then reports it.
void let_program_end() {
  struct sigaction action = {};
  action.sa_sigaction = pass_on;
  action.sa_flags = SA_SIGINFO | SA_RESTART;
  for (const int signal : {SIGINT, SIGTERM, SIGQUIT}) ::sigaction(signal, &action, nullptr);
}

void restore_signals() {
  for (const int signal : {SIGINT, SIGTERM, SIGQUIT, SIGXCPU, SIGXFSZ, SIGHUP}) {
    struct sigaction now = {};
    if (::sigaction(signal, nullptr, &now) == 0 && (now.sa_handler != SIG_IGN || signal == SIGXFSZ))
      std::signal(signal, SIG_DFL);
  }
}

/// @returns the status that waitpid tells
/// @throws Error
int run_program(const std::vector<std::string>& arguments, const std::string& settings) {
  std::vector<char*> list;
  for (const std::string& argument : arguments) list.push_back(const_cast<char*>(argument.c_str()));
  list.push_back(nullptr);
  ::setenv("PRAM_BSP", settings.c_str(), 1);
  std::cout.flush();
  child = ::fork();
  if (child < 0) throw Error(fmt::format("no process can be started: {}", std::strerror(errno)));
  if (child == 0) {
    restore_signals();
    ::execvp(list[0], list.data());
    const int error = errno;
    const std::string line =
        fmt::format("pram: '{}' cannot be run: {}\n", report::printable(arguments[0]), std::strerror(error));
    [[maybe_unused]] const auto written = ::write(STDERR_FILENO, line.data(), line.size());
    ::_exit(error == ENOENT ? exit_no_program : exit_no_program - 1);
  }
  let_program_end();
  int status = 0;
  while (::waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) throw Error(fmt::format("the program's end is not known: {}", std::strerror(errno)));
  }
  child = 0;
  return status;
}

/// Reads what the library of pram-bspcc wrote.
report::SavedRun read_record(const std::string& json) {
  try {
    return report::read_run(json);
  } catch (const Error& error) {
    throw Error(fmt::format("the record of the program's supersteps is damaged: {}", error.what()));
  }
}

/// @param interrupted  becomes true if Ctrl-C stops the fit of g and l; what the program did is reported all the same
void complete(report::RunSummary& run, const std::string& program, bool& interrupted) {
  run.program = program;
  if (run.ledger.supersteps() == 0) return;
  const Spec& network = run.machine.network.spec();
  run.parameters = run.interrupted ? report::own_parameters(network, run.machine.components)
                                   : fitted_parameters(network, run.machine.components, interrupted);
}

}  // namespace

int bsp(const CommandLine& line) {
  const Options& options = line.options;
  const RunOutput places(options);
  std::string settings = settings_of(options);
  const report::Descriptor record(::memfd_create("pram-bsp", 0));  // which the program finds in PRAM_BSP
  if (!record) throw Error(fmt::format("no file for the program's record: {}", std::strerror(errno)));
  // By the tool's own number: the program may close all that it inherits.
  settings += fmt::format("record=/proc/{}/fd/{}", ::getpid(), record.number());
  const int status = run_program(line.arguments, settings);
  ::lseek(record.number(), 0, SEEK_SET);
  const std::string json = report::content_of(record);
  bool interrupted = false;
  const bool begun = !json.empty();
  if (json.find_first_not_of('\n') != std::string::npos) {
    report::SavedRun run = read_record(json);
    complete(run.summary, line.arguments.front(), interrupted);
    places.write_beside(std::move(run.summary), true);
  } else if (begun && WIFEXITED(status) && WEXITSTATUS(status) == 0) {
    throw Error(
        fmt::format("'{}' has called bsp_begin, but left no record of its supersteps: does it end by _exit, or "
                    "by another program that takes its place?",
                    report::printable(line.arguments.front())));
  } else if (WIFEXITED(status) && WEXITSTATUS(status) == 0) {
    std::cerr << fmt::format("pram: '{}' has not called bsp_begin: nothing to show\n",
                             report::printable(line.arguments.front()));
  }
  if (interrupted && WIFEXITED(status) && WEXITSTATUS(status) == 0) return exit_interrupted();
  if (!WIFSIGNALED(status)) return WEXITSTATUS(status);
  std::cerr << fmt::format("pram: '{}' was ended by signal {} ({})\n", report::printable(line.arguments.front()),
                           WTERMSIG(status), ::strsignal(WTERMSIG(status)));
  return 128 + WTERMSIG(status);
}

}  // namespace pram::tool
