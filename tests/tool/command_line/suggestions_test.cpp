#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <functional>
#include <map>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <pram/access.hpp>
#include <pram/machine_file.hpp>
#include <pram/machines/collectives.hpp>
#include <pram/pram.hpp>
#include <pram/programs/input/graph.hpp>
#include <pram/programs/program.hpp>
#include <pram/programs/row/options.hpp>
#include "command_line/command_line.hpp"
#include "command_line/known_names.hpp"
#include "options/names.hpp"
#include "programs/input/files.hpp"
#include "support.hpp"

// Wherever a name is looked up in a table, one that is a letter wrong is answered by the right one.
namespace pram::tool {

namespace {

using Line = std::vector<std::string>;

/// A table, and what happens where a name that it has not is typed.
struct LookUp {
  std::string where;
  Names names;
  std::function<void(const std::string& typed)> type;
};

CommandLine line_of(Line words) {
  words.insert(words.begin(), "pram");
  std::vector<const char*> pointers;
  for (const std::string& word : words) pointers.push_back(word.c_str());
  return parse(static_cast<int>(pointers.size()), pointers.data());
}

void run_line(const Line& words) {
  const CommandLine line = line_of(words);
  line.command->run(line);
}

std::string answer_to(const std::function<void()>& call) {
  try {
    call();
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

/// The names that an error lists behind "one of": it is a second source of them beside the tables.
Names listed_in(const std::string& answer) {
  const std::string begin = "one of ";
  const std::size_t at = answer.find(begin);
  if (at == std::string::npos) return {};
  const std::string list = answer.substr(at + begin.size(), answer.find(';', at) - at - begin.size());
  Names names;
  for (const std::string_view name : split(list, ',')) names.emplace_back(name.substr(name.find_first_not_of(' ')));
  return names;
}

std::string in_small_letters(std::string name) {
  for (char& c : name) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return name;
}

/// Whether one is, in small letters, the other with a letter put in, left out or changed.
bool one_letter_apart(const std::string& name, const std::string& other_name) {
  const std::string small = in_small_letters(name);
  const std::string other_small = in_small_letters(other_name);
  std::string_view one = small;
  std::string_view other = other_small;
  const auto [front, unused] = std::ranges::mismatch(one, other);
  const auto same_front = static_cast<std::size_t>(front - one.begin());
  one.remove_prefix(same_front);
  other.remove_prefix(same_front);
  std::size_t same_back = 0;
  while (same_back < std::min(one.size(), other.size()) &&
         one[one.size() - 1 - same_back] == other[other.size() - 1 - same_back])
    ++same_back;
  return std::max(one.size(), other.size()) - same_back <= 1;
}

/// Letters alone, as rules are told apart.
std::string bare(std::string name) {
  std::erase_if(name, [](char c) { return c == '-' || c == '_'; });
  return in_small_letters(std::move(name));
}

/// The name with a letter put in, left out or changed, which is none of the known names.
/// @param kept  so many characters at its beginning stay
std::string mistyped(const std::string& name, const Names& known, std::size_t kept, std::mt19937_64& random) {
  const auto below = [&](std::size_t bound) { return static_cast<std::size_t>(random() % bound); };
  const auto is_known = [&](const std::string& typed) {
    return std::ranges::any_of(known, [&](const std::string& one) { return bare(one) == bare(typed); });
  };
  std::string typed;
  do {
    typed = name;
    const std::size_t at = kept + below(name.size() - kept);
    const auto letter = static_cast<char>('a' + below(26));
    switch (below(name.size() - kept > 2 ? 3 : 1)) {
      case 0: typed[at] = letter; break;
      case 1: typed.erase(at, 1); break;
      default: typed.insert(at, 1, letter);
    }
  } while (is_known(typed) || typed[kept] == '-');
  return typed;
}

void check_suggestions(const LookUp& look_up, std::size_t kept = 0) {
  static std::mt19937_64 random(testing::seed());
  INFO("PRAM_TEST_SEED=", testing::seed());
  INFO(look_up.where);
  REQUIRE_FALSE(look_up.names.empty());
  for (const std::string& name : look_up.names) {
    const std::string typed = mistyped(name, look_up.names, kept, random);
    INFO(name, " typed as ", typed);
    const std::string answer = answer_to([&] { look_up.type(typed); });
    const std::string question = "did you mean ";
    const std::size_t at = answer.find(question);
    INFO(answer);
    REQUIRE(at != std::string::npos);
    const std::string meant = answer.substr(at + question.size(), answer.find('?', at) - at - question.size());
    // Another name may be as near.
    CHECK((meant == name || one_letter_apart(meant, typed) ||
           in_small_letters(meant).starts_with(in_small_letters(typed))));
    CHECK(answer.find('\n') == std::string::npos);
  }
}

/// A command line that a command takes.
const std::map<std::string, Line>& whole_lines() {
  static const std::map<std::string, Line> lines = {
      {"list", {"list"}},
      {"show", {"show", "prefix-sums"}},
      {"run", {"run", "prefix-sums", "--n", "8"}},
      {"profile", {"profile", "prefix-sums", "--n", "8"}},
      {"trace", {"trace", "prefix-sums", "--n", "8"}},
      {"compare", {"compare", "prefix-sums", "--n", "8", "--components", "16"}},
      {"scale", {"scale", "prefix-sums", "--n", "8..16"}},
      {"check", {"check", "prefix-sums"}},
      {"route", {"route", "--network", "torus:4x4", "--pattern", "transpose"}},
      {"probe", {"probe", "--network", "ideal", "--components", "16"}},
      {"patterns", {"patterns", "--degree", "2", "--components", "16"}},
      {"collective", {"collective", "all-gather", "--network", "ring:8", "--words", "8"}},
      {"bsp", {"bsp", "./program"}}};
  return lines;
}

/// The line with another value of an option, right behind the command.
Line with_value(Line line, const std::string& flag, const std::string& value) {
  const auto given = std::ranges::find(line, flag);
  if (given != line.end()) line.erase(given, given + 2);
  line.insert(line.begin() + 1, {flag, value});
  return line;
}

/// What may stand for the value of an option of a whole line.
Names values_of(const OptionRow& row, const Line& line) {
  const std::string flag = name_of(row);
  if (flag == "--shape") {
    Names shapes;
    for (const programs::ShapeName& shape : programs::find_program("prefix-sums").shapes) shapes.push_back(shape.name);
    return shapes;
  }
  if (flag == "--algorithm")  // those of the operation and the network
    return listed_in(answer_to([&] { run_line(with_value(line, flag, "no-such-name")); }));
  for (const auto names : {row.offers, row.one_of, row.names}) {
    if (names != nullptr) return names();
  }
  return {};
}

}  // namespace

TEST_CASE("a suggestion for each wrong command, part and option") {
  Names commands;
  for (const CommandRow& row : command_table()) {
    commands.emplace_back(row.name);
    if (*row.alias != '\0') commands.emplace_back(row.alias);
  }
  check_suggestions({"commands", commands, [](const std::string& typed) { line_of({typed}); }});
  const auto check_flags = [](const Line& line, std::span<const ListedOption> options) {
    Names flags = {"--help"};
    for (const ListedOption& listed : options) {
      const std::string flag = listed.row->flag;
      if (const std::size_t at = flag.find("--"); at != std::string::npos) flags.push_back(flag.substr(at));
    }
    check_suggestions({fmt::format("options of {}", line.back()), flags,
                       [&](const std::string& typed) {
                         Line words = line;
                         words.push_back(typed);
                         line_of(words);
                       }},
                      2);
  };
  for (const CommandRow& row : command_table()) {
    if (row.command->parts == nullptr) {
      check_flags({row.name}, row.command->options);
      continue;
    }
    Names parts;
    for (const CommandPart& part : row.command->parts()) {
      parts.push_back(part.name);
      check_flags({row.name, part.name}, part.options);
    }
    check_suggestions({row.name, parts, [&](const std::string& typed) { line_of({row.name, typed}); }});
  }
}

TEST_CASE("a suggestion for each wrong value of an option that is a name") {
  for (const auto& [command, line] : whole_lines()) {
    const auto row =
        std::ranges::find(command_table(), command, [](const CommandRow& one) { return std::string(one.name); });
    for (const ListedOption& listed : row->command->options) {
      const std::string flag = name_of(*listed.row);
      const Names names = values_of(*listed.row, line);
      if (names.empty()) continue;
      check_suggestions({fmt::format("pram {} {}", command, flag), names,
                         [&](const std::string& typed) { run_line(with_value(line, flag, typed)); }});
    }
  }
}

TEST_CASE("a suggestion for each wrong name behind a command") {
  check_suggestions({"programs", program_words(), [](const std::string& typed) { run_line({"show", typed}); }});
  Names lists = list_names();
  lists.insert(lists.end(),
               {"program", "network", "topology", "access", "rule", "placement", "pattern", "algorithms", "shape"});
  check_suggestions({"lists", lists, [](const std::string& typed) { run_line({"list", typed}); }});
  Names operations = {"multiscatter", "total-exchange", "transposition"};
  for (const CollectiveOperation operation : all_operations()) operations.push_back(to_string(operation));
  check_suggestions({"operations", operations, [](const std::string& typed) {
                       run_line({"collective", typed, "--network", "ring:8", "--words", "8"});
                     }});
}

TEST_CASE("a suggestion for each wrong option of a network, of an access protocol, and for each wrong word of one") {
  const auto check_options = [](const Names& parts, const std::function<void(const Spec&)>& make, std::size_t least) {
    std::size_t found = 0;
    for (const std::string& part : parts) {
      const Names names = listed_in(answer_to([&] { make(part + ",no-such-name=1"); }));
      if (names.empty()) continue;  // it takes none
      ++found;
      check_suggestions({part, names, [&](const std::string& typed) { make(fmt::format("{},{}=1", part, typed)); }});
      for (const std::string& name : names) {
        const Names words = listed_in(answer_to([&] { make(fmt::format("{},{}=no-such-word", part, name)); }));
        if (words.empty()) continue;  // a number
        check_suggestions({fmt::format("{},{}", part, name), words,
                           [&](const std::string& typed) { make(fmt::format("{},{}={}", part, name, typed)); }});
      }
    }
    CHECK(found >= least);
  };
  check_options(
      network_names(), [](const Spec& spec) { networks().make(spec, 64U); }, 10);
  check_options(
      protocol_names(), [](const Spec& spec) { access_protocols().make(spec, 64U); }, 1);
  const auto sort_by = [](const std::string& sorter) {
    Machine({.components = 16, .network = "torus:4x4", .access = "sorting:" + sorter, .threads = 1});
  };
  check_suggestions({"sorters", listed_in(answer_to([&] { sort_by("no-such-name"); })), sort_by});
  const auto multiply = [](const std::string& factor) { networks().make("product:" + factor + ":2", 0U); };
  check_suggestions({"factors", listed_in(answer_to([&] { multiply("no-such-name"); })), multiply});
}

TEST_CASE("a suggestion for each wrong rule, placement, detail, shape, format, and key of a machine's file") {
  Names rules = rule_names();
  rules.insert(rules.end(), {"add", "multiply", "mul", "prod", "min", "max", "and", "or", "xor"});
  check_suggestions({"rules", rules, [](const std::string& typed) { static_cast<void>(rule_from(typed)); }});
  check_suggestions({"placements", {"hashed", "balanced", "direct", "uniform"}, [](const std::string& typed) {
                       static_cast<void>(placement_from(typed));
                     }});
  check_suggestions({"details", {"totals", "steps", "profile"}, [](const std::string& typed) {
                       static_cast<void>(ledger_detail_from(typed));
                     }});
  check_suggestions(
      {"formats", graph_format_names(), [](const std::string& typed) { programs::read_graph("none.txt", typed); }});
  for (const programs::ProgramName& row : testing::drawn(programs::program_names(), 12)) {
    const programs::Program& program = programs::find_program(row.name);
    Names shapes;
    for (const programs::ShapeName& shape : program.shapes) shapes.push_back(shape.name);
    check_suggestions({program.name, shapes, [&](const std::string& typed) {
                         static_cast<void>(program.prepare({.size = {}, .file = "", .shape = typed}));
                       }});
  }
  Names keys;
  for (const pram::detail::MachineOptionRow& row : pram::detail::machine_options) keys.emplace_back(row.name);
  const testing::TemporaryFolder folder;
  check_suggestions({"keys", keys, [&](const std::string& typed) {
                       const std::string key = fmt::format(R"({{"seed": 1, "{}": 1}})", typed);
                       static_cast<void>(read_machine(folder.file(key)));
                     }});
}

TEST_CASE("a suggestion for a wrong option of a program, and for a wrong word of one") {
  const std::vector<programs::ProgramOption> options = {
      {.name = "rounds", .otherwise = 3},
      {.name = "order", .otherwise = "kept", .one_of = {"kept", "reversed", "shuffled"}}};
  check_suggestions({"order", options[1].one_of, [&](const std::string& typed) {
                       programs::OptionValues(options, programs::Facts{{"order", typed}});
                     }});
  check_suggestions({"options",
                     {"--rounds", "--order"},
                     [&](const std::string& typed) {
                       programs::OptionValues(options, programs::Facts{{typed.substr(2), std::int64_t{1}}});
                     }},
                    2);
}

}  // namespace pram::tool
