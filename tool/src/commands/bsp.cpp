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
#include <pram/report/detail/file/descriptor_stream.hpp>
#include <pram/report/detail/run/saved_run.hpp>
#include <pram/report/detail/value/text.hpp>
#include "../command_line/command.hpp"
#include "../exit_codes.hpp"
#include "../options/machine.hpp"
#include "../options/output.hpp"
#include "../output/interrupt.hpp"
#include "../results/parameters.hpp"
#include "../results/run_output.hpp"

namespace pram::tool {

namespace {

constexpr std::uint64_t most_processes = 16384;  // as the library of pram-bspcc has it
constexpr int exit_no_program = 127;             // as shells say it

namespace bsp_option {

constexpr Option<std::uint64_t> processes = {
    {.flag = "-n,--processes",
     .value = "P",
     .group = "Program",
     .help = "processes that bsp_begin has at most, 1 to 16384 (one a component)"},
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
     .one_of = [] {
       return Names{"host", "charged"};
     }}};
constexpr Option<std::uint32_t> components = {
    {.flag = "--components",
     .value = "P",
     .group = "Machine",
     .help = "components of the machine (those of a network's name with sizes, else one a process, else 4096)"},
    0,
    1,
    most_components};
constexpr Option<std::string> rule = {
    {.flag = "--rule",
     .value = "R",
     .group = "Machine",
     .help = "which of conflicting puts stands: arbitrary, priority; or those that are a mistake: common, CREW, EREW "
             "(arbitrary)"}};
constexpr Option<unsigned> threads = {
    {.flag = "--threads", .value = "T", .group = "Machine", .help = "host threads, 0 for one a core (1)"},
    1,
    0,
    most_threads};
constexpr Option<std::uint64_t> seed = {
    {.flag = "--seed", .value = "S", .group = "Machine", .help = "seed of the machine's random choices (1)"}, 1};
constexpr Option<std::uint64_t> max_supersteps = {
    {.flag = "--max-supersteps",
     .value = "M",
     .group = "Machine",
     .help = "stop a program that takes more supersteps than this, 0 for no limit (0)"}};
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

constexpr auto bsp_options =
    joined(option::run_places,
           std::array<ListedOption, 17>{
               {bsp_option::processes,
                bsp_option::stack,
                bsp_option::private_globals,
                bsp_option::shared_globals,
                bsp_option::time,
                option::network,
                bsp_option::components,
                bsp_option::rule,
                bsp_option::threads,
                bsp_option::seed,
                bsp_option::max_supersteps,
                {option::memory_limit, "stop a program whose processes and messages take more memory than this"},
                {option::json, "all that the profile knows"},
                option::run_csv,
                option::html,
                bsp_option::ledger,
                bsp_option::ledger_steps}});

/// The settings that the program finds in PRAM_BSP.
/// @throws ConfigError for what a machine would refuse
std::string settings_of(const Options& options) {
  MachineOptions machine;
  std::string text;
  const auto set = [&](const char* name, const std::string& value) { text += fmt::format("{}={} ", name, value); };
  const auto number = [&](const auto& given, const char* name) {
    if (options.has(given)) set(name, std::to_string(options[given]));
  };
  const auto word = [&](const Option<std::string>& given, const char* name) {
    if (options.has(given)) set(name, options[given]);
  };
  number(bsp_option::processes, "processes");
  number(bsp_option::components, "components");
  number(bsp_option::threads, "threads");
  number(bsp_option::seed, "seed");
  number(bsp_option::max_supersteps, "max-supersteps");
  if (options.has(bsp_option::stack)) {
    const std::uint64_t bytes = options[bsp_option::stack];
    if (bytes < (16U << 10) || bytes > (1U << 30)) options.refuse(bsp_option::stack, "bytes from 16K to 1G");
    set("stack", std::to_string(bytes));
  }
  number(option::memory_limit, "memory-limit");
  word(bsp_option::time, "time");
  word(bsp_option::ledger, "ledger");
  number(bsp_option::ledger_steps, "ledger-steps");
  if (shows_steps(options) && !options.has(bsp_option::ledger)) set("ledger", "profile");  // to be shown
  if (options[bsp_option::private_globals] && options[bsp_option::shared_globals])
    options.refuse(bsp_option::shared_globals, "not beside --private-globals");
  if (options[bsp_option::private_globals]) set("private-globals", "yes");
  if (options[bsp_option::shared_globals]) set("private-globals", "no");
  if (options[bsp_option::private_globals] && options[bsp_option::threads] > 1)
    options.refuse(bsp_option::threads, "1 beside --private-globals");
  if (options.has(bsp_option::rule)) {
    machine.rule = rule_from(options[bsp_option::rule]);
    set("rule", options[bsp_option::rule]);
  }
  if (options.has(option::network)) {
    machine.network = options[option::network];
    if (machine.network.text().find(' ') != std::string::npos) options.refuse(option::network, "a name without blanks");
    set("network", machine.network.text());
  }
  machine.components = options.number(bsp_option::components, machine.components);
  if (machine.components == 0 && components_of(machine.network.spec()) == 0)
    machine.components = static_cast<std::uint32_t>(options[bsp_option::processes]);
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

}  // namespace

extern const Command bsp_command = {.examples = R"(Examples:
  pram-bspcc -O2 program.c -o program -lm
  pram bsp -n 1024 --network torus:32x32 ./program arguments
  pram bsp -n 64 --network router:g=2,l=100 --json profile.json ./program)",
                                    .runs_another = true,
                                    .options = bsp_options,
                                    .run = bsp};

}  // namespace pram::tool
