#include <array>
#include <string>

#include <pram/perf/runs/slack.hpp>
#include <pram/programs/program.hpp>
#include "../command_line/command.hpp"
#include "../options/input.hpp"
#include "../options/machine.hpp"
#include "../options/output.hpp"
#include "../request/number_list.hpp"
#include "../runs/sweep.hpp"

namespace pram::tool {

namespace {

namespace slack_option {

constexpr Option<std::string> size = {{.flag = "--n",
                                       .value = "N",
                                       .group = "Input",
                                       .help = "size of a generated input: numbers, or edges of a graph; may be "
                                               "written 32768, 2^15 or 1e5 (the program's usual size)",
                                       .brief = "size of a generated input, as 2^15"}};
constexpr Option<std::string> components = {{.flag = "--components",
                                             .value = "P,…",
                                             .group = "Machine",
                                             .help = "numbers of components of the machines (16,64,256,1024,4096)",
                                             .brief = "numbers of components (16,64,256,1024,4096)"}};

}  // namespace slack_option

constexpr auto slack_options =
    joined(std::array<ListedOption, 8>{slack_option::size, option::shape, option::input, option::format, option::source,
                                       option::seed, option::seeds, option::load},
           std::array<ListedOption, 1>{slack_option::components}, option::one_place, option::machine,
           std::array<ListedOption, 1>{option::ranks}, option::report_places("slackness"),
           std::array<ListedOption, 1>{{{option::resume, "the runs"}}});

int slack(const CommandLine& line) {
  const programs::Program& program = programs::find_program(*line.operand);
  if (program.model.is_bsp()) {
    throw ConfigError("PROGRAM", program.name,
                      "a program of PRAM steps: processes of supersteps stand on a component each, without slack");
  }
  if (line.options.has(slack_option::size) && line.options.text(slack_option::size).find("..") != std::string::npos)
    line.options.refuse(slack_option::size, "one size, which all numbers of components share");
  constexpr std::uint32_t usual[] = {16, 64, 256, 1024, 4096};
  SweepKind kind;
  kind.components =
      number_list(line.options, slack_option::components, 1, most_components, {std::begin(usual), std::end(usual)});
  kind.report = [](const perf::Sweep& runs) { return perf::slack_report(perf::slack_of(runs)); };
  kind.page = [](const perf::Sweep& runs) { return perf::slack_page(perf::slack_of(runs)); };
  return sweep(line, kind);
}

}  // namespace

extern const Command slack_command = {.examples = R"(Examples:
  pram slack connected-components --n 2^15
  pram slack list-ranking-wyllie --components 64,256,1024 --access direct
  pram slack histogram --n 2^16 --seeds 1..5 --html slack.html)",
                                      .operand = &option::program,
                                      .options = slack_options,
                                      .on_ranks = true,
                                      .run = slack};

}  // namespace pram::tool
