#include <fmt/format.h>

#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <pram/machines/detail/named_switching.hpp>
#include <pram/machines/patterns.hpp>
#include <pram/perf/route.hpp>
#include <pram/perf/steady.hpp>
#include <pram/pram.hpp>
#include <pram/report/detail/value/text.hpp>
#include "../command_line/command.hpp"
#include "../input/messages_file.hpp"
#include "../options/machine.hpp"
#include "../options/output.hpp"
#include "../output/interrupt.hpp"
#include "../output/progress.hpp"
#include "../results/report_output.hpp"
#include "../tool_name.hpp"

namespace pram::tool {

namespace {

constexpr std::uint64_t golden = 0x9E3779B97F4A7C15;  // far apart, so that runs of near seeds share no batch

namespace route_option {

constexpr Option<std::string> network = {
    {.flag = "--network",
     .value = "X",
     .group = "Network",
     .help = "a topology, then options, as torus:64x64,ports=one,routing=valiant. Topologies: {}. Options: switching, "
             "ports, duplex, routing, combining, startup, bandwidth, buffers, wait, channels, seed, "
             "failed-links, failed-nodes, failure-seed",
     .names = topology_names,
     .brief = "a topology with options: torus:64x64,ports=one"}};
constexpr Option<std::uint32_t> components = {{.flag = "--components",
                                               .value = "P",
                                               .group = "Network",
                                               .help = "terminals (those of a name with sizes, else 4096)",
                                               .brief = "terminals, where the name has no sizes (4096)"},
                                              4096,
                                              1,
                                              most_components};
constexpr Option<std::string> pattern = {{.flag = "--pattern",
                                          .value = "T",
                                          .group = "Traffic",
                                          .help = "one of {}",
                                          .names = pattern_names,
                                          .brief = "one of pram list patterns"}};
constexpr Option<std::uint32_t> words = {{.flag = "--words",
                                          .value = "W",
                                          .group = "Traffic",
                                          .help = "length of each message of a pattern (1)",
                                          .brief = "length of each message of a pattern (1)"},
                                         1,
                                         1,
                                         1'000'000};
constexpr Option<std::string> file = {
    {.flag = "--file",
     .value = "F",
     .group = "Traffic",
     .help = "the messages, one a line: source,destination[,words], numbered from 0; - is standard input",
     .reads = true,
     .brief = "the messages, a line each: source,destination[,words]"}};
constexpr Option<std::uint64_t> runs = {{.flag = "--runs",
                                         .value = "R",
                                         .group = "Traffic",
                                         .help = "batches, each with a seed of its own (1)",
                                         .brief = "batches, each with a seed of its own (1)"},
                                        1,
                                        1};
constexpr Option<std::string> rate = {
    {.flag = "--rate",
     .value = "L",
     .group = "Steady traffic",
     .help = "messages that a terminal makes in a step, on average, as 0.01,0.05,0.1: they keep coming, whether those "
             "before have arrived or not; saturation in the list finds the rate that is too much",
     .brief = "messages of a terminal in a step: 0.01,0.05,saturation"}};
constexpr Option<std::uint64_t> warm_up = {
    {.flag = "--warm-up", .value = "T", .group = "Steady traffic", .help = "steps before messages count (1000)"},
    1000,
    0,
    1'000'000'000};
constexpr Option<std::uint64_t> window = {{.flag = "--window",
                                           .value = "T",
                                           .group = "Steady traffic",
                                           .help = "steps in which messages are made that count (1000)"},
                                          1000,
                                          1,
                                          1'000'000'000};
constexpr Option<std::uint64_t> drain = {
    {.flag = "--drain",
     .value = "T",
     .group = "Steady traffic",
     .help = "most steps after that, until they have arrived (ten times as many as in the window)"},
    0,
    0,
    10'000'000'000};
constexpr Option<std::uint64_t> seed = {
    {.flag = "--seed", .value = "S", .group = "Traffic", .help = "seed of random patterns (1)"}, 1};

}  // namespace route_option

constexpr auto route_options =
    joined(std::array<ListedOption, 12>{route_option::network,
                                        route_option::components,
                                        route_option::pattern,
                                        route_option::words,
                                        route_option::file,
                                        route_option::runs,
                                        route_option::seed,
                                        route_option::rate,
                                        route_option::warm_up,
                                        route_option::window,
                                        route_option::drain,
                                        {option::memory_limit, option::taken_memory, "Traffic"}},
           option::report_places("the result"), std::array<ListedOption, 1>{option::links});

NamedSwitching network_of(const Options& options) {
  return make_named_switching(options[route_option::network], options[route_option::components],
                              options.has(route_option::components));
}

void set_words(Batch& batch, std::uint32_t length) {
  if (length != 1) batch.words.assign(batch.size(), length);
}

/// Traffic by name or from a file.
perf::RouteRequest request_of(const Options& options, std::uint32_t terminals) {
  perf::RouteRequest request;
  request.runs = options[route_option::runs];
  request.seed = options[route_option::seed];
  const std::uint32_t length = options[route_option::words];
  if (options.has(route_option::file)) {
    const std::string path = options[route_option::file];
    if (path.empty()) options.refuse(route_option::file, "a file, or - for standard input");
    if (options.has(route_option::pattern)) options.refuse(route_option::file, "either --file or --pattern");
    if (options.has(route_option::words))
      options.refuse(route_option::words, "--words only beside --pattern: a file has its own");
    request.traffic = path == "-" ? "standard input" : path;
    request.batch = [batch = read_messages(path, terminals)](std::uint64_t) { return batch; };
    return request;
  }
  const std::string asked = pram::patterns().as_listed(options[route_option::pattern]).text;
  request.traffic = length == 1 ? asked : fmt::format("{} of {} words", asked, length);
  request.batch = [=, first_seed = request.seed](std::uint64_t run) {
    Batch batch = make_pattern(asked, terminals, first_seed + run * golden);
    set_words(batch, length);
    return batch;
  };
  return request;
}

void check_given(const Options& options) {
  if (!options.has(route_option::network))
    throw UsageError(named("pram route: --network is missing; see pram route --help"));
  if (!options.has(route_option::pattern) && !options.has(route_option::file))
    throw UsageError(named("pram route: --pattern or --file is missing; see pram route --help"));
  // Refuses unknown names before a network is built.
  if (options.has(route_option::pattern)) pram::patterns().entry_for(options[route_option::pattern]);
}

/// The rates of the list.
/// @returns whether "saturation" is among them
bool read_rates(const Options& options, std::vector<double>& rates) {
  bool saturation = false;
  const std::string given = options[route_option::rate];
  for (const std::string_view one : split(given, ',')) {
    const auto rate = real_number(one);
    if (same_name(one, "saturation")) {
      saturation = true;
    } else if (rate && *rate > 0 && *rate <= 1) {
      rates.push_back(*rate);
    } else {
      options.refuse(route_option::rate, "numbers above 0, and at most 1, and saturation, with commas between");
    }
  }
  return saturation;
}

int route_steadily(const Options& options) {
  for (const OptionRow* const row :
       {&route_option::words.row, &route_option::file.row, &route_option::runs.row, &option::links.row}) {
    if (options.has(*row))
      throw ConfigError(row->flag, options.text(*row),
                        "nothing beside --rate, which takes a pattern of messages of one word, and one seed");
  }
  NamedSwitching network = network_of(options);
  const std::shared_ptr<const Switching> switching = std::move(network.switching);
  perf::SteadyRequest request;
  request.network = network.name;
  request.topology = {switching, &switching->topology()};
  request.options = network.options;
  request.pattern = pram::patterns().as_listed(options[route_option::pattern]).text;
  request.seed = options[route_option::seed];
  request.saturation = read_rates(options, request.rates);
  request.window = {
      options[route_option::warm_up], options[route_option::window],
      options.has(route_option::drain) ? options[route_option::drain] : 10 * options[route_option::window]};
  const ReportOutput output(options);
  perf::SteadyResult result;
  {
    ProgressLine progress("measuring");
    const InterruptGuard guard(nullptr);
    const PollScope watched = watch(progress, guard);
    request.progress = [&](std::uint64_t done, std::uint64_t of) {
      progress.show(done < of ? fmt::format("{} of {} rates", done, of) : std::string("looking for saturation"));
      return !guard.interrupted();
    };
    result = perf::measure_steady(request);
  }
  output.write(perf::steady_report(result), [&] { return perf::steady_page(result); });
  return result.interrupted ? exit_interrupted() : 0;
}

int route(const CommandLine& line) {
  const Options& options = line.options;
  check_given(options);
  if (options.has(route_option::rate)) return route_steadily(options);
  for (const OptionRow* const row : {&route_option::warm_up.row, &route_option::window.row, &route_option::drain.row}) {
    if (options.has(*row)) throw ConfigError(row->flag, options.text(*row), "nothing without --rate");
  }
  NamedSwitching carrier = network_of(options);
  const ReportOutput output(options);
  perf::RouteRequest request = request_of(options, carrier.switching->topology().terminals());
  request.watch = options.has(option::html) || options.has(option::svg) || options.has(option::links);

  perf::RouteResult result;
  {
    ProgressLine progress("measuring");
    const InterruptGuard guard(nullptr);
    const PollScope watched = watch(progress, guard);
    request.progress = [&](std::uint64_t done, std::uint64_t of) {
      progress.show(fmt::format("{} of {} runs", report::with_separators(done), report::with_separators(of)));
      return !guard.interrupted();
    };
    result = perf::route(carrier, request);
  }
  output.write(perf::route_report(result), [&] { return perf::route_page(result); });
  return result.interrupted ? exit_interrupted() : 0;
}

}  // namespace

extern const Command route_command = {.examples = R"(Examples:
  pram route --network torus:64x64 --pattern transpose
  pram route --network omega --components 1024 --pattern permutation --runs 100
  pram route --network hypercube:10,ports=one --pattern h-relation:8 --json -
  pram route --network torus:8x8 --file messages.csv
  pram route --network torus:16x16 --pattern uniform --rate 0.1,0.3,saturation)",
                                      .options = route_options,
                                      .limits_process = true,
                                      .run = route};

}  // namespace pram::tool
