#include <fmt/format.h>

#include <array>
#include <memory>
#include <string>
#include <utility>
#include <variant>

#include <pram/machines/detail/named_switching.hpp>
#include <pram/machines/replay.hpp>
#include <pram/perf/replay.hpp>
#include <pram/pram.hpp>
#include <pram/programs/input/file.hpp>
#include "../command_line/command.hpp"
#include "../options/machine.hpp"
#include "../options/output.hpp"
#include "../output/interrupt.hpp"
#include "../output/progress.hpp"
#include "../results/report_output.hpp"
#include "../tool_name.hpp"

namespace pram::tool {

namespace {

namespace replay_option {

/// It counts as an option, too, so that no report takes its place.
constexpr Option<std::string> file = {{.flag = "FILE",
                                       .value = "FILE",
                                       .group = "Arguments",
                                       .help = "a trace in GOAL's form of text; - is standard input",
                                       .reads = true}};
constexpr Option<std::string> network = {
    {.flag = "--network",
     .value = "X",
     .group = "Network",
     .help = "loggops:L=2500,o=1500,g=1000,G=6,O=0,S=65535 (these prices in ns, of which any may be left out, are what "
             "holds otherwise), or a topology with options, as torus:8x8,startup=500,bandwidth=25, whose steps are ns "
             "and whose words are bytes; rank r is at terminal r. Topologies: {}",
     .names = topology_names,
     .brief = "loggops:L=2500,o=1500 or a topology: torus:8x8,startup=500"}};
constexpr Option<std::uint32_t> components = {
    {.flag = "--components",
     .value = "P",
     .group = "Network",
     .help = "terminals of a topology (those of a name with sizes, else as many as the trace has ranks)",
     .brief = "terminals, where the name has no sizes (the trace's ranks)"},
    1,
    1,
    most_components};
constexpr Option<std::uint64_t> overhead = {{.flag = "--overhead",
                                             .value = "T",
                                             .group = "Network",
                                             .help = "ns of a processor for a message at each end, on a topology (0)",
                                             .brief = "ns of a processor for a message at each end (0)"},
                                            0,
                                            0,
                                            1'000'000'000};

}  // namespace replay_option

constexpr Operand replay_operand = {
    .name = "FILE",
    .help = [] { return std::string(replay_option::file.row.help); },
    .missing = [] { return std::string("a trace is missing; see"); },
    .may_be_empty = true,
    .option = &replay_option::file.row,
};

constexpr auto replay_options = std::array<ListedOption, 8>{{replay_option::network,
                                                             replay_option::components,
                                                             replay_option::overhead,
                                                             {option::memory_limit, option::taken_memory, "Network"},
                                                             {option::json, "the result"},
                                                             {option::csv, "the result"},
                                                             option::html,
                                                             option::links}};

std::variant<LogGops, perf::ReplayNetwork> network_of(const Options& options, std::uint32_t ranks) {
  const bool given = options.has(replay_option::network);
  const Spec name = given ? Spec(options[replay_option::network]) : Spec("loggops");
  if (same_name(name.name, "loggops")) {
    for (const OptionRow* const row : {&replay_option::components.row, &replay_option::overhead.row}) {
      if (options.has(*row))
        throw ConfigError(row->flag, options.text(*row), "nothing beside loggops: it is of topologies");
    }
    return LogGops::of(name);
  }
  const bool sized = options.has(replay_option::components);
  NamedSwitching network = make_named_switching(name, sized ? options[replay_option::components] : ranks, sized);
  const std::shared_ptr<const Switching> switching = std::move(network.switching);
  return perf::ReplayNetwork{
      network.name, {switching, &switching->topology()}, network.options, options[replay_option::overhead]};
}

OperationTrace trace_of(const std::string& path, std::uint64_t memory_limit) {
  try {
    return read_goal(programs::read_text(path, memory_limit), path == "-" ? "standard input" : path);
  } catch (const TraceError& error) {
    if (!error.syntax) throw;
    throw UsageError(tool_name() + ": " + error.what());
  }
}

int replay(const CommandLine& line) {
  const Options& options = line.options;
  const ReportOutput output(options);
  perf::Replayed result;
  {
    ProgressLine progress("replaying");
    const InterruptGuard guard(nullptr);
    const PollScope watched = watch(progress, guard);
    try {
      const OperationTrace trace = trace_of(*line.operand, options[option::memory_limit]);
      const bool watch = options.has(option::html) || options.has(option::links);
      result = perf::replay_trace(trace, network_of(options, trace.ranks()), watch);
    } catch (const Interrupted&) {
      return exit_interrupted();
    }
  }
  output.write(perf::replay_report(result), [&] { return perf::replay_page(result); });
  return 0;
}

}  // namespace

extern const Command replay_command = {.examples = R"(Examples:
  pram replay trace.goal
  pram replay trace.goal --network loggops:L=1000,o=200,g=5,G=1
  pram replay trace.goal --network torus:8x8,startup=500 --overhead 200
  pram replay trace.goal --network hypercube --json -)",
                                       .operand = &replay_operand,
                                       .options = replay_options,
                                       .limits_process = true,
                                       .run = replay};

}  // namespace pram::tool
