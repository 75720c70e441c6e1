#pragma once

#include <sys/types.h>

#include <filesystem>
#include <functional>
#include <iosfwd>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <pram/error.hpp>
#include <pram/report/detail/file/descriptor_stream.hpp>

namespace pram::tool {

/// Something could not be written; what() says where and why.
class WriteError : public Error {
 public:
  using Error::Error;
};

/// Writes to standard output at once. @throws WriteError
void print(std::string_view text);

/// Where the parent closed standard input, output or error, no file that is opened later takes their places: using
/// them stays an error.
void keep_standard_places();

/// What an option such as --json names: a file, a device, a pipe, or standard output ("-", "/dev/fd/1", or the very
/// file or pipe that it goes to). Of several ranks rank 0 has the place, and all make the same calls.
class Output {
 public:
  /// Finds out, before anything is computed, whether the place can be written, and changes nothing. Symbolic links are
  /// followed, even to a file that does not exist yet. A writable file in a folder that is not writable is written in
  /// place, and standard error says so.
  /// @throws ConfigError for an empty path
  /// @throws WriteError for a folder, or where nothing can be written
  Output(std::string option, std::string path);

  /// The option that named the place.
  const std::string& option() const { return option_; }

  bool standard_output() const { return kind_ == Kind::standard_output; }

  /// True if both end in the same place. /dev/null takes all.
  bool same_as(const Output& other) const;

  /// True if this is the file of that path.
  bool is_file(const std::string& path) const;

  /// Writes a whole file or none: first beside it, then in its place, by way of the disk. A device or pipe is written
  /// directly.
  /// @throws WriteError; a file that was there is then as it was, unless it is written in place
  void write(const std::function<void(std::ostream&)>& content) const;

 private:
  enum class Kind { standard_output, stream, in_place, replaced };
  using Identity = std::pair<::dev_t, ::ino_t>;

  void find();
  void write_here(const std::function<void(std::ostream&)>& content) const;
  void take_stream(int descriptor);
  void take_file(const std::filesystem::path& path);
  void write_to(int descriptor, const std::function<void(std::ostream&)>& content) const;
  void warn(const std::string& why) const;
  [[noreturn]] void fail(const std::string& reason) const;

  std::string option_;
  std::string given_;
  Kind kind_ = Kind::standard_output;
  int stream_ = -1;                             // descriptor of a stream that is open already; -1: none
  std::filesystem::path path_;                  // the path with its links resolved
  std::shared_ptr<report::Descriptor> folder_;  // the folder of a file
  std::optional<Identity> identity_;            // identity of what is there already
};

}  // namespace pram::tool
