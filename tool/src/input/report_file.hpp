#pragma once

#include <functional>
#include <string>
#include <variant>

#include <pram/perf/report.hpp>
#include <pram/report/detail/run/saved_run.hpp>

namespace pram::tool {

/// A report of which there is a page, and that is about more than one run or about none.
struct SavedPage {
  std::string what;  ///< "a comparison"
  report::Report report;
  std::function<report::Page()> page;
};

using SavedReport = std::variant<report::SavedRun, SavedPage>;

/// Reads the JSON of a command from a file, or from standard input for "-".
/// @throws Error of one line that names the file, also where there is no page of such a report but its tables
SavedReport read_report(const std::string& path);

/// The same where the report must be on a run.
/// @throws Error
report::SavedRun read_run(const std::string& path);

}  // namespace pram::tool
