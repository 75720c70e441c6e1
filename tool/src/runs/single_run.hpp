#pragma once

#include "../command_line/command.hpp"

namespace pram::tool {

/// `pram run` and `pram profile` of one size and seed: runs a program, checks its result, and reports on the run.
/// @param profile  false: the text is a few lines
/// @returns the exit code
/// @throws pram::Error
int run_once(const CommandLine& line, bool profile);

}  // namespace pram::tool
