#include "resume_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#define XXH_INLINE_ALL
#define XXH_VECTOR 0  // as in core
#include <xxhash.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <initializer_list>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include <pram/error.hpp>
#include <pram/ranks.hpp>
#include <pram/report/detail/value/field.hpp>
#include <pram/report/detail/value/json_line.hpp>
#include <pram/report/detail/value/read_json.hpp>
#include <pram/report/detail/value/text.hpp>
#include "../options/output.hpp"
#include "../output/output.hpp"
#include "../tool_name.hpp"

namespace pram::tool {

namespace {

constexpr const char* any_file = "a file of --resume, or a new one";

/// Distinguishes one state of a file from another.
std::string state_of(const std::string& path) {
  struct stat found = {};
  if (::stat(path.c_str(), &found) != 0) return "missing";  // whoever reads it says so
  return fmt::format("{} bytes of {}.{:09}", found.st_size, found.st_mtim.tv_sec, found.st_mtim.tv_nsec);
}

/// All facts on which the results of the parts depend.
std::map<std::string, std::string> facts_of(const CommandLine& line) {
  std::map<std::string, std::string> facts;
  for (const auto& [name, given] : line.options.given()) {
    if (given.row->writes || given.row->changes_no_result) continue;
    facts[name] = fmt::format("{}", fmt::join(given.values, "\n"));
    if (given.row->reads) facts["file of " + name] = state_of(given.values.back());
  }
  facts["version"] = PRAM_VERSION;
  facts["command"] = line.name;
  if (line.operand) facts["command"] += " " + *line.operand;
  // JSON takes no other bytes than UTF-8.
  for (auto& [name, value] : facts) value = report::printable(value);
  return facts;
}

constexpr std::string_view header_begin = "{\"finished parts of\":";
// What stands around the checksum, which is the last member of each line.
constexpr std::string_view before_checksum = ",\"checksum\":\"";
constexpr std::string_view after_checksum = "\"}";
constexpr std::size_t checksum_digits = 16;

std::uint64_t hash_of(std::string_view text, std::uint64_t seed) {
  return XXH3_64bits_withSeed(text.data(), text.size(), seed);
}

/// A line of JSON with its checksum.
/// @param text  an object without its last brace
std::string with_checksum(std::string_view text, std::uint64_t seed) {
  return fmt::format("{}{}{:016x}{}\n", text, before_checksum, hash_of(text, seed), after_checksum);
}

std::string header(const std::map<std::string, std::string>& facts) {
  report::Record record;
  for (const auto& [name, value] : facts) record.emplace_back(name, value);
  return fmt::format("{}{}", header_begin, report::json_line(record));
}

}  // namespace

ResumeFile::ResumeFile(std::string path, const CommandLine& line) : path_(std::move(path)) {
  if (path_.empty()) refuse("a file");
  found_ = from_rank_0([&] {
    open(line);
    return parts_.size();
  });
}

void ResumeFile::open(const CommandLine& line) {
  file_ =
      report::Descriptor(::open(path_.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOCTTY | O_NONBLOCK, 0666));
  if (!file_) fail(errno);
  struct stat found = {};
  if (::fstat(file_.number(), &found) != 0) fail(errno);
  if (!S_ISREG(found.st_mode)) refuse("a file on a disk");
  if (::flock(file_.number(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
    refuse("a file that no other run is using just now");
  read(facts_of(line));
}

std::string ResumeFile::content() const {
  std::string text;
  std::array<char, 1 << 16> block;
  for (;;) {
    const auto count = ::read(file_.number(), block.data(), block.size());
    if (count < 0 && errno != EINTR) fail(errno);
    if (count == 0) return text;
    if (count > 0) text.append(block.data(), static_cast<std::size_t>(count));
    // Another file, of whatever size, is recognized by its beginning.
    if (!text.starts_with(std::string_view(header_begin).substr(0, text.size()))) refuse(any_file);
  }
}

void ResumeFile::read(const Facts& here) {
  const std::string text = content();
  const std::size_t whole = text.rfind('\n') + 1;  // 0: no line is whole
  const std::string facts = header(here);
  const std::string first = with_checksum(facts, 0);
  seed_ = hash_of(facts, 0);
  if (whole == 0 && !first.starts_with(text)) refuse(any_file);
  std::size_t number = 1;
  for (std::size_t begin = 0; begin < whole; ++number) {
    const std::size_t end = text.find('\n', begin);
    const auto line = std::string_view(text).substr(begin, end - begin);
    if (number == 1) {
      compare(line, here);
      if (first.compare(0, first.size() - 1, line) != 0) checked(line, 1);
    } else {
      read_part(line, number);
    }
    begin = end + 1;
  }
  if (whole < text.size() && ::ftruncate(file_.number(), static_cast<::off_t>(whole)) != 0) fail(errno);
  if (whole == 0) append(first);
}

std::string_view ResumeFile::checked(std::string_view line, std::size_t number) const {
  constexpr std::size_t bytes = before_checksum.size() + checksum_digits + after_checksum.size();
  if (line.size() <= bytes || line.find(before_checksum, line.size() - bytes) != line.size() - bytes) {
    refuse(
        fmt::format("a file of --resume whose lines end with checksums: line {} has none, so it was damaged, or "
                    "written by an earlier pram. Give a new file to begin anew",
                    number));
  }
  const std::string_view text = line.substr(0, line.size() - bytes);
  const std::string expected = with_checksum(text, number == 1 ? 0 : seed_);
  if (expected.compare(0, expected.size() - 1, line) != 0) {
    const char* const rest = number == 1 ? "" : ". Without that line the file is good, and its part is done again";
    refuse(fmt::format("a file of --resume whose lines are as they were written: line {} does not fit its checksum{}",
                       number, rest));
  }
  return text;
}

void ResumeFile::read_part(std::string_view line, std::size_t number) {
  const std::string text = std::string(checked(line, number)) + '}';
  std::string part;
  std::string record;
  try {
    const report::Value object = report::read_json(text);
    const report::Field members(object, "");
    members.get("part", part);
    record = report::json_line(members.at("is").value());
  } catch (const Error&) {
    refuse(fmt::format("a file of --resume: line {} is no finished part", number));
  }
  parts_.insert_or_assign(std::move(part), Part{std::move(record), number});
}

void ResumeFile::compare(std::string_view first_line, const Facts& here) const {
  Facts there;
  try {
    const report::Value header = report::read_json(first_line);
    for (const auto& [name, value] : report::Field(header, "").at("finished parts of").record())
      there[name] = report::Field(value, name).as<std::string>();
  } catch (const Error&) {
    refuse(any_file);
  }
  // The command is compared first: with another command most options differ, and the error would name one of them.
  std::vector<std::string> names = {"command", "version"};
  for (const Facts* const facts : std::initializer_list<const Facts*>{&there, &here}) {
    for (const auto& [name, value] : *facts) names.push_back(name);
  }
  for (const std::string& name : names) {
    const auto a = there.find(name);
    const auto b = here.find(name);
    if (a != there.end() && b != here.end() && a->second == b->second) continue;
    const std::string theirs = a == there.end() ? "not given" : a->second.empty() ? "given" : in_quotes(a->second);
    const std::string ours = b == here.end() ? "not given" : b->second.empty() ? "given" : in_quotes(b->second);
    refuse(fmt::format("a file of this very command line: there {} is {}, here {}", name, theirs, ours));
  }
}

std::optional<std::string> ResumeFile::find(const std::string& part) const {
  // A record is never empty: it is an object of JSON.
  std::string record = from_rank_0([&] {
    const auto place = parts_.find(part);
    return place == parts_.end() ? std::string() : place->second.record;
  });
  return record.empty() ? std::nullopt : std::optional(std::move(record));
}

void ResumeFile::add(const std::string& part, const std::string& record) {
  from_rank_0(
      [&] { append(with_checksum(fmt::format("{{\"part\":{},\"is\":{}", report::json_text(part), record), seed_)); });
}

std::string ResumeFile::place_of(const std::string& part) const {
  const std::size_t number = from_rank_0([&] { return parts_.at(part).line; });
  return fmt::format("line {} of --resume {}", number, in_quotes(path_));
}

void ResumeFile::append(const std::string& text) {
  const std::scoped_lock lock(appending_);
  for (std::size_t done = 0; done < text.size();) {
    const auto written = ::write(file_.number(), text.data() + done, text.size() - done);
    if (written < 0 && errno != EINTR) fail(errno);
    if (written > 0) done += static_cast<std::size_t>(written);
  }
  if (::fdatasync(file_.number()) != 0 && errno != EINVAL && errno != EROFS) fail(errno);
}

void ResumeFile::refuse(const std::string& allowed) const { throw ConfigError("--resume", path_, allowed); }

void ResumeFile::fail(int error) const {
  throw WriteError(fmt::format("--resume '{}' cannot be written: {}", path_, std::strerror(error)));
}

std::unique_ptr<ResumeFile> resume_file(const CommandLine& line) {
  const Options& options = line.options;
  if (!options.has(option::resume)) return nullptr;
  const std::string path = options[option::resume];
  for (const auto& [name, given] : options.given()) {
    if (given.row->reads && given.values.back() == "-")
      throw ConfigError(name, "-", "a file beside --resume: standard input is not there a second time");
  }
  auto file = std::make_unique<ResumeFile>(path, line);
  from_rank_0([&] {
    for (const auto& [name, given] : options.given()) {
      std::error_code missing;
      const std::string& place = given.values.back();
      if (given.row->writes && given.row != &option::resume.row && std::filesystem::equivalent(place, path, missing))
        throw ConfigError(name, place, "another file than that of --resume");
    }
  });
  if (const std::size_t done = file->found(); done > 0 && rank() == 0) {
    const std::string notice = fmt::format("{}: {} finished part{} taken from --resume '{}'\n", tool_name(), done,
                                           done == 1 ? " is" : "s are", report::printable(path));
    std::fputs(notice.c_str(), stderr);
  }
  return file;
}

}  // namespace pram::tool
