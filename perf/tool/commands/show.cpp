#include <vector>

#include <pram/perf/runs/program_report.hpp>
#include <pram/programs/program.hpp>
#include "../catalogue/program_source.hpp"
#include "../results/report_output.hpp"
#include "commands.hpp"

namespace pram::tool {

int show(const CommandLine& line) {
  const programs::Program& program = programs::find_program(line.program);
  std::vector<perf::ProgramCode> code;
  for (const ProgramSource& source : sources_of(program)) code.push_back({source.file, code_of(source)});
  const ReportOutput output(line.options);
  output.write(perf::program_report(program, code));
  return 0;
}

}  // namespace pram::tool
