#include "output.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <iostream>
#include <system_error>
#include <utility>

#include <pram/ranks.hpp>
#include <pram/report/detail/value/text.hpp>
#include "../options.hpp"
#include "../tool_name.hpp"
#include "unplaced.hpp"

namespace pram::tool {

namespace fs = std::filesystem;

namespace {

constexpr int most_links = 40;  // as the kernel has it

void flush_standard_output(std::ostream& out) {
  out.flush();
  if (!out) throw WriteError(fmt::format("standard output cannot be written: {}", std::strerror(errno)));
}

/// "/dev/fd/5" is 5: what the process has open already.
std::optional<int> open_descriptor(const fs::path& path) {
  const std::string name = path.lexically_normal().string();
  if (name == "/dev/stdin") return STDIN_FILENO;
  if (name == "/dev/stdout") return STDOUT_FILENO;
  if (name == "/dev/stderr") return STDERR_FILENO;
  for (const std::string& folder : {std::string("/dev/fd/"), std::string("/proc/self/fd/"),
                                    std::string("/proc/thread-self/fd/"), fmt::format("/proc/{}/fd/", ::getpid())}) {
    if (!name.starts_with(folder)) continue;
    const auto number = whole_number(std::string_view(name).substr(folder.size()));
    constexpr std::uint64_t most = 1U << 30;
    if (number && *number <= most) return static_cast<int>(*number);
  }
  return std::nullopt;
}

bool is_null_device(const struct stat& found) {
  struct stat null = {};
  return S_ISCHR(found.st_mode) && ::stat("/dev/null", &null) == 0 && null.st_rdev == found.st_rdev;
}

}  // namespace

void print(std::string_view text) {
  errno = 0;
  std::cout << text;
  flush_standard_output(std::cout);
}

void keep_standard_places() {
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    // open() takes the lowest free number, which is this one. The descriptor is opened for the wrong direction, so that
    // every use fails.
    if (::fcntl(descriptor, F_GETFD) < 0) ::open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY);
  }
}

Output::Output(std::string option, std::string path) : option_(std::move(option)), given_(std::move(path)) {
  if (given_.empty()) throw ConfigError(option_, given_, "a file, or - for standard output");
  kind_ = from_rank_0([this] {
    find();
    return kind_;
  });
}

void Output::find() {
  if (given_ == "-") {
    take_stream(STDOUT_FILENO);
    return;
  }
  struct stat found = {};
  if (::stat(given_.c_str(), &found) != 0 && errno != ENOENT) fail(std::strerror(errno));
  std::error_code unknown;
  fs::path here = fs::absolute(given_, unknown);
  for (int links = 0;; ++links) {
    if (const auto descriptor = open_descriptor(here)) {
      take_stream(*descriptor);
      return;
    }
    if (!fs::is_symlink(fs::symlink_status(here, unknown))) break;
    if (links == most_links) fail(std::strerror(ELOOP));
    here = here.parent_path() / fs::read_symlink(here, unknown);
  }
  take_file(here);
}

void Output::take_stream(int descriptor) {
  kind_ = descriptor == STDOUT_FILENO ? Kind::standard_output : Kind::stream;
  stream_ = descriptor;
  struct stat found = {};
  if (::fstat(descriptor, &found) == 0 && !S_ISCHR(found.st_mode)) identity_ = {found.st_dev, found.st_ino};
  if (kind_ == Kind::standard_output) return;  // write() reports what is wrong with it
  const int flags = ::fcntl(descriptor, F_GETFL);
  if (flags < 0 || (flags & O_ACCMODE) == O_RDONLY) fail(std::strerror(EBADF));
}

void Output::take_file(const fs::path& path) {
  struct stat found = {};
  const bool exists = ::stat(path.c_str(), &found) == 0;
  if (!exists && errno != ENOENT) fail(std::strerror(errno));
  if (exists && S_ISDIR(found.st_mode)) fail("it is a folder");
  if (exists && ::access(path.c_str(), W_OK) != 0) fail(std::strerror(errno));
  if (exists && !is_null_device(found)) identity_ = {found.st_dev, found.st_ino};
  struct stat standard = {};
  if (identity_ && !S_ISCHR(found.st_mode) && ::fstat(STDOUT_FILENO, &standard) == 0 &&
      identity_ == Identity{standard.st_dev, standard.st_ino}) {
    take_stream(STDOUT_FILENO);
    return;
  }
  path_ = path;
  if (exists && !S_ISREG(found.st_mode)) {
    kind_ = Kind::stream;
    return;
  }
  kind_ = Kind::replaced;
  if (path.filename().empty()) fail(std::strerror(ENOENT));
  std::error_code unknown;
  path_ = fs::weakly_canonical(path.parent_path(), unknown) / path.filename();
  folder_ = std::make_shared<report::Descriptor>(::open(path_.parent_path().c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  if (!*folder_) fail(std::strerror(errno));
  try {
    const report::Replacement trial(folder_->number(), path_.filename(), unplaced_file());
  } catch (const std::system_error& error) {
    const std::string reason = error.code().message();
    if (!exists) fail("no file can be made in its folder: " + reason);
    kind_ = Kind::in_place;
    warn("no file can be made in its folder: " + reason);
  }
}

bool Output::same_as(const Output& other) const {
  return from_rank_0([&] {
    if (stream_ >= 0 && stream_ == other.stream_) return true;
    if (identity_ || other.identity_) return identity_ == other.identity_;
    return !path_.empty() && kind_ == Kind::replaced && path_ == other.path_;
  });
}

bool Output::is_file(const std::string& path) const {
  return from_rank_0([&] {
    std::error_code missing;
    return folder_ != nullptr && fs::equivalent(path_, path, missing);
  });
}

void Output::write(const std::function<void(std::ostream&)>& content) const {
  from_rank_0([&] { write_here(content); });
}

void Output::write_here(const std::function<void(std::ostream&)>& content) const {
  errno = 0;
  if (standard_output()) {
    content(std::cout);
    flush_standard_output(std::cout);
    return;
  }
  try {
    if (kind_ == Kind::replaced) {
      report::Replacement made(folder_->number(), path_.filename(), unplaced_file());
      write_to(made.descriptor(), content);
      if (!made.place()) warn("it must stay the file that it is");
    } else if (stream_ >= 0) {
      write_to(stream_, content);
    } else {
      const int flags = kind_ == Kind::in_place ? O_TRUNC | O_NOFOLLOW : 0;
      const report::Descriptor opened(::open(path_.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY | flags));
      if (!opened) fail(std::strerror(errno));
      write_to(opened.number(), content);
      if (kind_ == Kind::in_place) report::to_disk(opened.number());
    }
  } catch (const std::system_error& error) {
    fail(error.code().message());
  }
}

void Output::write_to(int descriptor, const std::function<void(std::ostream&)>& content) const {
  report::DescriptorBuffer buffer(descriptor);
  std::ostream out(&buffer);
  content(out);
  out.flush();
  if (!out) fail(std::strerror(buffer.error()));
}

void Output::warn(const std::string& why) const {
  const std::string line = fmt::format("{}: {} '{}' is written in place, not whole or not at all: {}\n", tool_name(),
                                       option_, report::printable(given_), why);
  std::fputs(line.c_str(), stderr);
}

void Output::fail(const std::string& reason) const {
  throw WriteError(fmt::format("{} '{}' cannot be written: {}", option_, given_, reason));
}

}  // namespace pram::tool
