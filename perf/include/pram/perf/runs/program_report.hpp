#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <pram/perf/report.hpp>
#include <pram/programs/program.hpp>

/// A program's page in the catalogue: what its row of the table says, and its code.
namespace pram::perf {

/// The input size of the example command: at most 1024, so that it runs at once.
std::uint64_t example_size(const programs::Program& program);

/// A command that shows the program at work: "pram run prefix-sums --n 1024".
/// @param tool  the executable that has the program
std::string example_command(const programs::Program& program, const std::string& tool = "pram");

/// The code of a file.
struct ProgramCode {
  std::string file;  ///< "programs/src/scan/prefix_sums.cpp"
  std::string code;
};

/// A report of what the program does, its model, bounds, source, inputs and an example; then its code. JSON: {version,
/// program, alias, family, header, what, model, needs_more_than, time, work, random, promised: {n, steps,
/// steps_at_most, work_at_most, largest_degree_at_most}, source, input: {file, shapes: [{name, what}], least, most,
/// usual, power_of_two}, options: [{name, what, otherwise}], components, placement, access, example, file, code,
/// shared: [{file, code}]}. What the row does not say, or does not promise by the size alone, is null.
/// @param code    the program's own file, then those that it shares with others; text and JSON both have it. None, of
///                a user's own program: neither has any, nor header
/// @param tool    as example_command() takes it
/// @param plugin  the file of the plug-in that has the program, for the example; empty: the tool has it
Report program_report(const programs::Program& program, const std::vector<ProgramCode>& code,
                      const std::string& tool = "pram", const std::string& plugin = "");

}  // namespace pram::perf
