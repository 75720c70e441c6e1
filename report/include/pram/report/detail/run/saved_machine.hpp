#pragma once

#include <string>
#include <vector>

#include <pram/machine/options.hpp>
#include <pram/report/detail/value/field.hpp>

namespace pram::report {

/// A machine as a file describes it: that of a report, or a machine alone.
struct SavedMachine {
  using Row = pram::detail::MachineOptionRow;

  MachineOptions options = {};           ///< those that the file leaves out have their defaults
  std::vector<const Row*> given = {};    ///< those that the file has, in the order of the table
  std::vector<const Row*> missing = {};  ///< those without which the machine of a report is not known
  bool of_several_runs = false;          ///< what is missing, each run of the report has for itself
};

/// @throws Error that names the member that is wrong
SavedMachine read_saved_machine(const Field& file);

/// The same of a file, or of standard input for "-".
/// @throws Error of one line that names the file
SavedMachine read_machine_file(const std::string& path);

/// What is missing, as errors say it: "network, access or seed".
std::string missing_options(const SavedMachine& machine);

}  // namespace pram::report
