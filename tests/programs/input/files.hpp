#pragma once

#include <doctest/doctest.h>
#include <stdlib.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>

#include <pram/programs/program.hpp>

namespace pram::testing {

/// A folder that goes away with its files.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string made = (std::filesystem::temp_directory_path() / "pram-test-XXXXXX").string();
    if (::mkdtemp(made.data()) == nullptr) throw std::runtime_error("no temporary folder");
    path_ = made;
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  std::string path() const { return path_.string(); }

  /// Writes a file and gives its path.
  std::string file(std::string_view content, const std::string& name = "input.txt") const {
    const std::string whole = (path_ / name).string();
    std::ofstream(whole, std::ios::binary) << content;
    return whole;
  }

 private:
  std::filesystem::path path_;
};

/// Gives standard input other content while it lives.
class StandardInput {
 public:
  explicit StandardInput(const std::string& content) : content_(content), before_(std::cin.rdbuf(content_.rdbuf())) {}
  ~StandardInput() {
    std::cin.rdbuf(before_);
    std::cin.clear();
  }
  StandardInput(const StandardInput&) = delete;
  StandardInput& operator=(const StandardInput&) = delete;

 private:
  std::istringstream content_;
  std::streambuf* before_;
};

/// Checks that reading fails with an InputError that names the file, the line and the reason.
/// @param line    0 for the file as a whole
/// @param reason  a part of the message
template <class Read>
void check_refused(Read read, const std::string& path, std::uint64_t line, const std::string& reason) {
  CAPTURE(reason);
  try {
    read(path);
    FAIL_CHECK("no error");
  } catch (const programs::InputError& error) {
    const std::string shown = path == "-" ? "standard input" : path;
    const std::string text = error.what();
    CHECK(error.file == shown);
    CHECK(error.line == line);
    CHECK(text.starts_with(line == 0 ? shown + ": " : shown + ":" + std::to_string(line) + ": "));
    CHECK_MESSAGE(text.find(reason) != std::string::npos, text);
    CHECK(text.find('\n') == std::string::npos);
  }
}

/// What stands in a file, byte by byte; "" where there is none.
inline std::string content_of(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace pram::testing
