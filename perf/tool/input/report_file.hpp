#pragma once

#include <string>

#include <pram/report/saved_run.hpp>

namespace pram::tool {

/// Reads the JSON of a run from a file, or from standard input for "-".
/// @throws Error of one line that names the file
report::SavedRun read_report(const std::string& path);

}  // namespace pram::tool
