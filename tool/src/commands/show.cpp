#include <array>
#include <vector>

#include <pram/perf/runs/program_report.hpp>
#include <pram/programs/program.hpp>
#include "../catalogue/program_source.hpp"
#include "../command_line/command.hpp"
#include "../command_line/plugin_files.hpp"
#include "../options/input.hpp"
#include "../options/output.hpp"
#include "../results/report_output.hpp"
#include "../tool_name.hpp"

namespace pram::tool {

namespace {

constexpr std::array<ListedOption, 2> show_options = {
    {{option::load, nullptr, "Programs"}, {option::json, "all that its row of the table says"}}};

int show(const CommandLine& line) {
  const programs::Program& program = programs::find_program(*line.operand);
  std::vector<perf::ProgramCode> code;
  for (const ProgramSource& source : sources_of(program)) code.push_back({source.file, code_of(source)});
  const ReportOutput output(line.options);
  output.write(perf::program_report(program, code, tool_name(), plugin_of(program.name)));
  return 0;
}

}  // namespace

extern const Command show_command = {.examples = R"(Examples:
  pram show prefix-sums
  pram show connected-components --json -)",
                                     .operand = &option::program,
                                     .options = show_options,
                                     .run = show};

}  // namespace pram::tool
