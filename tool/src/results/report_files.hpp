#pragma once

#include <functional>
#include <memory>

#include <pram/perf/report.hpp>
#include "../options.hpp"
#include "../output/output.hpp"

namespace pram::tool {

/// Makes a report's page.
using PageMaker = std::function<report::Page()>;

/// Where a report goes besides its text: the files of --json, --csv and --html, and the folder of --svg.
class ReportFiles {
 public:
  virtual ~ReportFiles() = default;

  /// @param page  makes what --html gets, and the pictures; none: --html gets the report's text and tables
  /// @throws WriteError
  virtual void write(const report::Report& report, const PageMaker& page) const = 0;

  /// Whether one of the files is standard output.
  virtual bool standard_output() const = 0;

  /// Checks that another place of output is none of these, and no file that is read.
  /// @throws ConfigError
  virtual void keep_apart(const Option<std::string>& option, const Output& place) const = 0;
};

/// The files that options name. Before anything is computed, the call finds out whether they can be written.
/// @param result  the place of --output; null: none. Must outlive what is returned
/// @throws ConfigError if two of the places are one, or one is a file that is read; WriteError
std::unique_ptr<ReportFiles> report_files(const Options& options, const Output* result);

}  // namespace pram::tool
