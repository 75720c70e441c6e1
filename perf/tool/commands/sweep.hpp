#pragma once

#include <functional>

#include <pram/perf/report.hpp>
#include <pram/perf/runs/sweep.hpp>
#include <pram/programs/program.hpp>
#include "../command_line/command_line.hpp"

/// `pram run`, `pram compare` and `pram scale` over several sizes and seeds.
namespace pram::tool {

/// Whether --n or --seeds asks for more than one run.
bool is_sweep(const Options& options);

/// Makes the runs that the command line asks for, and reports their means.
/// @returns the exit code
/// @throws pram::Error
int sweep(const CommandLine& line);

/// Makes the runs that the command line asks for, and writes this report on them.
/// @param page_of  makes what --html gets, and the pictures; none: --html gets the report's text and tables
/// @returns the exit code
/// @throws pram::Error
int sweep(const CommandLine& line, const programs::Program& program,
          const std::function<report::Report(const perf::Sweep&)>& report_of,
          const std::function<perf::Page(const perf::Sweep&)>& page_of = {});

}  // namespace pram::tool
