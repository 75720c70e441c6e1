#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <pram/programs/program.hpp>

/// Whether a program is what its row of the table says.
namespace pram::programs {

/// What check_program() tries.
struct CheckOptions {
  std::uint64_t seed = 1;           ///< of inputs, and of what is drawn
  std::uint64_t largest_size = 32;  ///< of inputs, where Program::tested_size allows as much
  std::size_t machines = 4;         ///< so many inputs also run on other machines, drawn by the seed
  std::uint32_t components = 16;    ///< of all machines
  /// As a bundled program must keep it: every claim is made, and supersteps are the same on every network.
  bool every_claim = false;
  std::vector<std::string> networks =
      {};  ///< of other machines; none: all of the table that connect so many components
  std::vector<std::string> accesses = {};  ///< access protocols of other machines; none: all of the table
};

/// What check_program() found.
struct CheckedProgram {
  std::vector<std::string> broken = {};  ///< what is not as the row says, a line each
  std::uint64_t inputs = 0;              ///< that were tried
  std::uint64_t runs = 0;
};

/// Tries out all that a row of the table of programs says, on inputs of every shape and of many sizes: 0 to 4, powers
/// of two with their neighbours, and sizes drawn by the seed.
///
/// - Results are right by the oracle, where there is one.
/// - Steps, work and requests for one cell keep within their bounds. Those of a BSP program are supersteps, h and w, on
///   several numbers of processes.
/// - The model that the program claims is satisfied, and the next weaker one is breached where the row says so.
/// - On other machines result, steps and work are the same. There, result and ledger are the same to the bit with 1, 2,
///   3 and 8 host threads.
///
/// All that a program throws is a broken claim, too. Equal options try the same. No other thread makes a machine
/// meanwhile.
/// @throws ConfigError where no machine can be made of the networks and access protocols
CheckedProgram check_program(const Program& program, const CheckOptions& options = {});

}  // namespace pram::programs
