#include <fmt/format.h>

#include <pram/machines/detail/named_switching.hpp>
#include <pram/machines/patterns.hpp>
#include <pram/perf/route.hpp>
#include <pram/pram.hpp>
#include <pram/report/text.hpp>
#include "../input/messages_file.hpp"
#include "../output/interrupt.hpp"
#include "../output/progress.hpp"
#include "../request/machine_request.hpp"
#include "../results/report_output.hpp"
#include "commands.hpp"

namespace pram::tool {

namespace {

constexpr std::uint64_t golden = 0x9E3779B97F4A7C15;  // far apart, so that runs of near seeds share no batch

NamedSwitching network_of(const Options& options) {
  const auto components = options.number("--components", 4096U, 1U, most_components);
  return make_named_switching(options.text("--network"), components, options.has("--components"));
}

void set_words(Batch& batch, std::uint32_t words) {
  if (words != 1) batch.words.assign(batch.size(), words);
}

/// Traffic by name or from a file.
perf::RouteRequest request_of(const Options& options, std::uint32_t terminals) {
  perf::RouteRequest request;
  request.runs = options.number<std::uint64_t>("--runs", 1, 1);
  request.seed = options.number<std::uint64_t>("--seed", 1);
  const auto words = options.number("--words", 1U, 1U, 1'000'000U);
  if (options.has("--file")) {
    const std::string path = options.text("--file");
    if (path.empty()) throw ConfigError("--file", path, "a file, or - for standard input");
    if (options.has("--pattern")) throw ConfigError("--file", path, "either --file or --pattern");
    if (options.has("--words"))
      throw ConfigError("--words", options.text("--words"), "--words only beside --pattern: a file has its own");
    request.traffic = path == "-" ? "standard input" : path;
    request.batch = [batch = read_messages(path, terminals)](std::uint64_t) { return batch; };
    return request;
  }
  const std::string pattern = options.text("--pattern");
  request.traffic = words == 1 ? pattern : fmt::format("{} of {} words", pattern, words);
  request.batch = [=, seed = request.seed](std::uint64_t run) {
    Batch batch = make_pattern(pattern, terminals, seed + run * golden);
    set_words(batch, words);
    return batch;
  };
  return request;
}

void check_given(const Options& options) {
  if (!options.has("--network")) throw UsageError("pram route: --network is missing; see pram route --help");
  if (!options.has("--pattern") && !options.has("--file"))
    throw UsageError("pram route: --pattern or --file is missing; see pram route --help");
  // Unknown names before a network is built.
  if (options.has("--pattern")) patterns().entry_for(options.text("--pattern"));
}

}  // namespace

int route(const CommandLine& line) {
  const Options& options = line.options;
  check_given(options);
  NamedSwitching network = network_of(options);
  const ReportOutput output(options);
  perf::RouteRequest request = request_of(options, network.switching->topology().terminals());
  request.watch = options.has("--html") || options.has("--svg") || options.has("--links");

  perf::RouteResult result;
  {
    ProgressLine progress("measuring");
    const InterruptGuard guard(nullptr);
    const PollScope watched = watch(progress, guard);
    request.progress = [&](std::uint64_t done, std::uint64_t of) {
      progress.show(fmt::format("{} of {} runs", report::with_separators(done), report::with_separators(of)));
      return !guard.interrupted();
    };
    result = perf::route(network, request);
  }
  output.write(perf::route_report(result), [&] { return perf::route_page(result); });
  return result.interrupted ? exit_interrupted() : 0;
}

}  // namespace pram::tool
