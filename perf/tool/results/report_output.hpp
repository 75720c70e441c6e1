#pragma once

#include <functional>
#include <optional>
#include <string>

#include <pram/perf/report.hpp>
#include "../options.hpp"
#include "../output/output.hpp"

namespace pram::tool {

/// Where a command's report goes: to the places of --json, --csv and --html, and as text to standard output, unless one
/// of them goes there; to standard error if the result of --output goes there.
class ReportOutput {
 public:
  /// Finds out, before anything is computed, whether the places can be written.
  /// @param result  the place of --output; null: none. Must outlive this
  /// @throws ConfigError if two of the places are one, or one is a file that is read; WriteError
  explicit ReportOutput(const Options& options, const Output* result = nullptr);

  /// @param page  makes what --html gets; none: the report's text and tables
  /// @throws WriteError
  void write(const report::Report& report, const std::function<std::string()>& page = {}) const;

  /// The same where standard output is another program's: the text goes to standard error.
  /// @throws WriteError
  void write_beside(const report::Report& report, const std::function<std::string()>& page = {}) const;

  /// The same without the text.
  /// @throws WriteError
  void write_files(const report::Report& report, const std::function<std::string()>& page) const;

  /// Checks that another place of output is none of these, and no file that is read.
  /// @throws ConfigError
  void keep_apart(const char* flag, const Output& place, const Options& options) const;

 private:
  std::optional<Output> json_;
  std::optional<Output> csv_;
  std::optional<Output> html_;
  const Output* result_;
};

}  // namespace pram::tool
