#include <fmt/format.h>

#include <array>
#include <string_view>
#include <vector>

#include <pram/machines/patterns.hpp>
#include <pram/perf/host_probe.hpp>
#include <pram/perf/probe.hpp>
#include <pram/pram.hpp>
#include <pram/report/detail/value/text.hpp>
#include "../command_line/command.hpp"
#include "../options/machine.hpp"
#include "../options/output.hpp"
#include "../output/interrupt.hpp"
#include "../output/progress.hpp"
#include "../request/machine_request.hpp"
#include "../request/number_list.hpp"
#include "../results/report_output.hpp"
#include "../tool_name.hpp"

namespace pram::tool {

namespace {

// Words that all processes of a host probe send in a superstep.
constexpr std::uint64_t most_host_words = std::uint64_t{1} << 24;
constexpr std::uint32_t most_host_processes = 1 << 16;

namespace probe_option {

constexpr Option<std::string> network = {{.flag = "--network",
                                          .value = "X",
                                          .group = "Network",
                                          .help = "a network of pram list: {}",
                                          .names = network_names,
                                          .brief = "a network of pram list networks"}};
constexpr Option<bool> on_host = {
    {.flag = "--host",
     .value = nullptr,
     .group = "Network",
     .help = "time supersteps of BSP processes on this computer instead, and fit r, g and l: a superstep of w "
             "operations and h words takes (w + g h + l) / r seconds",
     .brief = "measure this computer instead"}};
constexpr Option<std::uint32_t> components = {
    {.flag = "--components",
     .value = "P",
     .group = "Network",
     .help = "components of the machine (those of a name with sizes, else 4096; --host: processes, 64)",
     .brief = "components of the machine (4096; --host: 64)"},
    0,
    1,
    most_components};
constexpr Option<unsigned> threads = {
    {.flag = "--threads", .value = "T", .group = "Network", .help = "of --host: host threads, 0 for one a core (0)"},
    0,
    0,
    most_threads};
constexpr Option<std::string> relations = {
    {.flag = "--h",
     .value = "H,…",
     .group = "Traffic",
     .help = "messages that each sends and receives (1,2,4,8,16,32; --host: 0,1,4,16,64,256)",
     .brief = "messages that each sends and receives"}};
constexpr Option<std::uint64_t> runs = {{.flag = "--runs",
                                         .value = "R",
                                         .group = "Traffic",
                                         .help = "random relations for each h (10); supersteps of --host (15)",
                                         .brief = "random relations for each h (10)"},
                                        0,
                                        1};
constexpr Option<std::uint64_t> seed = {
    {.flag = "--seed", .value = "S", .group = "Traffic", .help = "seed of the relations (1)"}, 1};

}  // namespace probe_option

constexpr auto probe_options =
    joined(std::array<ListedOption, 8>{probe_option::network,
                                       probe_option::on_host,
                                       probe_option::components,
                                       probe_option::threads,
                                       probe_option::relations,
                                       probe_option::runs,
                                       probe_option::seed,
                                       {option::memory_limit, option::taken_memory, "Traffic"}},
           option::report_places("the fit and its points"));

int host(const Options& options) {
  const std::string allowed = "nothing beside --host: it measures this computer";
  if (options.has(probe_option::network)) options.refuse(probe_option::network, allowed);
  if (options.has(probe_option::seed)) options.refuse(probe_option::seed, allowed);
  perf::HostProbeRequest request;
  request.processes = options.number(probe_option::components, request.processes, 2U, most_host_processes);
  request.threads = options.number(probe_option::threads, request.threads);
  if (!options.has(probe_option::relations))
    std::erase_if(request.h, [&](std::uint32_t h) { return std::uint64_t{h} * request.processes > most_host_words; });
  request.h = number_list(options, probe_option::relations, 0, most_host_words / request.processes, request.h);
  request.runs = options.number<std::uint64_t>(probe_option::runs, request.runs, 1, 1'000'000);
  request.memory_limit = options[option::memory_limit];
  const ReportOutput output(options);

  perf::HostProbe result;
  {
    ProgressLine progress("timing supersteps");
    InterruptGuard guard(nullptr);
    request.watch = [&](Machine* machine) { guard.watch(machine); };
    request.progress = [&](std::uint64_t done, std::uint64_t of) {
      progress.show(fmt::format("{} of {} kinds of supersteps", done, of));
      return !guard.interrupted();
    };
    result = perf::probe_host(request);
  }
  output.write(perf::host_probe_report(result), [&] { return perf::host_probe_page(result); });
  return result.interrupted ? exit_interrupted() : 0;
}

int probe(const CommandLine& line) {
  const Options& options = line.options;
  if (options[probe_option::on_host]) return host(options);
  if (!options.has(probe_option::network))
    throw UsageError(named("pram probe: --network is missing, or --host; see pram probe --help"));
  if (options.has(probe_option::threads))
    options.refuse(probe_option::threads, "nothing without --host: a network's charges take none");
  perf::ProbeRequest request;
  request.network = options[probe_option::network];
  request.components = asked_components(options, {request.network});
  request.h = number_list(options, probe_option::relations, 1, most_messages / request.components, request.h);
  request.runs = options.number<std::uint64_t>(probe_option::runs, request.runs);
  request.seed = options[probe_option::seed];
  const ReportOutput output(options);

  perf::Probe result;
  {
    ProgressLine progress("measuring");
    const InterruptGuard guard(nullptr);
    const PollScope watched = watch(progress, guard);
    request.progress = [&](std::uint64_t done, std::uint64_t of) {
      progress.show(fmt::format("{} of {} relations", report::with_separators(done), report::with_separators(of)));
      return !guard.interrupted();
    };
    result = perf::probe(request);
  }
  output.write(perf::probe_report(result), [&] { return perf::probe_page(result); });
  return result.interrupted ? exit_interrupted() : 0;
}

}  // namespace

extern const Command probe_command = {.examples = R"(Examples:
  pram probe --network torus:32x32
  pram probe --host
  pram probe --network router:g=2,l=10 --components 1024 --h 1,2,4 --runs 3)",
                                      .options = probe_options,
                                      .limits_process = true,
                                      .run = probe};

}  // namespace pram::tool
