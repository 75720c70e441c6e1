#include "reference_pram.hpp"

#include <doctest/doctest.h>

#include "serial_order.hpp"

/// The reference judges the machine; these cases, small enough to be worked out by hand, judge the reference.
namespace pram::conformance {

namespace {

std::uint64_t int32_word(std::int32_t value) { return word_of(value); }

/// Array a holds these values; the other arrays hold one zero each.
Memory memory_of(const std::vector<std::int32_t>& values) {
  Memory memory;
  for (auto& cells : memory) cells = {0};
  memory[0].clear();
  for (const std::int32_t value : values) memory[0].push_back(int32_word(value));
  return memory;
}

Instruction access(Kind kind, std::uint64_t index, std::int64_t constant = 0, Operator op = Operator::add) {
  Instruction made;
  made.kind = kind;
  made.op = op;
  made.index = index;
  made.constant = constant;
  return made;
}

/// What one step of requests to a[0], which holds 10, leaves there under a rule; or the two processors in breach.
std::string outcome(Rule rule, const std::vector<Instruction>& requests,
                    const std::vector<std::int32_t>& replies = {}) {
  Script script;
  Replies seen(requests.size());
  for (const Instruction& one : requests) script.push_back({one});
  for (std::size_t i = 0, next = 0; i < requests.size(); ++i) {
    if (requests[i].replies() && next < replies.size()) seen[i] = {int32_word(replies[next++])};
  }
  ReferencePram pram(rule, memory_of({10}));
  if (const auto failure = pram.run(script, seen)) {
    return "breach " + std::to_string(failure->first.processor) + " " + std::to_string(failure->second.processor);
  }
  std::string left;
  for (std::int32_t value = -300; value < 300; ++value) {
    ReferencePram copy = pram;
    try {
      copy.settle(memory_of({value}));
      left += (left.empty() ? "" : " or ") + std::to_string(value);
    } catch (const Mismatch&) {
    }
  }
  return left;
}

constexpr Kind read = Kind::read;
constexpr Kind write = Kind::write;
constexpr Kind update = Kind::update;
constexpr Kind fetch = Kind::fetch;
constexpr Kind multiprefix = Kind::multiprefix;

}  // namespace

TEST_CASE("reference: what plain writes leave under each rule") {
  const std::vector<Instruction> three = {access(write, 0, 6), access(write, 0, 3), access(write, 0, 5)};
  CHECK(outcome(Rule::common, three) == "breach 0 1");
  CHECK(outcome(Rule::common, {access(write, 0, 6), access(write, 0, 6), access(write, 0, 5)}) == "breach 0 2");
  CHECK(outcome(Rule::common, {access(write, 0, 6), access(write, 0, 6)}) == "6");
  CHECK(outcome(Rule::arbitrary, three) == "3 or 5 or 6");
  CHECK(outcome(Rule::priority, three) == "6");
  CHECK(outcome(Rule::tolerant, three) == "10");
  CHECK(outcome(Rule::tolerant, {access(write, 0, 6)}) == "6");
  CHECK(outcome(Rule::collision, {access(write, 0, 6)}) == "6");
  CHECK(outcome(Rule::sum, three) == "14");
  CHECK(outcome(Rule::minimum, three) == "3");
  CHECK(outcome(Rule::maximum, three) == "6");
  CHECK(outcome(Rule::bit_and, three) == "0");
  CHECK(outcome(Rule::bit_or, three) == "7");
  CHECK(outcome(Rule::bit_xor, three) == "0");
  CHECK(outcome(Rule::product, three) == "90");
  CHECK_THROWS_AS(static_cast<void>(outcome(Rule::priority, {access(read, 0)}, {11})), Mismatch);
  CHECK_THROWS_AS(static_cast<void>(outcome(Rule::priority, {access(read, 0)})), Mismatch);
}

TEST_CASE("reference: the marker of a collision is cut to the width of the cell") {
  ReferencePram pram(Rule::collision, memory_of({10}));
  CHECK_FALSE(pram.run({{access(write, 0, 6)}, {access(write, 0, 6)}}, Replies(2)));
  CHECK_NOTHROW(pram.settle(memory_of({static_cast<std::int32_t>(marker)})));
}

TEST_CASE("reference: breaches of exclusive access name the two lowest processors") {
  CHECK(outcome(Rule::erew, {access(read, 0), access(read, 0), access(read, 0)}) == "breach 0 1");
  CHECK(outcome(Rule::crew, {access(read, 0), access(read, 0)}, {10, 10}) == "10");
  CHECK(outcome(Rule::crew, {access(read, 0), access(read, 0), access(write, 0, 1)}) == "breach 0 2");
  CHECK(outcome(Rule::crew, {access(write, 0, 1), access(read, 0), access(write, 0, 1)}) == "breach 0 1");
  CHECK(outcome(Rule::crew, {access(read, 0), access(update, 0, 1), access(write, 0, 1)}) == "breach 0 1");
  CHECK(outcome(Rule::crew, {access(fetch, 0, 1)}, {10}) == "11");
}

TEST_CASE("reference: mixed operations are a breach under every CRCW rule, readers apart") {
  CHECK(outcome(Rule::arbitrary, {access(read, 0), access(write, 0, 1)}, {10}) == "1");
  CHECK(outcome(Rule::arbitrary, {access(read, 0), access(write, 0, 1), access(update, 0, 1)}) == "breach 1 2");
  CHECK(outcome(Rule::sum, {access(update, 0, 1), access(update, 0, 1, Operator::maximum)}) == "breach 0 1");
  CHECK(outcome(Rule::sum, {access(update, 0, 1), access(fetch, 0, 1)}, {11}) == "12");
  CHECK(outcome(Rule::sum, {access(multiprefix, 0, 1), access(fetch, 0, 1)}) == "breach 0 1");
  CHECK(outcome(Rule::sum, {access(multiprefix, 0, 1), access(update, 0, 1)}) == "breach 0 1");
}

TEST_CASE("reference: fetches in some order, multiprefix in that of the processors") {
  const std::vector<Instruction> fetches = {access(fetch, 0, 1), access(fetch, 0, 2), access(fetch, 0, 4)};
  CHECK(outcome(Rule::arbitrary, fetches, {10, 11, 13}) == "17");
  CHECK(outcome(Rule::arbitrary, fetches, {16, 10, 12}) == "17");
  CHECK_THROWS_AS(static_cast<void>(outcome(Rule::arbitrary, fetches, {10, 10, 13})), Mismatch);
  CHECK_THROWS_AS(static_cast<void>(outcome(Rule::arbitrary, fetches, {11, 12, 14})), Mismatch);
  const std::vector<Instruction> prefixes = {access(multiprefix, 0, 1), access(multiprefix, 0, 2),
                                             access(multiprefix, 0, 4)};
  CHECK(outcome(Rule::arbitrary, prefixes, {10, 11, 13}) == "17");
  CHECK_THROWS_AS(static_cast<void>(outcome(Rule::arbitrary, prefixes, {16, 10, 12})), Mismatch);
}

TEST_CASE("reference: an arbitrary winner, once read, stays") {
  const Script script = {{access(write, 0, 6), access(read, 0)}, {access(write, 0, 3), access(read, 0)}};
  const auto run = [&](std::int32_t first, std::int32_t second) {
    ReferencePram pram(Rule::arbitrary, memory_of({10}));
    CHECK_FALSE(pram.run(script, {{int32_word(first)}, {int32_word(second)}}));
    pram.settle(memory_of({first}));
  };
  CHECK_NOTHROW(run(6, 6));
  CHECK_NOTHROW(run(3, 3));
  CHECK_THROWS_AS(run(3, 6), Mismatch);
  CHECK_THROWS_AS(run(10, 10), Mismatch);
}

TEST_CASE("reference: replies steer indices and operands, raises skip to their catcher, errors stop the step") {
  Instruction followed = access(write, 1, 5);
  followed.index_follows = followed.operand_follows = true;
  Instruction raise = access(Kind::raise, 0);
  raise.depth = 2;
  raise.catcher = 0;
  Instruction skipped = access(write, 0, 99);
  skipped.depth = 1;
  const Script script = {{access(read, 0), raise, skipped, followed, access(Kind::end, 0), skipped}};
  ReferencePram pram(Rule::erew, memory_of({1, 2, 3}));
  CHECK_FALSE(pram.run(script, {{int32_word(1)}}));
  CHECK_NOTHROW(pram.settle(memory_of({1, 2, 6})));  // a[1 + 1] = 5 + 1
  CHECK(pram.history().size() == 2);

  Instruction stray = access(Kind::stray, 2);
  const auto failure = pram.run({{access(read, 1)}, {access(write, 0, 7), stray}}, {{int32_word(2)}, {}});
  REQUIRE(failure);
  CHECK(failure->kind == Failure::address);
  CHECK(failure->step == 4);
  CHECK(failure->first.processor == 1);
  CHECK(failure->first.count == 2);
  CHECK(stray.stray_index(3) == 5);
  CHECK_NOTHROW(pram.settle(memory_of({7, 2, 6})));
  CHECK_THROWS_AS(pram.settle(memory_of({7, 2, 3})), Mismatch);
}

TEST_CASE("reference: arithmetic wraps to the width of the cells") {
  const auto byte = [](int value) { return word_of(static_cast<std::uint8_t>(value)); };
  CHECK(apply(Cells::uint8, Operator::add, byte(250), byte(10)) == byte(4));
  CHECK(apply(Cells::uint8, Operator::multiply, byte(16), byte(17)) == byte(16));
  CHECK(apply(Cells::int32, Operator::add, int32_word(2147483647), int32_word(1)) == int32_word(-2147483647 - 1));
  CHECK(apply(Cells::int32, Operator::minimum, int32_word(-1), int32_word(1)) == int32_word(-1));
  CHECK(apply(Cells::uint64, Operator::minimum, word_of(~std::uint64_t{0}), word_of(std::uint64_t{1})) == 1);
  CHECK(apply(Cells::float32, Operator::add, word_of(1.5F), word_of(-2.0F)) == word_of(-0.5F));
  CHECK(apply(Cells::float64, Operator::multiply, word_of(0.0), word_of(-1.0)) == word_of(0.0));
}

TEST_CASE("reference: serial orders") {
  CHECK(in_some_order({}, 5, 5));
  CHECK(in_some_order({{5, 6}, {6, 5}, {5, 7}}, 5, 7));
  CHECK_FALSE(in_some_order({{5, 6}, {7, 5}}, 5, 6));
  CHECK_FALSE(in_some_order({{5, 5}, {8, 9}, {9, 8}}, 5, 5));  // balanced, but out of reach
  const auto with_updates = [](std::vector<Edge> fetches, std::size_t updates) {
    return in_some_order(std::move(fetches), int32_word(-1), Cells::int32, int32_word(3), updates);
  };
  CHECK(with_updates({{int32_word(3), int32_word(5)}, {int32_word(-1), int32_word(0)}}, 1));
  CHECK(with_updates({{int32_word(6), int32_word(7)}}, 3) == false);
  CHECK(with_updates({{int32_word(5), int32_word(7)}}, 2));
  CHECK_FALSE(with_updates({{int32_word(5), int32_word(7)}}, 1));
}

}  // namespace pram::conformance
