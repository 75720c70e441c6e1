#include "command_line/command_line.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include <pram/perf/report.hpp>
#include "options/input.hpp"
#include "options/machine.hpp"
#include "text_checks.hpp"

namespace pram::tool {

namespace {

using Words = std::vector<const char*>;

CommandLine parsed_line(Words words) {
  words.insert(words.begin(), "pram");
  return parse(static_cast<int>(words.size()), words.data());
}

const CommandRow& row_named(const std::string& name) {
  return *std::ranges::find(command_table(), name, [](const CommandRow& row) { return std::string(row.name); });
}

/// "one of list, show, …": the names of commands, or of parts of a command.
template <class Rows>
std::string one_of_rows(const Rows& rows) {
  std::string all;
  for (const auto& row : rows) all += (all.empty() ? "one of " : ", ") + std::string(row.name);
  return all;
}

/// Checks the whole line of the error.
template <class Error>
void check_line_refused(const Words& words, const std::string& line) {
  CHECK_THROWS_WITH_AS(parsed_line(words), line.c_str(), Error);
}

}  // namespace

TEST_CASE("a command line is a command, its operand, and options as they were typed") {
  const CommandLine line = parsed_line({"run", "--n", "2^10", "prefix-sums", "--seed=7", "--no-host-time"});
  CHECK(line.command == row_named("run").command);
  CHECK(line.name == "pram run");
  CHECK(line.operand == "prefix-sums");
  CHECK(line.options.text(option::size) == "2^10");
  CHECK(line.options[option::seed] == 7);
  CHECK(line.options.text("--no-host-time", "not given").empty());
  CHECK_FALSE(line.options.has(option::components));
  // Options that may be given several times keep their order; what stands behind "--" is no option.
  const CommandLine compared = parsed_line({"compare", "--networks", "b", "--networks", "a", "--", "-p"});
  CHECK(compared.options[option::networks] == std::vector<std::string>{"b", "a"});
  CHECK(compared.operand == "-p");
}

TEST_CASE("a command that had another name has it still, and a part stands in the name of its command") {
  const CommandLine old = parsed_line({"exchange", "all-to-all"});
  CHECK(old.command == row_named("collective").command);
  CHECK(old.name == "pram collective");
  const CommandLine tables = parsed_line({"tables", "combining", "--runs", "3"});
  CHECK(tables.name == "pram tables combining");
  CHECK(tables.part == "combining");
  CHECK(tables.options.text("--runs", "") == "3");
  CHECK(parsed_line({"tables", "Combining"}).part == "combining");
}

TEST_CASE("behind the options of pram bsp stands another program's command line, as it is") {
  const CommandLine line = parsed_line({"bsp", "-n", "4", "./program", "-n", "8", "--", "--help"});
  CHECK(line.options.text("-n", "") == "4");
  CHECK(line.arguments == std::vector<std::string>{"./program", "-n", "8", "--", "--help"});
  CHECK(parsed_line({"bsp", "--", "a", "--", "b"}).arguments == std::vector<std::string>{"a", "--", "b"});
  check_line_refused<UsageError>({"bsp", "-n", "4"}, "pram bsp: a program is missing; see pram bsp --help");
}

TEST_CASE("every command explains itself in 80 columns, asked in three ways") {
  const std::string all = parsed_line({"help"}).text;
  CHECK(all == parsed_line({"--help"}).text);
  std::size_t before = all.find("\nCommands:");
  for (const CommandRow& row : command_table()) {
    CAPTURE(row.name);
    before = all.find("\n  " + std::string(row.name) + " ", before);  // in the order of the table
    REQUIRE(before != std::string::npos);
    const CommandLine line = parsed_line({row.name, "--help"});
    CHECK(line.command == nullptr);
    CHECK(line.text.starts_with("Usage: pram " + std::string(row.name)));
    CHECK(testing::widest_line(line.text) <= 80);
    CHECK(parsed_line({row.name, "-h", "--help"}).text == line.text);
    CHECK(parsed_line({"help", row.name}).text == line.text);
    for (const ListedOption& listed : row.command->options) CHECK(testing::contains(line.text, name_of(*listed.row)));
  }
  CHECK(parsed_line({"--version"}).text.starts_with("pram "));
}

TEST_CASE("a short help fits on a screen, and has the most used options in a line each") {
  const auto check_screen = [](const std::string& text, const std::string& name) {
    CAPTURE(text);
    CHECK(std::ranges::count(text, '\n') <= 24);
    CHECK(testing::widest_line(text) <= 80);
    CHECK(text.starts_with("Usage: " + name));
    CHECK(text.ends_with(" --help has all.\n"));
  };
  const std::string all = parsed_line({"-h"}).text;
  check_screen(all, "pram COMMAND");
  for (const CommandRow& row : command_table()) {
    CAPTURE(row.name);
    CHECK(testing::contains(all, row.name));
    const std::string text = parsed_line({row.name, "-h"}).text;
    check_screen(text, "pram " + std::string(row.name));
    for (const ListedOption& listed : row.command->options) {
      const bool two_flags = testing::contains(listed.row->flag, ",");
      const std::string line = testing::line_with(text, "  " + name_of(*listed.row) + (two_flags ? ',' : ' '));
      if (listed.row->brief == nullptr) {
        CHECK(line.empty());
      } else {
        CHECK(line.ends_with(listed.row->brief));  // whole, since it is meant for this line
      }
    }
    if (row.command->parts == nullptr) continue;
    for (const CommandPart& part : row.command->parts()) {
      check_screen(parsed_line({row.name, part.name.c_str(), "-h"}).text,
                   "pram " + std::string(row.name) + ' ' + part.name);
    }
  }
}

TEST_CASE("a command or table that is missing or unknown is refused, with those that there are and a near one") {
  const std::string all = one_of_rows(command_table());
  const std::string tables = one_of_rows(row_named("tables").command->parts());
  check_line_refused<UsageError>({}, "pram: a command is missing, " + all + "; see pram --help");
  for (const Words& words : {Words{"prof"}, Words{"prof", "--help"}})
    check_line_refused<ConfigError>(words, "command = 'prof' is not allowed: " + all + "; did you mean profile?");
  check_line_refused<ConfigError>({""}, "command = '' is not allowed: " + all);
  check_line_refused<UsageError>({"tables"}, "pram tables: a table is missing, " + tables + "; see pram tables --help");
  check_line_refused<ConfigError>({"tables", "combning"},
                                  "table = 'combning' is not allowed: " + tables + "; did you mean combining?");
  check_line_refused<UsageError>(
      {"completion"}, "pram completion: a shell is missing, one of bash, zsh, fish; see pram completion --help");
  check_line_refused<ConfigError>({"completion", "bsh"},
                                  "shell = 'bsh' is not allowed: one of bash, zsh, fish; did you mean bash?");
}

TEST_CASE("an option or an operand that does not belong there is refused in a line") {
  for (const Words& words : {Words{"run"}, Words{"run", ""}})
    check_line_refused<UsageError>(words, "pram run: a program is missing; see pram list, and pram run --help");
  check_line_refused<UsageError>({"run", "a", "b"}, "pram run: 'b' is one argument too many; see pram run --help");
  check_line_refused<UsageError>(
      {"run", "a", "--compnents=4"},
      "pram run: there is no option --compnents, did you mean --components?; see pram run --help");
  check_line_refused<UsageError>({"run", "a", "--zzz"}, "pram run: there is no option --zzz; see pram run --help");
  for (const Words& words : {Words{"run", "a", "--n"}, Words{"run", "a", "--n", "--seed", "4"}})
    check_line_refused<UsageError>(words, "pram: --n needs a value");
  check_line_refused<UsageError>({"run", "a", "--seed", "4", "--seed", "5"}, "pram: --seed is given more than once");
  check_line_refused<UsageError>({"run", "a", "--no-host-time=1"}, "pram: --no-host-time takes no value");
  check_line_refused<ConfigError>(
      {"run", "a", "--ledger", "stps"},
      "--ledger = 'stps' is not allowed: one of totals, steps, profile; did you mean steps?");
}

TEST_CASE("upper and lower case of commands and flags matters, and that of the words of an option does not") {
  CHECK(parsed_line({"run", "a", "--ledger", "Steps"}).options.text("--ledger", "") == "steps");
  CHECK_THROWS_WITH_AS(parsed_line({"RUN", "a"}), doctest::Contains("; did you mean run?"), ConfigError);
  CHECK_THROWS_WITH_AS(parsed_line({"run", "a", "--SEED", "4"}), doctest::Contains(", did you mean --seed?"),
                       UsageError);
}

TEST_CASE("the option that an error of a machine names is that of the command line") {
  CHECK(flag_of("memory_limit") == "--memory-limit");
  CHECK(flag_of("runs") == "--runs");  // of a part of a command alone
  for (const char* const other : {"list", "no_such_option", "--components", ""}) CHECK(flag_of(other) == other);
}

}  // namespace pram::tool
