#include <pram/programs/input/sequence/numbers.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <limits>
#include <sstream>

#include <pram/programs/input/sequence/keys.hpp>
#include <pram/programs/input/structure/lists.hpp>
#include <pram/programs/list.hpp>
#include "../../on_machines.hpp"
#include "../files.hpp"

namespace pram::testing {

namespace {

using programs::no_node;

/// What `pram run PROGRAM --input path --output -` writes.
std::string result(const char* name, const std::string& path) {
  const programs::Program& program = programs::find_program(name);
  const auto job = program.prepare({.size = {}, .file = path, .seed = 1});
  CHECK(job->input().source == (path == "-" ? "standard input" : path));
  Machine machine({.components = 8, .rule = program.model});
  const programs::Outcome outcome = job->run(machine);
  CHECK(outcome.verified);
  std::ostringstream out;
  outcome.write(out);
  return out.str();
}

}  // namespace

TEST_CASE("numbers are read, any number a line") {
  const TemporaryFolder folder;
  CHECK(programs::read_numbers(folder.file("\xEF\xBB\xBF"
                                           "1 2,3;\t-4 , 5\r\n// six\n 7,\n")) ==
        std::vector<std::int64_t>{1, 2, 3, -4, 5, 7});
  CHECK(programs::read_numbers(folder.file("# comment\n5\n-7\r\n\n  +3 \n9223372036854775807\n-9223372036854775808")) ==
        std::vector<std::int64_t>{5, -7, 3, std::numeric_limits<std::int64_t>::max(),
                                  std::numeric_limits<std::int64_t>::min()});
  const StandardInput input("1\n2\n");
  CHECK(programs::read_numbers("-") == std::vector<std::int64_t>{1, 2});
}

TEST_CASE("many numbers come through standard input whole") {
  std::string text;
  std::vector<std::int64_t> expected;
  for (std::int64_t i = 0; i < 50000; ++i) {
    expected.push_back(i * i - 77);
    text += std::to_string(expected.back()) + '\n';
  }
  const StandardInput input(text);
  CHECK(programs::read_numbers("-") == expected);
}

TEST_CASE("each kind of damage to a file of numbers is an error that names file, line and reason") {
  const TemporaryFolder folder;
  const auto read = [](const std::string& path) { programs::read_numbers(path); };
  const auto refused = [&](std::string_view content, std::uint64_t line, const std::string& reason) {
    check_refused(read, folder.file(content), line, reason);
  };
  refused("", 0, "it is empty");
  refused("# nothing\n", 1, "it holds no numbers");
  refused("1\n2 x\n", 2, "the number 'x' is not a whole number");
  refused("1,,2\n", 1, "the number is missing");
  refused("1\n\n9223372036854775808\n", 3, "does not fit in 64 bits");
  refused("-9223372036854775809\n", 1, "does not fit in 64 bits");
  refused("1.5\n", 1, "the number '1.5' is not a whole number");
  refused("seven\n", 1, "'seven'");
  refused("+-3\n", 1, "'+-3'");
  refused("+\n", 1, "'+'");
  refused("--3\n", 1, "'--3'");
  refused("0x10\n", 1, "'0x10'");
  refused(std::string_view("1\n2\n\0", 5), 3, "a NUL byte");
  check_refused(read, folder.path() + "/missing.txt", 0, "there is no such file");
  check_refused(read, folder.path(), 0, "it is a folder");
  const StandardInput input("");
  check_refused(read, "-", 0, "it is empty");
}

TEST_CASE("a list is read as the successor of each node") {
  const TemporaryFolder folder;
  CHECK(programs::read_list(folder.file("2\n-1\n1\n-1\n")) == std::vector<std::uint32_t>{2, no_node, 1, no_node});
}

TEST_CASE("what is no list is an error that names file, line and reason") {
  const TemporaryFolder folder;
  const auto refused = [&](std::string_view content, std::uint64_t line, const std::string& reason) {
    check_refused([](const std::string& path) { programs::read_list(path); }, folder.file(content), line, reason);
  };
  refused("1\n2\n-1\n3\n", 4, "node 3 lies on a cycle");
  refused("1\n0\n", 1, "node 0 lies on a cycle");
  refused("# nodes\n1\n-1\n\n1\n", 5, "node 1 is the successor of node 0 and of node 2");
  refused("1\n2\n", 2, "successor 2 of node 1 is no node: they are 0 to 1");
  refused("-2\n", 1, "successor -2 of node 0 is no node");
  refused("x\n", 1, "'x' is not a whole number");
}

TEST_CASE("keys get a bucket for each distinct value, in order") {
  const programs::Keys keys = programs::keys_of({5, -1, 5, 900});
  CHECK(keys.values == std::vector<std::int64_t>{-1, 5, 900});
  CHECK(keys.of == std::vector<std::uint32_t>{1, 0, 1, 2});
}

TEST_CASE("programs give their results for a file") {
  const TemporaryFolder folder;
  const std::string numbers = folder.file("3\n0\n-2\n3\n", "numbers.txt");
  CHECK(result("prefix-sums", numbers) == "3\n3\n1\n4\n");
  CHECK(result("maximum-all-pairs", numbers) == "0 3\n");
  CHECK(result("leftmost-one", numbers) == "0\n");
  CHECK(result("leftmost-one", folder.file("0\n0\n7\n", "bits.txt")) == "2\n");
  CHECK(result("leftmost-one", folder.file("0\n0\n", "zeros.txt")) == "-1\n");
  CHECK(result("histogram", numbers) == "-2 1\n0 1\n3 2\n");
  CHECK(result("multiprefix-ranks", numbers) == "2\n1\n0\n3\n");
  CHECK(result("list-ranking-wyllie", folder.file("2\n-1\n1\n", "list.txt")) == "2\n0\n1\n");
  const std::string graph = folder.file("50 10\n10 70\n8 8\n", "graph.txt");
  CHECK(result("breadth-first-search", graph) == "50 0\n10 1\n70 2\n8 -1\n");
  const std::string components = result("connected-components", graph);
  CHECK(components.ends_with("8 8\n"));
  CHECK(std::ranges::count(components, '\n') == 4);
  const StandardInput input("1\n1\n1\n");
  CHECK(result("prefix-sums", "-") == "1\n2\n3\n");
}

TEST_CASE("a file with more numbers than all pairs can be compared of is refused") {
  const TemporaryFolder folder;
  std::string many;
  for (int i = 0; i < 65536; ++i) many += "1\n";
  const auto prepare = [](const std::string& path) {
    programs::find_program("maximum-all-pairs").prepare({.size = {}, .file = path, .seed = 1});
  };
  check_refused(prepare, folder.file(many), 0, "it holds 65536 numbers; the program takes at most 65535");
}

}  // namespace pram::testing
