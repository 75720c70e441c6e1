#include <pram/machines/replay.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

using namespace pram;

namespace {

/// What is said of a text, and whether it breaks the grammar.
std::pair<std::string, bool> said_of(const std::string& text) {
  try {
    read_goal(text, "t.goal");
  } catch (const TraceError& error) {
    return {error.what(), error.syntax};
  }
  return {"", false};
}

}  // namespace

TEST_CASE("GOAL: ranks, operations, attributes and requirements in any order") {
  const OperationTrace trace = read_goal(
      "# a trace\r\n"
      "num_ranks 3 // three\n"
      "\n"
      "rank 2 { a : recv 16b from 0 tag 7 nic 2\n"
      "  late requires a\n"
      "late: calc 5 }\n"
      "rank 0 {\n"
      "  x: calc 100 cpu 1\n"
      "  send 16b to 2 cpu 3 tag 7  # without a label\n"
      "  y: calc 9\n"
      "  y irequires x\n"
      "}\n",
      "t.goal");
  REQUIRE(trace.ranks() == 3);
  CHECK(trace.first == std::vector<std::uint32_t>{0, 3, 3, 5});
  CHECK(trace.label(0) == "x");
  CHECK(trace.label(1).empty());
  CHECK(trace.label(2) == "y");
  CHECK(trace.label(3) == "a");
  CHECK(trace.label(4) == "late");
  CHECK(trace.rank_of(2) == 0);
  CHECK(trace.rank_of(3) == 2);
  CHECK(trace.operations[0].kind == TraceOperation::Kind::calc);
  CHECK(trace.operations[0].amount == 100);
  CHECK(trace.operations[0].cpu == 1);
  CHECK(trace.operations[0].line == 8);
  CHECK(trace.operations[1].kind == TraceOperation::Kind::send);
  CHECK(trace.operations[1].amount == 16);
  CHECK(trace.operations[1].peer == 2);
  CHECK(trace.operations[1].cpu == 3);
  CHECK(trace.operations[1].tag == 7);
  CHECK(trace.operations[3].kind == TraceOperation::Kind::recv);
  CHECK(trace.operations[3].nic == 2);
  REQUIRE(trace.dependents.size() == 2);
  CHECK(trace.first_dependent == std::vector<std::size_t>{0, 1, 1, 1, 2, 2});
  CHECK(trace.dependents[0].operation == 2);
  CHECK(trace.dependents[0].on_start);
  CHECK(trace.dependents[1].operation == 4);
  CHECK_FALSE(trace.dependents[1].on_start);
}

