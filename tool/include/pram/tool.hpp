#pragma once

#include <vector>

#include <pram/pram.hpp>
#include <pram/programs/input/kinds.hpp>
#include <pram/programs/program.hpp>
#include <pram/programs/row.hpp>

/// The command line of pram around programs of a user's own.
namespace pram::tool {

/// Runs the command line: all commands of `pram`, over the bundled programs and a user's own. From a program's main():
///
///     int main(int count, char** arguments) {
///       using namespace pram::programs;
///       return pram::tool::main(count, arguments, {program<Numbers>(sum, {.name = "sum", .what = "adds up"})});
///     }
///
/// Usage and errors call the tool by the name of the executable.
/// Errors are written to standard error, a line each, and become the exit code.
/// @param own  one program at least; lists name them first (see pram::programs::program())
/// @returns the exit code: 0; 1 if a run failed, or its result is wrong; 2 for a mistake on the command line, or in a
///          row of `own`
int main(int count, char** arguments, std::vector<programs::Program> own);

/// The same over the bundled programs alone, as `pram` is.
int main(int count, char** arguments);

}  // namespace pram::tool
