#pragma once

#include <filesystem>
#include <functional>
#include <iosfwd>
#include <string>
#include <string_view>

#include <pram/error.hpp>

namespace pram::tool {

/// Something could not be written; what() says where and why.
class WriteError : public Error {
 public:
  using Error::Error;
};

/// Writes to standard output at once. @throws WriteError
void print(std::string_view text);

/// What an option such as --json names: a file, or "-" for standard output.
class Output {
 public:
  /// Finds out, before anything is computed, whether the file can be written; changes nothing.
  /// @throws ConfigError for an empty path; WriteError for a folder or where nothing can be written
  Output(std::string option, std::string path);

  bool standard_output() const { return path_.empty(); }

  /// True if both end in the same place.
  bool same_as(const Output& other) const;

  /// True if this is the file of that path.
  bool is_file(const std::string& path) const;

  /// Writes a whole file or none: first beside it, then in its place. A device or pipe is written directly.
  /// @throws WriteError; a file that was there is then as it was
  void write(const std::function<void(std::ostream&)>& content) const;

 private:
  std::filesystem::path make_temporary() const;
  [[noreturn]] void fail(const std::string& reason) const;

  std::string option_;
  std::string given_;
  std::filesystem::path path_;  // links resolved; empty: standard output
  bool special_ = false;        // a device or pipe
};

}  // namespace pram::tool
