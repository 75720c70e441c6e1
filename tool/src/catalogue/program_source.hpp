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

/// One file for each program, in the order of their table. tool/program_sources.cmake writes the function.
const std::vector<ProgramSource>& program_sources();

/// The headers of programs/src that have steps of processors.
const std::vector<ProgramSource>& shared_sources();

/// The file that has the program, and the shared ones that it includes, each behind those that include it.
std::vector<ProgramSource> sources_of(const programs::Program& program);

/// The code that shows the algorithm: the file without includes and without the program's row of the table.
std::string code_of(const ProgramSource& source);

}  // namespace pram::tool
