#include "output/output.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <functional>
#include <iostream>
#include <iterator>
#include <ostream>
#include <sstream>
#include <string>

#include "programs/input/files.hpp"

using pram::testing::content_of;
using pram::testing::TemporaryFolder;

namespace pram::tool {

namespace fs = std::filesystem;

namespace {

/// Names in a folder, hidden ones too.
std::size_t entries_of(const TemporaryFolder& folder) {
  return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder.path()), fs::directory_iterator()));
}

std::function<void(std::ostream&)> writes(const std::string& text) {
  return [text](std::ostream& out) { out << text; };
}

Output to(const std::string& path) { return {"--json", path}; }

}  // namespace

TEST_CASE("an output is written whole, into a new file or in the place of an old one, whose mode and links stay") {
  const TemporaryFolder folder;
  const std::string fresh = folder.path() + "/fresh.json";
  const Output first = to(fresh);
  CHECK(entries_of(folder) == 0);  // it was only looked at
  first.write(writes("one"));
  CHECK(content_of(fresh) == "one");
  const std::string old = folder.file("something longer than what follows", "old.json");
  fs::permissions(old, fs::perms::owner_read | fs::perms::owner_write);
  const std::string link = folder.path() + "/link.json";
  fs::create_symlink("old.json", link);
  const Output output = to(link);
  output.write(writes("two"));
  output.write(writes("three"));
  CHECK(fs::is_symlink(link));
  CHECK(content_of(old) == "three");
  CHECK(fs::status(old).permissions() == (fs::perms::owner_read | fs::perms::owner_write));
  // A link may point to what is not there yet.
  const std::string ahead = folder.path() + "/ahead.json";
  fs::create_symlink("later.json", ahead);
  to(ahead).write(writes(""));
  CHECK(fs::is_symlink(ahead));
  CHECK(fs::file_size(folder.path() + "/later.json") == 0);
  CHECK(entries_of(folder) == 5);
}

TEST_CASE("where writing fails, the old file stays, a new one does not come, and nothing is left beside it") {
  const TemporaryFolder folder;
  const std::string old = folder.file("precious", "old.json");
  for (const std::string& path : {old, folder.path() + "/new.json"}) {
    const auto fail = [](std::ostream& out) {
      out << std::string(1 << 20, 'x');
      throw Error("no more");
    };
    CHECK_THROWS_WITH_AS(to(path).write(fail), "no more", Error);
  }
  CHECK(content_of(old) == "precious");
  CHECK(entries_of(folder) == 1);
  CHECK_THROWS_WITH_AS(to("/dev/full").write(writes("x")),
                       "--json '/dev/full' cannot be written: No space left on device", WriteError);
}

TEST_CASE("a place that cannot be written is refused at once, with option, place and reason") {
  const TemporaryFolder folder;
  const std::string file = folder.file("a file");
  CHECK_THROWS_WITH_AS(to(""), "--json = '' is not allowed: a file, or - for standard output", ConfigError);
  for (const auto& [path, reason] : std::vector<std::pair<std::string, std::string>>{
           {folder.path(), "it is a folder"},
           {folder.path() + "/", "it is a folder"},
           {folder.path() + "/none/new.json", "No such file or directory"},
           {folder.path() + "/new/", "No such file or directory"},
           {file + "/new.json", "Not a directory"},
           {folder.path() + "/" + std::string(300, 'x'), "File name too long"},
           {"/dev/fd/987654", "Bad file descriptor"}}) {
    CHECK_THROWS_WITH_AS(to(path), ("--json '" + path + "' cannot be written: " + reason).c_str(), WriteError);
  }
}

TEST_CASE("standard output has several names, and what goes there comes at once") {
  for (const char* const name : {"-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1", "/dev/./fd//1"}) {
    CAPTURE(name);
    CHECK(to(name).standard_output());
    CHECK(to(name).same_as(to("-")));
  }
  std::ostringstream standard;
  std::streambuf* const before = std::cout.rdbuf(standard.rdbuf());
  to("-").write(writes("written, "));
  print("printed\n");
  std::cout.rdbuf(before);
  CHECK(standard.str() == "written, printed\n");
}

TEST_CASE("two outputs are the same where they end in the same file, there or not, by whatever path") {
  const TemporaryFolder folder;
  const std::string file = folder.file("", "file.json");
  const std::string fresh = folder.path() + "/fresh.json";
  fs::create_symlink("file.json", folder.path() + "/link.json");
  fs::create_hard_link(file, folder.path() + "/hard.json");
  for (const std::string name : {"/file.json", "/./file.json", "/link.json", "/hard.json"})
    CHECK(to(file).same_as(to(folder.path() + name)));
  CHECK(to(fresh).same_as(to(folder.path() + "/./fresh.json")));
  CHECK_FALSE(to(file).same_as(to(fresh)));
  CHECK_FALSE(to(file).same_as(to("-")));
  CHECK_FALSE(to("/dev/null").same_as(to("/dev/null")));
  CHECK(to(file).is_file(folder.path() + "/link.json"));
  CHECK_FALSE(to(file).is_file(fresh));
  CHECK_FALSE(to("-").is_file(file));
}

}  // namespace pram::tool
