#pragma once

#include <string>
#include <variant>

#include <pram/perf/runs/compare.hpp>
#include <pram/report/saved_run.hpp>

namespace pram::tool {

using SavedReport = std::variant<report::SavedRun, perf::Comparison>;

/// Reads the JSON of a run or a comparison from a file, or from standard input for "-".
/// @throws Error of one line that names the file
SavedReport read_report(const std::string& path);

/// The same where it must be a run.
/// @throws Error
report::SavedRun read_run(const std::string& path);

}  // namespace pram::tool
