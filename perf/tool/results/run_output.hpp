#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include <pram/report/run.hpp>
#include "../options.hpp"
#include "../output/output.hpp"
#include "report_output.hpp"

namespace pram::tool {

/// Whether some place shows steps one by one, so that the ledger must keep them.
bool shows_steps(const Options& options);

/// Where the report on a run goes: to the places of every report, and to those of --trace and --svg. A folder of --csv
/// gets tables.
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

  bool host_time_;
  ReportOutput report_;
  std::optional<Output> trace_;
  std::string trace_name_;  ///< whose ending says the format
  std::optional<std::filesystem::path> tables_;
  std::optional<std::filesystem::path> pictures_;
};

}  // namespace pram::tool
