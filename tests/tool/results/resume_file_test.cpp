#include "results/resume_file.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "command_line/command_line.hpp"
#include "output/output.hpp"
#include "programs/input/files.hpp"

using pram::testing::content_of;
using pram::testing::TemporaryFolder;

namespace pram::tool {

namespace {

/// The line `pram run prefix-sums …`.
CommandLine line_of_run(std::vector<std::string> options) {
  options.insert(options.begin(), {"pram", "run", "prefix-sums"});
  std::vector<const char*> words;
  for (const std::string& word : options) words.push_back(word.c_str());
  return parse(static_cast<int>(words.size()), words.data());
}

/// A file with two parts of the line that has --n 5.
std::string file_of_two_parts(const TemporaryFolder& folder) {
  const std::string path = folder.path() + "/parts";
  ResumeFile file(path, line_of_run({"--n", "5"}));
  file.add("seed 1", R"({"steps":12,"name":"ä"})");
  file.add("seed \"2\"", "[1,2.5]");
  return path;
}

/// Checks what opening the file for a line says.
void check_file_refused(const std::string& path, const std::string& allowed,
                        const CommandLine& line = line_of_run({"--n", "5"})) {
  CHECK_THROWS_WITH_AS(ResumeFile(path, line), ("--resume = '" + path + "' is not allowed: " + allowed).c_str(),
                       ConfigError);
}

}  // namespace

TEST_CASE("parts that were added are there when the file is opened again, by the same command line") {
  const TemporaryFolder folder;
  const std::string path = file_of_two_parts(folder);
  // Where results are written, and on how many threads, makes no difference.
  const ResumeFile file(path, line_of_run({"--threads", "2", "--n", "5", "--json", "elsewhere"}));
  CHECK(file.found() == 2);
  CHECK(file.find("seed 1") == R"({"steps":12,"name":"ä"})");
  CHECK(file.find("seed \"2\"") == "[1,2.5]");
  CHECK_FALSE(file.find("seed 3"));
  CHECK(file.place_of("seed 1") == "line 2 of --resume '" + path + "'");
  CHECK(file.place_of("seed \"2\"") == "line 3 of --resume '" + path + "'");
}

TEST_CASE("a file of another command line is refused with the first difference, the command before options") {
  const TemporaryFolder folder;
  const std::string path = file_of_two_parts(folder);
  const std::string before = content_of(path);
  const std::string there = "a file of this very command line: there ";
  check_file_refused(path, there + "--n is '5', here '6'", line_of_run({"--n", "6"}));
  check_file_refused(path, there + "--n is '5', here not given", line_of_run({}));
  check_file_refused(path, there + "--no-host-time is not given, here given",
                     line_of_run({"--n", "5", "--no-host-time"}));
  CommandLine other = line_of_run({"--n", "6"});
  other.operand = "histogram";
  check_file_refused(path, there + "command is 'pram run prefix-sums', here 'pram run histogram'", other);
  CHECK(content_of(path) == before);
}

TEST_CASE("a last line without its end is dropped, and the next part takes its place") {
  const TemporaryFolder folder;
  const std::string path = file_of_two_parts(folder);
  const std::string whole = content_of(path);
  const std::size_t second = whole.find('\n', whole.find('\n') + 1) + 1;  // where the second part begins
  for (const std::size_t length : {second, second + 1, whole.size() - 1}) {
    std::filesystem::resize_file(path, length);
    {
      ResumeFile file(path, line_of_run({"--n", "5"}));
      CHECK(file.found() == 1);
      file.add("seed \"2\"", "[1,2.5]");
    }
    CHECK(content_of(path) == whole);
  }
  // Of a first line that is not whole nothing is lost.
  for (const std::size_t length : {0U, 1U, 10U}) {
    std::filesystem::resize_file(path, length);
    CHECK(ResumeFile(path, line_of_run({"--n", "5"})).found() == 0);
    CHECK(whole.starts_with(content_of(path)));
    CHECK(content_of(path).ends_with("\n"));
  }
}

TEST_CASE("a line that was changed, or another command line wrote, is not believed") {
  const TemporaryFolder folder;
  const std::string path = file_of_two_parts(folder);
  const std::string whole = content_of(path);
  const auto rewritten = [&](const std::string& from, const std::string& to) {
    std::string text = whole;
    text.replace(text.find(from), from.size(), to);
    return folder.file(text, "changed");
  };
  const std::string wrong_sum =
      "a file of --resume whose lines are as they were written: line 2 does not fit its checksum. Without that line "
      "the file is good, and its part is done again";
  check_file_refused(rewritten("12", "13"), wrong_sum);
  check_file_refused(rewritten("}\n", "} \n"),
                     "a file of --resume whose lines end with checksums: line 1 has none, so it was damaged, or "
                     "written by an earlier pram. Give a new file to begin anew");
  const std::string six = folder.path() + "/six";
  ResumeFile(six, line_of_run({"--n", "6"})).add("seed 1", "1");
  const std::string others = content_of(six);
  const std::string foreign = whole.substr(0, whole.find('\n')) + others.substr(others.find('\n'));
  check_file_refused(folder.file(foreign, "foreign"), wrong_sum);
}

TEST_CASE("what is no file of --resume is refused, and stays as it is") {
  const TemporaryFolder folder;
  for (const std::string text : {"1\n2\n", "{}\n", "\n", "{\"finished parts of\":3}\n"}) {
    const std::string path = folder.file(text);
    check_file_refused(path, "a file of --resume, or a new one");
    CHECK(content_of(path) == text);
  }
  check_file_refused("", "a file");
  check_file_refused("/dev/null", "a file on a disk");
  CHECK_THROWS_WITH_AS(ResumeFile(folder.path(), line_of_run({})),
                       ("--resume '" + folder.path() + "' cannot be written: Is a directory").c_str(), WriteError);
  const std::string path = folder.path() + "/used";
  const ResumeFile used(path, line_of_run({"--n", "5"}));
  check_file_refused(path, "a file that no other run is using just now");
}

TEST_CASE("the file of --resume is no other place that is written, and there is none without the option") {
  const TemporaryFolder folder;
  const std::string path = folder.path() + "/parts";
  CHECK(resume_file(line_of_run({})) == nullptr);
  CHECK_THROWS_WITH_AS(resume_file(line_of_run({"--resume", path, "--json", path})),
                       ("--json = '" + path + "' is not allowed: another file than that of --resume").c_str(),
                       ConfigError);
  const auto file = resume_file(line_of_run({"--resume", path, "--json", path + ".json"}));
  REQUIRE(file != nullptr);
  file->add("a", "1");
  CHECK_FALSE(file->find("a"));  // what is added is not looked up
}

}  // namespace pram::tool