TEST_CASE("GOAL: what breaks the grammar is named by line, word and what is allowed") {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"", "t.goal: it has no num_ranks"},
      {"rank 0 {\n}\n", "t.goal:1: num_ranks must stand before the first rank"},
      {"num_ranks 0\n", "t.goal:1: num_ranks is 0: a trace has 1 to 1048576 ranks"},
      {"num_ranks\n", "t.goal:1: the number of ranks is missing"},
      {"num_ranks x\n", "t.goal:1: the number of ranks 'x' is no whole number from 0 to 1048576"},
      {"num_ranks 2 3\n", "t.goal:1: '3' is more than belongs on the line"},
      {"num_ranks 2\nnum_ranks 2\n", "t.goal:2: num_ranks stands there a second time"},
      {"num_ranks 2\nranks 0 {\n}\n", "t.goal:2: num_ranks or rank is expected, and 'ranks' is there"},
      {"num_ranks 2\nrank 2 {\n}\n", "t.goal:2: the rank '2' is no whole number from 0 to 1"},
      {"num_ranks 2\nrank 1\n", "t.goal:2: '{' is expected, and the line ends"},
      {"num_ranks 2\nrank 1 {\n}\nrank 1 {\n}\n", "t.goal:4: rank 1 is there a second time: the first is in line 2"},
      {"num_ranks 2\nrank 1 {\ncalc 1\n", "t.goal:3: the file ends inside of rank 1: a } is missing"},
      {"num_ranks 2\nrank 1 {\nfoo\n}\n",
       "t.goal:3: calc, send, recv, requires or irequires is expected, and 'foo' is there"},
      {"num_ranks 2\nrank 1 {\na: foo\n}\n", "t.goal:3: calc, send or recv is expected, and 'foo' is there"},
      {"num_ranks 2\nrank 1 {\na: calc\n}\n", "t.goal:3: the number of nanoseconds is missing"},
      {"num_ranks 2\nrank 1 {\ncalc -1\n}\n",
       "t.goal:3: the number of nanoseconds '-1' is no whole number from 0 to 1125899906842624"},
      {"num_ranks 2\nrank 1 {\ncalc 1 tag 2\n}\n", "t.goal:3: cpu is expected, and 'tag' is there"},
      {"num_ranks 2\nrank 1 {\ncalc 1 cpu 256\n}\n", "t.goal:3: the cpu '256' is no whole number from 0 to 255"},
      {"num_ranks 2\nrank 1 {\nsend 8 to 0\n}\n", "t.goal:3: bytes are expected, as 8b, and '8' is there"},
      {"num_ranks 2\nrank 1 {\nsend 8b from 0\n}\n", "t.goal:3: 'to' is expected, and 'from' is there"},
      {"num_ranks 2\nrank 1 {\nrecv 8b to 0\n}\n", "t.goal:3: 'from' is expected, and 'to' is there"},
      {"num_ranks 2\nrank 1 {\nsend 8b to 2\n}\n", "t.goal:3: the rank '2' is no whole number from 0 to 1"},
      {"num_ranks 2\nrank 1 {\nsend 8b to 0 tg 3\n}\n", "t.goal:3: tag, cpu or nic is expected, and 'tg' is there"},
      {"num_ranks 2\nrank 1 {\na: calc 1\na: calc 2\n}\n", "t.goal:4: rank 1 has the label 'a' twice"},
      {"num_ranks 2\nrank 1 {\na: calc 1\nb requires a\n}\n", "t.goal:4: rank 1 has no label 'b'"},
      {"num_ranks 2\nrank 1 {\na: calc 1\na requires\n}\n", "t.goal:4: the label behind requires is missing"},
      {"num_ranks 2\nrank 1 {\na: calc 1\na requires a b\n}\n", "t.goal:4: 'b' is more than belongs on the line"},
      {"num_ranks 2\n}\n", "t.goal:2: num_ranks or rank is expected, and '}' is there"},
      {"num_ranks 2\nrank 1 { calc 1 } }\n", "t.goal:2: '}' is more than belongs on the line"},
  };
  for (const auto& [text, expected] : cases) {
    CAPTURE(text);
    const auto [said, syntax] = said_of(text);
    CHECK(said == expected);
    CHECK(syntax);
  }
}

TEST_CASE("GOAL: what can be read and not be run is named by rank and label") {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"num_ranks 1\nrank 0 {\na: calc 1\na requires a\n}\n",
       "t.goal:3: operations of rank 0 wait in a circle: 'a' waits for 'a'"},
      {"num_ranks 2\nrank 1 {\na: calc 1\nb: calc 1\nc: calc 1\nb requires a\nc irequires b\na requires c\n}\n",
       "t.goal:5: operations of rank 1 wait in a circle: 'c' waits for 'b' waits for 'a' waits for 'c'"},
      {"num_ranks 2\nrank 0 {\na: send 1b to 1 tag 4\nsend 1b to 1\n}\nrank 1 {\nrecv 1b from 0\n}\n",
       "t.goal:3: rank 0, 'a': a message to rank 1 with tag 4 has no receive: 1 too many"},
      {"num_ranks 2\nrank 0 {\nrecv 1b from 1\nrecv 1b from 1\n}\n",
       "t.goal:3: rank 0: a receive from rank 1 with tag 0 has no message: 2 too many"},
  };
  for (const auto& [text, expected] : cases) {
    CAPTURE(text);
    const auto [said, syntax] = said_of(text);
    CHECK(said == expected);
    CHECK_FALSE(syntax);
  }
}
