#include <pram/error.hpp>

#include <algorithm>
#include <initializer_list>
#include <stdexcept>
#include <string>

#include <pram/machine.hpp>

#include "thrown.hpp"

namespace pram {

using testing::contains;
using testing::is_one_line;

TEST_CASE("a source line without the folders of its path") {
  CHECK(to_string(SourceLine{"/some/where/ranks.cpp", 12}) == "ranks.cpp:12");
  CHECK(to_string(SourceLine{"ranks.cpp", 7}) == "ranks.cpp:7");
  CHECK(to_string(SourceLine{}) == "?");
}

TEST_CASE("errors say in one line what their fields say") {
  const ConfigError config("network", "rooter", "one of router, ideal");
  CHECK(is_one_line(config.what()));
  for (const char* const part : {"network", "rooter", "one of router, ideal"}) CHECK(contains(config.what(), part));

  const ConflictError conflict({"EREW",
                                "two processors read one cell",
                                17,
                                "next",
                                42,
                                {3, 9},
                                {{"a/b.cpp", 5}, {"c.cpp", 6}},
                                {"read", "fetch_add"}});
  CHECK(is_one_line(conflict.what()));
  for (const char* const part :
       {"EREW", "two processors read one cell", "17", "next[42]", "3 (read, b.cpp:5)", "9 (fetch_add, c.cpp:6)"}) {
    CHECK(contains(conflict.what(), part));
  }

  const AddressError address({"next", -1, 10, 4, 2, {"a.cpp", 8}});
  CHECK(is_one_line(address.what()));
  for (const char* const part : {"next[-1]", "10", "processor 4", "step 2", "a.cpp:8"})
    CHECK(contains(address.what(), part));

  const ProgramError program(4, 2, {"a.cpp", 8}, "no more fuel");
  CHECK(is_one_line(program.what()));
  for (const char* const part : {"processor 4", "step 2", "a.cpp:8", "no more fuel"})
    CHECK(contains(program.what(), part));
  const ProgramError process({4, 2, {"a.cpp", 8}, true, "exchange"}, "no more fuel");
  CHECK(process.what() ==
        std::string("process 4 failed in superstep 2, after the sync \"exchange\" at a.cpp:8: no more fuel"));
  const ProgramError first({4, 1, {}, true}, "no more fuel");
  CHECK(first.what() == std::string("process 4 failed in superstep 1, before its first sync: no more fuel"));

  const LimitError limit("steps", 11, 10, "not done after 10 steps");
  CHECK(std::string(limit.what()) == "not done after 10 steps");
  CHECK(contains(Interrupted(99).what(), "99"));
}

TEST_CASE("no error says a control character, or what is no UTF-8, whatever stands in what it quotes") {
  // As a user may write it: a newline, an escape sequence, DEL, C1 controls, half a character; an umlaut stays.
  const std::string name = "a\n\x1b[31m\x7f\xc2\x9b\xff\xc3\xa4\xe2\x82\t\r";
  const std::string shown = "a\\n\\x1b[31m\\x7f\\xc2\\x9b\\xff\xc3\xa4\\xe2\\x82\\t\\x0d";
  const SourceLine line{name, 3};
  const ConfigError config(name, name, name);
  const ConflictError conflict({name, name, 1, name, 2, {3, 4}, {line, line}, {name, name}});
  const AddressError address({name, 1, 1, 1, 1, line});
  const ProgramError program(1, 1, line, name);
  NetworkError network(name);
  const LimitError limit(name, 1, 1, name);
  CHECK(std::string(config.what()) == shown + " = '" + shown + "' is not allowed: " + shown);
  CHECK(std::string(limit.what()) == shown);
  CHECK(std::string(network.what()) == shown);
  network.happened_in(7);
  CHECK(std::string(network.what()) == "step 7 of the program: " + shown);
  NetworkError superstep(name);
  superstep.happened_in(7, 2, name);
  CHECK(std::string(superstep.what()) == "superstep 2 \"" + shown + "\" of the program: " + shown);
  CHECK(superstep.pram_step() == 7);
  CHECK(superstep.superstep() == 2);
  CHECK(superstep.tag() == name);
  CHECK(std::string(Error(shown).what()) == shown);
  for (const Error* const error :
       std::initializer_list<const Error*>{&config, &conflict, &address, &program, &network, &limit}) {
    const std::string text = error->what();
    CAPTURE(text);
    CHECK(contains(text, shown));
    CHECK(std::ranges::none_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }));
    CHECK_FALSE(contains(text, "\xc2\x9b"));
    CHECK_FALSE(contains(text, "\xff"));
  }
  // The facts are what they were.
  CHECK(config.value == name);
  CHECK(conflict.facts.array == name);
  CHECK(address.facts.line.file == name);
}

TEST_CASE("what a machine says of a user's names and exceptions is one line without control characters") {
  const std::string name = "cell\x1b[2J\n";
  Machine machine({.components = 2, .rule = Rule::erew});
  const auto cells = machine.array<int>(4, 0, name);
  const auto outside = testing::thrown<AddressError>([&] { static_cast<void>(cells.get(9)); });
  CHECK(std::string(outside.what()).starts_with("cell\\x1b[2J\\n[9] is outside"));
  const auto read = testing::thrown<ConflictError>(
      [&] { machine.pardo(2, [&](Processor) -> Task<> { static_cast<void>(co_await cells[0]); }); });
  CHECK(contains(read.what(), "cell\\x1b[2J\\n[0]"));
  CHECK(is_one_line(read.what()));
  const auto threw = testing::thrown<ProgramError>([&] {
    machine.pardo(1, [&](Processor self) -> Task<> {
      co_await self.idle();
      throw std::runtime_error("no\nfuel");
    });
  });
  CHECK(contains(threw.what(), "no\\nfuel"));
  CHECK(is_one_line(threw.what()));
  const auto option = testing::thrown<ConfigError>([&] { Machine({.network = "rou\x1bter"}); });
  CHECK(contains(option.what(), "rou\\x1bter"));
}

}  // namespace pram
