#pragma once

#include <memory>

#include <pram/perf/report.hpp>
#include <pram/report/detail/run/run.hpp>
#include "../options.hpp"
#include "report_files.hpp"

namespace pram::tool {

/// What the report on a run has besides its text and the files of every report: the page, trace events, tables in a
/// folder of --csv, and the comparison with --baseline.
class RunFiles {
 public:
  virtual ~RunFiles() = default;

  /// Writes trace events and tables.
  /// @throws WriteError
  virtual void write(const report::RunSummary& run) const = 0;

  /// Whether the trace goes to standard output.
  virtual bool standard_output() const = 0;

  virtual report::Page page(const report::RunSummary& run) const = 0;

  /// Adds the comparison to the report's text.
  virtual void append_baseline(report::Report& text, const report::RunSummary& run) const = 0;
};

/// @param others  whose places are no place of the trace
/// @throws ConfigError, WriteError
std::unique_ptr<RunFiles> run_files(const Options& options, const ReportFiles& others);

}  // namespace pram::tool
