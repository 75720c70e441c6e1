#pragma once

#include <string>
#include <vector>

#include <pram/programs/program.hpp>

/// The code of the bundled programs, which is compiled into the tool.
namespace pram::tool {

/// A source file of programs/src.
struct ProgramSource {
  const char* file;  ///< "programs/src/scan/prefix_sums.cpp"
  const char* text;
};

/// A file each, in the order of the table of programs. perf/tool/program_sources.cmake writes the function.
const std::vector<ProgramSource>& program_sources();

/// Where the program is.
const ProgramSource& source_of(const programs::Program& program);

/// The function itself, with what it needs in its file: without includes, and without its row of the table.
std::string code_of(const ProgramSource& source);

}  // namespace pram::tool
