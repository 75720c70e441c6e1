#include <doctest/doctest.h>

#include <cstddef>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include <pram/machines/replay.hpp>
#include "random_goal.hpp"
#include "support.hpp"

using namespace pram;

namespace {

std::string text_of(const OperationTrace& trace) {
  std::string text;
  write_goal(trace, [&](std::string_view part) { text += part; });
  return text;
}

/// The same operations, in the same order, of which the same wait for the same.
void check_same(const OperationTrace& one, const OperationTrace& other) {
  REQUIRE(one.first == other.first);
  REQUIRE(one.operations.size() == other.operations.size());
  for (std::size_t k = 0; k < one.operations.size(); ++k) {
    const TraceOperation& a = one.operations[k];
    const TraceOperation& b = other.operations[k];
    CHECK(a.kind == b.kind);
    CHECK(a.cpu == b.cpu);
    CHECK(a.nic == b.nic);
    CHECK(a.peer == b.peer);
    CHECK(a.tag == b.tag);
    CHECK(a.amount == b.amount);
  }
  CHECK(one.first_dependent == other.first_dependent);
  REQUIRE(one.dependents.size() == other.dependents.size());
  for (std::size_t k = 0; k < one.dependents.size(); ++k) {
    CHECK(one.dependents[k].operation == other.dependents[k].operation);
    CHECK(one.dependents[k].on_start == other.dependents[k].on_start);
  }
}

}  // namespace

TEST_CASE("GOAL is written as it is read") {
  std::mt19937_64 random(testing::seed());
  for (int run = 0; run < 40; ++run) {
    const std::string text = test::random_goal(random, 6, 100, 3);
    CAPTURE(text);
    const OperationTrace trace = read_goal(text, "trace");
    const std::string again = text_of(trace);
    CAPTURE(again);
    const OperationTrace read = read_goal(again, "again");
    check_same(trace, read);
    CHECK(read.label_text == trace.label_text);
    CHECK(text_of(read) == again);
  }
}

TEST_CASE("GOAL: operations that others wait for get labels that are new") {
  OperationTrace trace = read_goal("num_ranks 2\nrank 1 {\no0: calc 1\ncalc 2\na: calc 3\na requires o0\n}\n", "t");
  CHECK(text_of(trace) == "num_ranks 2\nrank 1 {\no0: calc 1\ncalc 2\na: calc 3\na requires o0\n}\n");
  // The same without the labels of the last two, and the second waits for the third.
  trace.label_text = "o1";
  trace.first_of_label = {0, 2, 2, 2};
  trace.dependents = {{2, false}, {1, true}};
  trace.first_dependent = {0, 1, 1, 2};
  CHECK(text_of(trace) ==
        "num_ranks 2\nrank 1 {\no1: calc 1\n_o1: calc 2\no2: calc 3\no2 requires o1\n_o1 irequires o2\n}\n");
  trace.first_dependent = {0, 1, 1, 7};
  CHECK_THROWS_AS(text_of(trace), TraceError);
}
