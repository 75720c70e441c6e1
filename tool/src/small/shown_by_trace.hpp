#pragma once

#include <cstdint>
#include <string>

#include <pram/programs/program.hpp>
#include <pram/programs/verify.hpp>
#include "../options.hpp"

namespace pram::tool {

/// The command line by which `trace` shows a run that verify has found, for a shell.
/// @param options    of the run, with its size and seed; what is of verify alone is left out
/// @param most_steps  that a run has had, which ends one that would go on for ever
std::string shown_by_trace(const Options& options, const programs::Program& program,
                           const programs::CounterExample& found, std::uint64_t most_steps);

}  // namespace pram::tool
