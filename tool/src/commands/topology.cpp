#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <ostream>
#include <string>

#include <pram/machines/detail/topology_survey.hpp>
#include <pram/machines/topology.hpp>
#include <pram/pram.hpp>
#include <pram/report/detail/topology/topology_report.hpp>
#include "../command_line/command.hpp"
#include "../options/machine.hpp"
#include "../options/names.hpp"
#include "../options/output.hpp"
#include "../output/interrupt.hpp"
#include "../output/progress.hpp"
#include "../request/machine_request.hpp"
#include "../results/report_output.hpp"
#include "../tool_name.hpp"

namespace pram::tool {

namespace {

// Links that --dot writes: some tens of megabytes.
constexpr std::uint64_t most_written_links = std::uint64_t{1} << 22;

constexpr Operand topology_operand = {
    .name = "NAME",
    .help =
        [] {
          return std::string(
              "a topology of pram list topologies, as torus:8x8, slim-fly:5 or torus:8x8,failed-links=5");
        },
    .missing = [] { return std::string("a topology is missing; see"); },
    .offers = topology_names,
};

namespace topology_option {

constexpr Option<std::uint32_t> components = {{.flag = "--components",
                                               .value = "P",
                                               .group = "Topology",
                                               .help = "components, where the name has no sizes (64)",
                                               .brief = "components, where the name has no sizes (64)"},
                                              64,
                                              1,
                                              most_components};
constexpr Option<std::string> dot = {
    {.flag = "--dot",
     .value = "FILE",
     .group = "Output",
     .help = "write nodes and links as a graph for Graphviz; - is standard output, and then the text goes to standard "
             "error",
     .needs_whole_tool = true,
     .writes = true,
     .brief = "write a graph for Graphviz"}};

}  // namespace topology_option

constexpr std::array<ListedOption, 6> topology_options = {{topology_option::components,
                                                           {option::memory_limit, option::taken_memory, "Topology"},
                                                           {option::json, "the numbers"},
                                                           option::html,
                                                           option::svg,
                                                           topology_option::dot}};

/// "torus:8x8" says how many components it has; "torus" and "torus:3d" do not.
std::unique_ptr<Topology> topology_of(const CommandLine& line) {
  const Spec asked(*line.operand);
  if (!asked.values.empty() && !line.options.has(topology_option::components)) {
    try {
      return make_topology(asked);
    } catch (const ConfigError&) {
    }
  }
  try {
    return make_topology(asked, line.options[topology_option::components]);
  } catch (const ConfigError& error) {
    throw ConfigError("topology", error.value, error.allowed);
  }
}

int survey_topology(const CommandLine& line) {
  const Options& options = line.options;
  const std::unique_ptr<Topology> topology = topology_of(line);
  if (options.has(topology_option::dot) && topology->properties().links > most_written_links)
    options.refuse(topology_option::dot, fmt::format("at most {} links", most_written_links));
  const std::optional<Output> dot = output(options, topology_option::dot);
  const ReportOutput reports(options, dot ? &*dot : nullptr);

  TopologySurvey made;
  {
    ProgressLine progress("measuring");
    const InterruptGuard guard(nullptr);
    const PollScope watched = watch(progress, guard);
    made = survey(*topology);
  }
  if (dot) dot->write([&](std::ostream& out) { report::write_dot(out, *topology); });
  reports.write(report::topology_report(made), [&] { return report::topology_page(*topology, made); });
  return 0;
}

}  // namespace

extern const Command topology_command = {.examples = R"(Examples:
  pram topology torus:8x8
  pram topology dragonfly:4,2 --svg pictures
  pram topology fat-tree:4,3 --json -
  pram topology slim-fly:5 --dot slim-fly.dot
  pram topology torus:8x8,failed-links=5,failed-nodes=2,failure-seed=3)",
                                         .operand = &topology_operand,
                                         .options = topology_options,
                                         .limits_process = true,
                                         .run = survey_topology};

}  // namespace pram::tool
