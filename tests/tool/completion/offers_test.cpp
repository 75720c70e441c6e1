#include "completion/offers.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <string>

#include "command_line/command.hpp"
#include "completion/scripts.hpp"
#include "options/names.hpp"

namespace pram::tool {

namespace {

const OfferedCommand& command_of(const OfferedCommand& line, const std::string& name) {
  const auto found = std::ranges::find(line.parts, name, &OfferedCommand::name);
  REQUIRE(found != line.parts.end());
  return *found;
}

const Offer& offer_of(const OfferedCommand& command, const std::string& flag) {
  for (const OfferedOption& option : command.options) {
    if (std::ranges::find(option.flags, flag) != option.flags.end()) return option.offer;
  }
  FAIL("there is no ", flag);
  return command.operands;
}

Names texts(const Offer& offer) {
  Names all;
  for (const OfferedWord& word : offer.words) all.push_back(word.text);
  return all;
}

}  // namespace

TEST_CASE("a command line that is offered has every command, its parts, and their options") {
  const OfferedCommand line = offered_command_line("pram");
  REQUIRE(line.parts.size() == command_table().size());
  for (const CommandRow& row : command_table()) {
    CAPTURE(row.name);
    const OfferedCommand& command = command_of(line, row.name);
    REQUIRE(command.options.size() == row.command->options.size() + 2);
    CHECK(command.options[command.options.size() - 2].flags == Names{"-h"});
    CHECK(command.options.back().flags == Names{"--help"});
    CHECK(command.parts.size() == (row.command->parts == nullptr ? 0 : row.command->parts().size()));
    CHECK(command.operand == (row.command->operand == nullptr ? "" : row.command->operand->name));
    CHECK(!command.what.empty());
  }
  CHECK(places_of(line).front().path.empty());
}

TEST_CASE("what an option offers is of the kind of its value") {
  const OfferedCommand line = offered_command_line("pram");
  const OfferedCommand& run = command_of(line, "run");
  CHECK(texts(run.operands) == program_words());
  CHECK(texts(offer_of(run, "--network")) == network_names());
  CHECK(texts(offer_of(run, "--rule")) == rule_names());
  CHECK(texts(offer_of(run, "--placement")) == placement_names());
  CHECK(texts(offer_of(run, "--format")) == graph_format_names());
  CHECK(texts(offer_of(run, "--shape")) == shape_names());
  CHECK(offer_of(run, "--network").kind == Offer::Kind::words);
  CHECK(offer_of(run, "--input").kind == Offer::Kind::files);
  CHECK(offer_of(run, "--json").kind == Offer::Kind::files);
  CHECK(offer_of(run, "--svg").kind == Offer::Kind::folders);
  CHECK(offer_of(run, "--n") == Offer{});
  CHECK(offer_of(run, "--source") == Offer{});  // help names the programs that take it, which are no values
  CHECK(offer_of(command_of(line, "compare"), "--networks").kind == Offer::Kind::list);
  CHECK(texts(offer_of(command_of(line, "route"), "--network")) == topology_names());
  for (const OfferedWord& word : offer_of(run, "--network").words) CHECK(!word.what.empty());
}

TEST_CASE("each list of words has a name of its own") {
  const OfferedCommand line = offered_command_line("pram");
  const WordLists lists(line);
  std::set<std::string> names;
  for (const WordLists::List& list : lists.lists()) {
    CHECK(names.insert(list.name).second);
    CHECK(lists.name_of(list.offer) == list.name);
    CHECK(list.name == identifier(list.name));
  }
  CHECK(lists.name_of(offer_of(command_of(line, "run"), "--network")) == "network");
  CHECK(lists.name_of(offer_of(command_of(line, "route"), "--network")) == "route_network");
}

TEST_CASE("scripts are of the executable's name") {
  const OfferedCommand line = offered_command_line("my-own's");
  const std::string bash = bash_completion(line);
  CHECK(bash.ends_with("\ncomplete -F _my_own_s 'my-own'\\''s'\n"));
  CHECK(bash.find("pram") == std::string::npos);
  const std::string zsh = zsh_completion(line);
  CHECK(zsh.starts_with("#compdef my-own's\n"));
  CHECK(zsh.ends_with("\n  compdef _my_own_s 'my-own'\\''s'\nfi\n"));
  const std::string fish = fish_completion(line);
  CHECK(fish.find("\ncomplete -c 'my-own\\'s' -f\n") != std::string::npos);
  CHECK(fish.find("function __my_own_s_at\n") != std::string::npos);
}

TEST_CASE("a text between quotes, and a script with a name in it") {
  CHECK(single_quoted("") == "''");
  CHECK(single_quoted("it's") == "'it'\\''s'");
  CHECK(with_names("%NAME% %ID% %WORD% 5%", "a%ID%-b") == "a%ID%-b a_ID__b 'a%ID%-b' 5%");
}

}  // namespace pram::tool
