#pragma once

#include <string>
#include <vector>

#include <pram/report/detail/run/run.hpp>
#include <pram/report/detail/value/value.hpp>

/// A run beside an earlier one.
namespace pram::report {

/// What is known of both runs, then and now: totals, source lines, and supersteps by tag. The runs may be of different
/// programs, inputs and machines: the report says so first. JSON has it as `baseline`; see docs/reference/json.md.
/// Lines are matched as matched_lines() says.
Report baseline_report(const RunSummary& run, const RunSummary& baseline);

/// The same in sentences: what differs in program, input and machine; how the charge changed; and the line that
/// changed most.
std::vector<std::string> baseline_verdict(const RunSummary& run, const RunSummary& baseline);

}  // namespace pram::report
