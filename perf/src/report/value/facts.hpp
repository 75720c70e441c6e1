#pragma once

#include <span>
#include <string>

#include <pram/machine.hpp>
#include <pram/perf/program_run.hpp>
#include <pram/perf/report.hpp>
#include <pram/perf/statistic.hpp>
#include <pram/programs/program.hpp>

/// Fields that several reports have in common.
namespace pram::perf {

Record machine_record(const MachineOptions& machine);

Record input_record(const programs::InputFacts& input);

/// What a program found, behind the check.
Record facts_record(const programs::Outcome& outcome);

/// Runs of a program; CSV has a line for each and nothing else.
/// @param key  of their list in JSON; "": CSV alone
Table runs_table(std::string key, const std::string& program, const MachineOptions& machine,
                 std::span<const ProgramRun> runs);

/// Mean, stderr and largest; null of no values.
Value statistic_value(const Statistic& values);

}  // namespace pram::perf
