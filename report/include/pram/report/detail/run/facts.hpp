#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include <pram/machine.hpp>
#include <pram/report/detail/run/program_run.hpp>
#include <pram/report/detail/run/run.hpp>
#include <pram/report/detail/value/value.hpp>

/// Fields that several reports have in common.
namespace pram::report {

Record machine_record(const MachineOptions& machine);

/// The input's own fields with the n that was asked for, then the text.
Record input_record(const CheckedResult& checked);

/// The g and l of a prediction, and whether a probe fitted them.
Record parameters_record(const BspParameters& parameters);

/// Whether some run has PRAM steps, or none has supersteps.
bool have_steps(std::span<const ProgramRun> runs);

/// Whether some run has supersteps.
bool have_supersteps(std::span<const ProgramRun> runs);

/// Whether text shows performance factors: unless the runs have only supersteps, and none asks anything of shared
/// arrays.
bool have_factors(std::span<const ProgramRun> runs);

/// Whether a count is above 0 in some run.
bool any_has(std::span<const ProgramRun> runs, const RunCount& count);

/// The counts that text shows of these runs, by number in run_counts.
std::vector<std::size_t> shown_counts(std::span<const ProgramRun> runs);

/// Runs of a program; CSV has a line for each and nothing else.
/// @param key  of their list in JSON; "": CSV alone
Table runs_table(std::string key, const std::string& program, const MachineOptions& machine,
                 std::span<const ProgramRun> runs);

}  // namespace pram::report
