#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include <pram/perf/report.hpp>
#include <pram/perf/runs/sweep.hpp>
#include <pram/programs/program.hpp>
#include "../command_line/command.hpp"
#include "../request/place.hpp"

/// A program over several sizes and seeds: `pram run` and `pram compare` with --n A..B or --seeds, and `pram scale`.
namespace pram::tool {

/// What sweeps differ in.
struct SweepKind {
  bool compares = false;     ///< over all networks and protocols that are given: a run that fails is part of the result
  bool has_lints = false;    ///< its report says something by itself
  bool usual_sizes = false;  ///< --n is not needed: then sizes go up to the program's usual one
  std::vector<std::uint32_t> components = {};  ///< the numbers of components to run on; empty: one, as options give it
  std::function<report::Report(const perf::Sweep&)> report = {};  ///< none: means
  std::function<perf::Page(const perf::Sweep&)> page = {};        ///< none: --html gets the report's text and tables
};

/// Makes the runs that the command line asks for, and writes the report on them.
/// @returns the exit code
/// @throws pram::Error
int sweep(const CommandLine& line, const SweepKind& kind);

}  // namespace pram::tool
