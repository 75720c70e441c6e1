#pragma once

#include <functional>
#include <optional>
#include <vector>

#include <pram/perf/report.hpp>
#include "../options.hpp"
#include "../output/folder.hpp"
#include "../output/output.hpp"

namespace pram::tool {

/// Makes a report's page.
using PageMaker = std::function<report::Page()>;

/// Where a command's report goes: to the places of --json, --csv and --html, its pictures into the folder of --svg, and
/// as text to standard output, unless one of them goes there; to standard error if the result of --output goes there.
class ReportOutput {
 public:
  /// Finds out, before anything is computed, whether the places can be written.
  /// @param result  the place of --output; null: none. Must outlive this
  /// @throws ConfigError if two of the places are one, or one is a file that is read; WriteError
  explicit ReportOutput(const Options& options, const Output* result = nullptr);

  /// @param page  makes what --html gets, and the pictures; none: --html gets the report's text and tables
  /// @throws WriteError
  void write(const report::Report& report, const PageMaker& page = {}) const;

  /// The same where standard output is another program's: the text goes to standard error.
  /// @throws WriteError
  void write_beside(const report::Report& report, const PageMaker& page = {}) const;

  /// The same without the text.
  /// @throws WriteError
  void write_files(const report::Report& report, const PageMaker& page) const;

  /// Checks that another place of output is none of these, and no file that is read.
  /// @throws ConfigError
  void keep_apart(const char* flag, const Output& place, const Options& options) const;

 private:
  void write_pictures(const std::vector<report::NamedFile>& pictures) const;

  std::optional<Output> json_;
  std::optional<Output> csv_;
  std::optional<Output> html_;
  std::optional<OutputFolder> pictures_;
  const Output* result_;
};

}  // namespace pram::tool
