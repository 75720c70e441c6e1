#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <pram/pram.hpp>
#include <pram/report/detail/file/descriptor_stream.hpp>
#include <pram/report/detail/run/saved_run.hpp>
#include <pram/report/detail/value/text.hpp>
#include "../command_line/command.hpp"
#include "../exit_codes.hpp"
#include "../options/machine.hpp"
#include "../options/output.hpp"
#include "../output/interrupt.hpp"
#include "../request/machine_request.hpp"
#include "../results/parameters.hpp"
#include "../results/run_output.hpp"
#include "../tool_name.hpp"

namespace pram::tool {

namespace {

constexpr std::uint64_t most_processes = 16384;  // as the library of pram-bspcc has it
constexpr int exit_no_program = 127;             // as shells say it

namespace bsp_option {

constexpr Option<std::uint64_t> processes = {
    {.flag = "-n,--processes",
     .value = "P",
     .group = "Program",
     .help = "processes that bsp_begin has at most, 1 to 16384 (one a component)",
     .brief = "processes (one a component)"},
    0,
    1,
    most_processes};
constexpr Option<Bytes> stack = {
    {.flag = "--stack", .value = "BYTES", .group = "Program", .help = "stack of each process, from 16K on (256K)"}};
constexpr Option<bool> private_globals = {
    {.flag = "--private-globals",
     .value = nullptr,
     .group = "Program",
     .help = "each process has global variables of its own (so it is on one host thread, if they take no more than a "
             "MiB)"}};
constexpr Option<bool> shared_globals = {{.flag = "--shared-globals",
                                          .value = nullptr,
                                          .group = "Program",
                                          .help = "all processes share the program's global variables"}};
constexpr Option<std::string> time = {
    {.flag = "--time",
     .value = "T",
     .group = "Program",
     .help = "what bsp_time tells: host, seconds; or charged, the machine's time (host)",
     .one_of =
         [] {
           return Names{"host", "charged"};
         },
     .brief = "what bsp_time tells: host or charged (host)"}};
constexpr Option<std::string> ledger = {
    {.flag = "--ledger",
     .value = "DETAIL",
     .group = "Output",
     .help = "totals, or steps: the JSON then has a record of each superstep, the first 65536; or profile: loads of "
             "components and links, too (totals)",
     .one_of = option::ledger_details}};
constexpr Option<std::uint64_t> ledger_steps = {
    {.flag = "--ledger-steps",
     .value = "M",
     .group = "Output",
     .help = "keep the records of the first M supersteps, some hundred bytes each (65536)"}};

}  // namespace bsp_option

constexpr auto machine_rows_of_bsp = option::shown_rows<&option::MachineRow::bsp_flag, &option::MachineRow::bsp_help>();

constexpr auto bsp_options =
    joined(option::run_places,
           std::array<ListedOption, 7>{bsp_option::processes,
                                       bsp_option::stack,
                                       bsp_option::private_globals,
                                       bsp_option::shared_globals,
                                       bsp_option::time,
                                       option::network,
                                       {option::machine_file, "; access protocol and placement are not taken"}},
           listed(machine_rows_of_bsp),
           std::array<ListedOption, 6>{
               {{option::memory_limit, "stop a program whose processes and messages take more memory than this"},
                {option::json, "all that the profile knows"},
                option::run_csv,
                option::html,
                bsp_option::ledger,
                bsp_option::ledger_steps}});

/// Refuses what a machine would refuse, before the program runs.
/// @throws ConfigError
void check_machine(const MachineOptions& asked, std::uint64_t processes) {
  MachineOptions machine{.components = asked.components, .network = asked.network, .rule = asked.rule, .threads = 1};
  if (machine.components == 0 && components_of(machine.network.spec()) == 0)
    machine.components = static_cast<std::uint32_t>(processes);
  (void)Machine(machine);
}

/// The settings that the program finds in PRAM_BSP.
/// @throws ConfigError for what a machine would refuse
std::string settings_of(const Options& options) {
  MachineOptions machine{.threads = 1};
  std::string text;
  const auto set = [&](const char* name, const auto& value) { text += fmt::format("{}={} ", name, value); };
  if (options.has(bsp_option::processes)) set("processes", options[bsp_option::processes]);
  for (const option::MachineRow& row : pram::detail::machine_options) {
    if (row.bsp_flag == nullptr || !read_option(options, row, row.bsp_flag, machine)) continue;
    const char* const name = row.bsp_flag + std::string_view("--").size();
    std::visit([&](const auto& value) { set(name, value); }, value_of(machine, row));
  }
  if (machine.network.text().find(' ') != std::string::npos) options.refuse(option::network, "a name without blanks");
  if (options.has(bsp_option::stack)) {
    const std::uint64_t bytes = options[bsp_option::stack];
    if (bytes < (16U << 10) || bytes > (1U << 30)) options.refuse(bsp_option::stack, "bytes from 16K to 1G");
    set("stack", bytes);
  }
  if (options.has(bsp_option::time)) set("time", options[bsp_option::time]);
  if (shows_steps(options) && !options.has(bsp_option::ledger)) set("ledger", "profile");  // to be shown
  if (options[bsp_option::private_globals] && options[bsp_option::shared_globals])
    options.refuse(bsp_option::shared_globals, "not beside --private-globals");
  if (options[bsp_option::private_globals]) set("private-globals", "yes");
  if (options[bsp_option::shared_globals]) set("private-globals", "no");
  if (options[bsp_option::private_globals] && machine.threads > 1)
    options.refuse(option::threads, "1 beside --private-globals");
  check_machine(machine, options[bsp_option::processes]);
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

/// @returns the status that waitpid gives
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
        fmt::format("{}: '{}' cannot be run: {}\n", tool_name(), report::printable(arguments[0]), std::strerror(error));
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
    std::cerr << fmt::format("{}: '{}' has not called bsp_begin: nothing to show\n", tool_name(),
                             report::printable(line.arguments.front()));
  }
  if (interrupted && WIFEXITED(status) && WEXITSTATUS(status) == 0) return exit_interrupted();
  if (!WIFSIGNALED(status)) return WEXITSTATUS(status);
  std::cerr << fmt::format("{}: '{}' was ended by signal {} ({})\n", tool_name(),
                           report::printable(line.arguments.front()), WTERMSIG(status), ::strsignal(WTERMSIG(status)));
  return 128 + WTERMSIG(status);
}

}  // namespace

extern const Command bsp_command = {.examples = R"(Examples:
  pram-bspcc -O2 program.c -o program -lm
  pram bsp -n 1024 --network torus:32x32 ./program arguments
  pram bsp -n 64 --network router:g=2,l=100 --json profile.json ./program)",
                                    .runs_another = true,
                                    .options = bsp_options,
                                    .run = bsp};

}  // namespace pram::tool
