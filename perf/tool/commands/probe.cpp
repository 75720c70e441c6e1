#include <fmt/format.h>

#include <string_view>
#include <vector>

#include <pram/machines/patterns.hpp>
#include <pram/perf/host_probe.hpp>
#include <pram/perf/probe.hpp>
#include <pram/pram.hpp>
#include <pram/report/text.hpp>
#include "../output/interrupt.hpp"
#include "../output/progress.hpp"
#include "../request/machine_request.hpp"
#include "../request/number_list.hpp"
#include "../results/report_output.hpp"
#include "commands.hpp"

namespace pram::tool {

namespace {

// Words that all processes of a host probe send in a superstep.
constexpr std::uint64_t most_host_words = std::uint64_t{1} << 24;
constexpr std::uint32_t most_host_processes = 1 << 16;

int host(const Options& options) {
  for (const char* const flag : {"--network", "--seed"}) {
    if (options.has(flag))
      throw ConfigError(flag, options.text(flag), "nothing beside --host: it measures this computer");
  }
  perf::HostProbeRequest request;
  request.processes = options.number("--components", request.processes, 2U, most_host_processes);
  request.threads = options.number("--threads", request.threads, 0U, most_threads);
  if (!options.has("--h"))
    std::erase_if(request.h, [&](std::uint32_t h) { return std::uint64_t{h} * request.processes > most_host_words; });
  request.h = number_list(options, "--h", 0, most_host_words / request.processes, request.h);
  request.runs = options.number<std::uint64_t>("--runs", request.runs, 1, 1'000'000);
  request.memory_limit = options.size("--memory-limit", 0);
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

}  // namespace

int probe(const CommandLine& line) {
  const Options& options = line.options;
  if (options.has("--host")) return host(options);
  if (!options.has("--network")) throw UsageError("pram probe: --network is missing, or --host; see pram probe --help");
  if (options.has("--threads"))
    throw ConfigError("--threads", options.text("--threads"), "nothing without --host: a network's charges take none");
  perf::ProbeRequest request;
  request.network = options.text("--network");
  request.components = asked_components(options, {request.network});
  request.h = number_list(options, "--h", 1, most_messages / request.components, request.h);
  request.runs = options.number<std::uint64_t>("--runs", request.runs, 1);
  request.seed = options.number("--seed", request.seed);
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

}  // namespace pram::tool
