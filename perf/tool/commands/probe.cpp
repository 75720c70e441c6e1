#include <fmt/format.h>

#include <string_view>
#include <vector>

#include <pram/machines/patterns.hpp>
#include <pram/perf/probe.hpp>
#include <pram/perf/text.hpp>
#include <pram/pram.hpp>
#include "../output/interrupt.hpp"
#include "../output/progress.hpp"
#include "../request/machine_request.hpp"
#include "../results/report_output.hpp"
#include "commands.hpp"

namespace pram::tool {

namespace {

/// "1,2,4": each from 1 to `most`.
std::vector<std::uint32_t> list_of(const Options& options, const std::string& flag, std::uint64_t most,
                                   std::vector<std::uint32_t> otherwise) {
  if (!options.has(flag)) return otherwise;
  const std::string given = options.text(flag);
  std::vector<std::uint32_t> list;
  for (const std::string_view item : split(given, ',')) {
    const auto value = whole_number(item);
    if (!value || *value == 0 || *value > most)
      throw ConfigError(flag, given, fmt::format("whole numbers from 1 to {} between commas, as 1,2,4", most));
    list.push_back(static_cast<std::uint32_t>(*value));
  }
  return list;
}

}  // namespace

int probe(const CommandLine& line) {
  const Options& options = line.options;
  if (!options.has("--network")) throw UsageError("pram probe: --network is missing; see pram probe --help");
  perf::ProbeRequest request;
  request.network = options.text("--network");
  request.components = asked_components(options, {request.network});
  request.h = list_of(options, "--h", most_messages / request.components, request.h);
  request.runs = options.number<std::uint64_t>("--runs", request.runs, 1);
  request.seed = options.number("--seed", request.seed);
  const ReportOutput output(options);

  perf::Probe result;
  {
    ProgressLine progress("measuring");
    const InterruptGuard guard(nullptr);
    const PollScope watched = watch(progress, guard);
    request.progress = [&](std::uint64_t done, std::uint64_t of) {
      progress.show(fmt::format("{} of {} relations", perf::with_separators(done), perf::with_separators(of)));
      return !guard.interrupted();
    };
    result = perf::probe(request);
  }
  output.write(perf::probe_report(result));
  return result.interrupted ? exit_interrupted() : 0;
}

}  // namespace pram::tool
