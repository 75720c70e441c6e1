#include "output.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iostream>
#include <utility>

namespace pram::tool {

namespace fs = std::filesystem;

namespace {

void flush_standard_output(std::ostream& out) {
  out.flush();
  if (!out) throw WriteError(fmt::format("standard output cannot be written: {}", std::strerror(errno)));
}

}  // namespace

void print(std::string_view text) {
  errno = 0;
  std::cout << text;
  flush_standard_output(std::cout);
}

Output::Output(std::string option, std::string path) : option_(std::move(option)), given_(std::move(path)) {
  if (given_.empty()) throw ConfigError(option_, given_, "a file, or - for standard output");
  if (given_ == "-" || given_ == "/dev/stdout") return;
  struct stat found = {};
  const bool exists = ::stat(given_.c_str(), &found) == 0;
  if (!exists && errno != ENOENT) fail(std::strerror(errno));
  if (exists && S_ISDIR(found.st_mode)) fail("it is a folder");
  if (exists && ::access(given_.c_str(), W_OK) != 0) fail(std::strerror(errno));
  special_ = exists && !S_ISREG(found.st_mode);
  std::error_code resolved;
  path_ = special_ ? fs::path(given_) : fs::weakly_canonical(fs::absolute(given_, resolved), resolved);
  if (path_.empty()) path_ = given_;
  if (!special_) fs::remove(make_temporary(), resolved);
}

bool Output::same_as(const Output& other) const { return path_ == other.path_; }

bool Output::is_file(const std::string& path) const {
  std::error_code missing;
  return !special_ && !path_.empty() && fs::equivalent(path_, path, missing);
}

void Output::write(const std::function<void(std::ostream&)>& content) const {
  errno = 0;
  if (standard_output()) {
    content(std::cout);
    flush_standard_output(std::cout);
    return;
  }
  const fs::path written = special_ ? path_ : make_temporary();
  std::ofstream file(written, std::ios::binary);
  if (file) content(file);
  file.close();
  if (file && !special_) {
    std::error_code failed;
    const fs::file_status before = fs::status(path_, failed);
    if (fs::exists(before)) fs::permissions(written, before.permissions(), failed);
    fs::rename(written, path_, failed);
    if (failed) {
      file.setstate(std::ios::failbit);
      errno = failed.value();
    }
  }
  if (file) return;
  const std::string reason = std::strerror(errno);
  std::error_code ignored;
  if (!special_) fs::remove(written, ignored);
  fail(reason);
}

/// An empty file in the same folder, so that it can be renamed.
fs::path Output::make_temporary() const {
  const fs::path folder = path_.has_parent_path() ? path_.parent_path() : fs::path(".");
  for (int attempt = 0;; ++attempt) {
    fs::path name = folder / fmt::format(".pram-{}-{}", ::getpid(), attempt);
    const int file = ::open(name.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0666);
    if (file >= 0) {
      ::close(file);
      return name;
    }
    if (errno != EEXIST || attempt == 100)
      fail(fmt::format("no file can be made in its folder: {}", std::strerror(errno)));
  }
}

void Output::fail(const std::string& reason) const {
  throw WriteError(fmt::format("{} '{}' cannot be written: {}", option_, given_, reason));
}

}  // namespace pram::tool
