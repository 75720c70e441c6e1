#pragma once

#include <string>
#include <vector>

#include <pram/programs/program.hpp>

namespace pram::testing {

/// Tries out all that an entry of the table of programs says, on inputs of every shape and of many sizes: results
/// against the oracle, steps, work and degrees against their bounds (of a BSP program supersteps, h and w on several
/// numbers of processes), the model that it claims, that the next weaker one is breached, by inputs of every shape just
/// where the ledger says so, and, on machines drawn from the run's seed, that result and ledger are the same to the bit
/// with 1, 2, 3 and 8 threads, and result, steps and work the same as on the ideal machine.
/// @returns what is not as it is said, a line each
std::vector<std::string> broken_promises(const programs::Program& program);

}  // namespace pram::testing
