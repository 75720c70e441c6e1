#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

#include <pram/perf/finished_parts.hpp>
#include <pram/report/detail/file/descriptor_stream.hpp>
#include "../command_line/command.hpp"

namespace pram::tool {

/// The file of --resume: finished parts as lines of JSON, each on the disk before the next part counts as done. The
/// first line says of which command line they are. Each line ends with a checksum of itself and of that first line, so
/// that no line is believed that was changed, or that another command line wrote. A last line without its end, which a
/// killed process may leave, is dropped. Of several ranks, rank 0 has the file, and all learn what stands there.
class ResumeFile : public perf::FinishedParts {
 public:
  /// Opens the file, or makes it.
  /// @throws ConfigError for a file of another command line, of something else, in use, or damaged; WriteError
  ResumeFile(std::string path, const CommandLine& line);

  /// Parts that were done when it was opened.
  std::size_t found() const { return found_; }

  std::optional<std::string> find(const std::string& part) const override;

  /// @throws WriteError
  void add(const std::string& part, const std::string& record) override;

  std::string place_of(const std::string& part) const override;

 private:
  using Facts = std::map<std::string, std::string>;
  struct Part {
    std::string record;
    std::size_t line = 0;  ///< counted from 1
  };

  void open(const CommandLine& line);
  void read(const Facts& here);
  std::string content() const;
  void compare(std::string_view first_line, const Facts& here) const;
  void read_part(std::string_view line, std::size_t number);
  /// A line without its checksum.
  std::string_view checked(std::string_view line, std::size_t number) const;
  void append(const std::string& text);
  [[noreturn]] void refuse(const std::string& allowed) const;
  [[noreturn]] void fail(int error) const;

  std::string path_;
  std::size_t found_ = 0;
  // Of rank 0 alone:
  report::Descriptor file_;
  std::uint64_t seed_ = 0;             // of the checksums
  std::map<std::string, Part> parts_;  // as they were found; what is added is not looked up
  std::mutex appending_;
};

/// The file that --resume names; null where it is not given. Says on standard error how many parts are done already, if
/// some are.
/// @throws ConfigError, WriteError
std::unique_ptr<ResumeFile> resume_file(const CommandLine& line);

}  // namespace pram::tool
