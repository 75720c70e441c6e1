#pragma once

#include <optional>
#include <vector>

#include <pram/machine.hpp>
#include <pram/report/bsp_parameters.hpp>
#include <pram/report/detail/run/lint.hpp>
#include <pram/report/detail/run/run.hpp>
#include <pram/report/detail/value/field.hpp>

/// What the JSON of several reports has in common, read again. Every function throws an Error that names the field that
/// is missing or wrong.
namespace pram::report {

/// Gives what version 1 of the JSON wrote the names of this version. Every other value stays.
void update_version(Value& saved);

/// @throws Error if it is the JSON of another version, or no report. That of version 1 is updated before
void check_version(const Field& report);

/// The machine without its network and access protocol where the field does not have them.
MachineOptions read_machine(const Field& machine);

/// Reads the value of one option of a machine.
/// @throws ConfigError for a word that is not known
void read_option(const Field& given, const pram::detail::MachineOptionRow& row, MachineOptions& machine);

/// The members `input` and `result` of a report; nothing where there is no result.
std::optional<CheckedResult> read_checked(const Field& report);

/// The member `parameters`; nothing where it is not there.
std::optional<BspParameters> read_parameters(const Field& report);

/// The member `lints`; nothing where it is not there.
std::optional<std::vector<Lint>> read_lints(const Field& report);

}  // namespace pram::report
