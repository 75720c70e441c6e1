#pragma once

#include <memory>

#include <pram/report/detail/run/run.hpp>
#include "../options.hpp"
#include "../output/output.hpp"
#include "report_output.hpp"
#include "run_files.hpp"

namespace pram::tool {

/// Whether some place shows steps one by one, so that the ledger must keep them.
bool shows_steps(const Options& options);

/// Whether --csv names a folder, which gets tables.
bool writes_tables(const Options& options);

/// Whether the text of a profile is to have small pictures: as --plot and --no-plot say; if neither does, where it goes
/// to a terminal and to no file besides.
/// @param descriptor  the file that the text goes to
/// @throws ConfigError for both options
bool plots(const Options& options, int descriptor);

/// Where the report on a run goes: to the places of every report, and to those of RunFiles.
class RunOutput {
 public:
  /// Finds out, before anything is computed, whether the places can be written.
  /// @param result  the place of --output; null: none. Must outlive this
  /// @throws ConfigError if two of the places are one, or one is a file that is read; WriteError
  explicit RunOutput(const Options& options, const Output* result = nullptr);

  /// @param profile  false: the text is a few lines
  /// @throws WriteError
  void write(report::RunSummary run, bool profile) const;

  /// The same where standard output is another program's: the text goes to standard error.
  /// @throws WriteError
  void write_beside(report::RunSummary run, bool profile) const;

 private:
  report::RunSummary shown(report::RunSummary run) const;

  /// @param descriptor  of the file that the text goes to: it may have small pictures there
  report::Report report_of(const report::RunSummary& run, bool profile, int descriptor) const;
  PageMaker page_of(const report::RunSummary& run) const;

  Options options_;
  int text_descriptor_;
  ReportOutput report_;
  std::unique_ptr<RunFiles> files_;  // null: the tool was linked without them
};

}  // namespace pram::tool
