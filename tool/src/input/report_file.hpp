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
  bool has_lints = false;
};

using SavedReport = std::variant<report::SavedRun, SavedPage>;

/// Reads the JSON of a command from a file, or from standard input for "-".
/// @param lints  whether what is no run says something by itself; the summary of a run has an option for that
/// @throws Error of one line that names the file, also where there is no page of such a report but its tables
SavedReport read_report(const std::string& path, bool lints = true);

/// The same where the report must be on a run.
/// @throws Error
report::SavedRun read_run(const std::string& path);

}  // namespace pram::tool
