#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <pram/machine.hpp>

/// Machines on which a program is run once more, so that a lint can say what they save.
namespace pram::report {

struct RunSummary;

/// A machine, and what it has that the run's machine has not.
struct OtherMachine {
  std::string options;  ///< of the tool: "--placement direct"
  MachineOptions machine;
};

/// The same program on the same input, on another machine.
struct OtherRun {
  std::string options;       ///< as OtherMachine has them
  std::uint64_t charge = 0;  ///< of everything
};

/// The machines whose charge the lints of a run ask for: with placement direct, with direct access, and with other
/// bases of combining. None for a run that is long, was cut short or asked for nothing, or if nobody wants lints.
std::vector<OtherMachine> machines_for_lints(const RunSummary& run);

}  // namespace pram::report
