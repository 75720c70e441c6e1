#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <pram/report/detail/file/file.hpp>
#include "../options.hpp"

namespace pram::tool {

/// A folder of an option such as --svg, for files of a report.
class OutputFolder {
 public:
  /// The option's folder, made if it is not there; none if the option is not given.
  /// @throws ConfigError for an empty path or "-"; WriteError if nothing can be written there
  static std::optional<OutputFolder> of(const Options& options, const Option<std::string>& option);

  /// Replaces files of the folder.
  /// @throws WriteError
  void write(const std::vector<report::NamedFile>& files) const;

  /// "--svg 'DIR'"
  std::string name() const;

 private:
  OutputFolder(const char* flag, std::filesystem::path path) : flag_(flag), path_(std::move(path)) {}

  const char* flag_;
  std::filesystem::path path_;
};

}  // namespace pram::tool
