#pragma once

#include "../options.hpp"

namespace pram::tool {

/// Makes of this process an mpirun of this host that runs the same command as --ranks asks. Returns where there is one
/// rank, or where the process is one of so many already.
/// @param arguments  of the process; the last is null
/// @throws ConfigError where it is one of another number
/// @throws UsageError where there is no mpirun
void start_ranks(const Options& options, char** arguments);

}  // namespace pram::tool
