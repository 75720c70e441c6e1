#include <pram/perf/runs/scale.hpp>
#include <pram/programs/program.hpp>
#include "commands.hpp"
#include "sweep.hpp"

namespace pram::tool {

int scale(const CommandLine& line) {
  const programs::Program& program = programs::find_program(line.program);
  return sweep(
      line, program, [&program](const perf::Sweep& runs) { return perf::scale_report(runs, program); },
      [&program](const perf::Sweep& runs) { return perf::scale_page(runs, program); });
}

}  // namespace pram::tool
