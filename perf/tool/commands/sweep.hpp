#pragma once

#include "../command_line/command_line.hpp"

/// `pram run` and `pram compare` over several sizes and seeds.
namespace pram::tool {

/// Whether --n or --seeds asks for more than one run.
bool is_sweep(const Options& options);

/// @returns the exit code @throws pram::Error
int sweep(const CommandLine& line);

}  // namespace pram::tool
