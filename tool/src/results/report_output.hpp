#pragma once

#include <memory>

#include <pram/perf/report.hpp>
#include "../options.hpp"
#include "../output/output.hpp"
#include "report_files.hpp"

namespace pram::tool {

/// Where a command's report goes: to the files that options name, and as text to standard output, unless one of them
/// goes there; to standard error if the result of --output goes there.
class ReportOutput {
 public:
  /// Finds out, before anything is computed, whether the places can be written.
  /// @param result  the place of --output; null: none. Must outlive this
  /// @throws ConfigError if two of the places are one, or one is a file that is read; WriteError
  explicit ReportOutput(const Options& options, const Output* result = nullptr);

  /// @param page  as ReportFiles::write() has it
  /// @throws WriteError
  void write(const report::Report& report, const PageMaker& page = {}) const;

  /// The same where standard output is another program's: the text goes to standard error.
  /// @throws WriteError
  void write_beside(const report::Report& report, const PageMaker& page = {}) const;

  /// The same without the text.
  /// @throws WriteError
  void write_files(const report::Report& report, const PageMaker& page) const;

  /// Null: the tool was linked without what writes them.
  const ReportFiles* files() const { return files_.get(); }

 private:
  std::unique_ptr<ReportFiles> files_;
  const Output* result_;
};

}  // namespace pram::tool
