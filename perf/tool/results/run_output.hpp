#pragma once

#include <optional>
#include <string>

#include <pram/report/run.hpp>
#include <pram/report/saved_run.hpp>
#include "../options.hpp"
#include "../output/folder.hpp"
#include "../output/output.hpp"
#include "report_output.hpp"

namespace pram::tool {

/// Whether some place shows steps one by one, so that the ledger must keep them.
bool shows_steps(const Options& options);

/// Whether the text of a profile is to have small pictures: as --plot and --no-plot say; if neither does, where it goes
/// to a terminal and to no file besides.
/// @param descriptor  the file that the text goes to
/// @throws ConfigError for both options
bool plots(const Options& options, int descriptor);

/// Where the report on a run goes: to the places of every report, and to that of --trace. A folder of --csv gets
/// tables.
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
  /// What goes elsewhere than other reports.
  void write_others(const report::RunSummary& run) const;
  report::RunSummary shown(report::RunSummary run) const;
  const report::RunSummary* baseline() const { return baseline_ ? &baseline_->summary : nullptr; }

  /// Makes the page.
  report::Page page_of(const report::RunSummary& run) const;

  /// @param descriptor  of the file that the text goes to: it may have small pictures there
  report::Report report_of(const report::RunSummary& run, bool profile, int descriptor) const;

  Options options_;
  int text_descriptor_;
  bool host_time_;
  std::optional<report::SavedRun> baseline_;
  std::string sources_;  ///< where the program's source is looked for
  ReportOutput report_;
  std::optional<Output> trace_;
  std::string trace_name_;  ///< whose ending says the format
  std::optional<OutputFolder> tables_;
};

}  // namespace pram::tool
