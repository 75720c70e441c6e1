#pragma once

#include <cstdint>
#include <string>

#include <pram/perf/report.hpp>
#include <pram/programs/program.hpp>

/// What a program's row of the table says, for whoever looks for one.
namespace pram::perf {

/// The size of the command that shows a program at work: at most 1024, so that it takes no time.
std::uint64_t example_size(const programs::Program& program);

/// "pram run prefix-sums --n 1024"
std::string example_command(const programs::Program& program);

/// What it does, model, bounds, source, inputs and an example; then its code. JSON: {version, program, alias, family,
/// header, what, model, needs_more_than, time, work, random, promised: {n, steps, steps_at_most, work_at_most,
/// largest_degree_at_most}, source, input: {file, shapes: [{name, what}], least, most, usual, power_of_two},
/// components, placement, access, example, file, code}. What is not said or promised by the size alone is null.
/// @param file  of the code: "programs/src/scan/prefix_sums.cpp"
/// @param code  in text; JSON has it too
Report program_report(const programs::Program& program, const std::string& file, const std::string& code);

}  // namespace pram::perf
