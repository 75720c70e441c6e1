#include <pram/programs/row/description.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include <pram/machine.hpp>
#include <pram/programs/input/sequence/keys.hpp>
#include <pram/programs/input/sequence/numbers.hpp>
#include <pram/programs/input/structure/graphs.hpp>
#include <pram/programs/input/structure/matrices.hpp>
#include <pram/programs/input/structure/trees.hpp>
#include <pram/programs/row.hpp>

// What a description says reaches jobs and tables, with or without each of its parts.
namespace pram::testing {

namespace {

using programs::Facts;
using programs::Outcome;
using programs::Verdict;
using Values = std::vector<std::int64_t>;
using OfNumbers = programs::Numbers;
using SizePromise = programs::Bound<OfNumbers, Values>;
using CostPromise = programs::CostBound<OfNumbers, Values>;
using NumbersDescription = programs::Description<OfNumbers, Values>;

const Values four_numbers = {4, 5, 6, 7};
const Values two_numbers = {8, 9};

/// What is written here is what a program of numbers gives: the numbers.
Values same_numbers(Machine&, std::span<const std::int64_t> values) { return {values.begin(), values.end()}; }

NumbersDescription same_description() {
  return {.name = "same",
          .time = "0",
          .size = {.usual = 8},
          .oracle = [](std::span<const std::int64_t> values) { return Values(values.begin(), values.end()); },
          .against = "the input"};
}

Outcome outcome_of(const programs::Program& program, std::uint64_t n = 3) {
  Machine machine({.components = 4});
  return program.prepare({.size = n, .file = "", .seed = 1})->run(machine);
}

std::string written_by(const Outcome& outcome) {
  std::ostringstream out;
  outcome.write(out);
  return out.str();
}

}  // namespace

TEST_CASE("a bound is a number, or of the size, of the input, or of input and result") {
  using Maybe = std::optional<std::uint64_t>;
  const auto number = [&](const SizePromise& bound) { return bound(99, &four_numbers, &two_numbers); };
  CHECK(number(7) == Maybe(7));
  CHECK(number([](std::uint64_t n) { return 2 * n; }) == Maybe(198));
  CHECK(number([](const Values& value) { return value.size(); }) == Maybe(4));
  CHECK(number([](const Values& value, const Values& result) { return value.size() + 10 * result.size(); }) ==
        Maybe(24));
  CHECK(number([](const auto& value, const auto& result) { return value[0] == 4 && result[0] == 8 ? 1U : 0U; }) ==
        Maybe(1));
  CHECK(number({}) == Maybe());

  CHECK(SizePromise(7).of_size(99) == Maybe(7));
  CHECK(SizePromise([](std::uint64_t n) { return 2 * n; }).of_size(99) == Maybe(198));
  CHECK(SizePromise([](const Values& value) { return value.size(); }).of_size(99) == Maybe());
  CHECK(SizePromise([](const Values& value, const Values&) { return value.size(); }).of_size(99) == Maybe());
  CHECK(SizePromise().of_size(99) == Maybe());
}

TEST_CASE("a bound has what its function captures") {
  const auto twice_and = [](std::uint64_t more) {
    const auto twice = [](std::uint64_t n) { return 2 * n; };
    return [twice, more](std::uint64_t n) { return twice(n) + more; };
  };
  const SizePromise bound = twice_and(5);
  CHECK(bound(10, &four_numbers, &two_numbers) == std::optional<std::uint64_t>(25));
  CHECK(bound.of_size(11) == std::optional<std::uint64_t>(27));
}

TEST_CASE("a bound on the cost of BSP processes knows how many there are") {
  using Maybe = std::optional<std::uint64_t>;
  const auto number = [&](const CostPromise& bound) { return bound(99, &four_numbers, &two_numbers, 3); };
  CHECK(number(7) == Maybe(7));
  CHECK(number([](std::uint64_t n, std::uint64_t p) { return n / p; }) == Maybe(33));
  CHECK(number([](const Values& value, std::uint64_t p) { return value.size() * p; }) == Maybe(12));
  CHECK(number([](const Values& value, const Values& result, std::uint64_t p) {
          return value.size() + 10 * result.size() + 100 * p;
        }) == Maybe(324));
  CHECK(number({}) == Maybe());
}

TEST_CASE("a run's bounds are of the input's size, of input and result, and of the machine's components") {
  NumbersDescription entry = same_description();
  entry.steps = [](std::uint64_t n) { return n + 1; };
  entry.steps_at_most = [](const Values& value) { return value.size() + 2; };
  entry.work_at_most = [](const Values& value, const Values& result) { return value.size() + result.size() + 3; };
  entry.degree_at_most = 4;
  entry.cost = {.supersteps = 5,
                .supersteps_at_most = [](std::uint64_t n, std::uint64_t) { return n + 6; },
                .relation = [](std::uint64_t, std::uint64_t p) { return p + 7; },
                .relation_at_most = [](const Values& value, std::uint64_t p) { return value.size() * p + 8; },
                .work = [](const Values&, const Values& result, std::uint64_t p) { return result.size() + p + 9; },
                .work_at_most = 10};
  const programs::Program program = programs::program<programs::Numbers>(same_numbers, entry);
  const programs::Bounds promised = outcome_of(program).promised;
  CHECK(promised.steps == 4U);
  CHECK(promised.steps_at_most == 5U);
  CHECK(promised.work_at_most == 9U);
  CHECK(promised.degree_at_most == 4U);
  CHECK(promised.cost.supersteps == 5U);
  CHECK(promised.cost.supersteps_at_most == 9U);
  CHECK(promised.cost.relation == 11U);
  CHECK(promised.cost.relation_at_most == 20U);
  CHECK(promised.cost.work == 16U);
  CHECK(promised.cost.work_at_most == 10U);

  const programs::Bounds of_size = program.promised_of_size(100);
  CHECK(of_size.steps == 101U);
  CHECK_FALSE(of_size.steps_at_most);
  CHECK_FALSE(of_size.work_at_most);
  CHECK(of_size.degree_at_most == 4U);

  const programs::Bounds none =
      outcome_of(programs::program<programs::Numbers>(same_numbers, same_description())).promised;
  CHECK_FALSE(none.steps);
  CHECK_FALSE(none.work_at_most);
  CHECK_FALSE(none.cost.supersteps);
  CHECK_FALSE(none.cost.work_at_most);
}

TEST_CASE("an oracle computes the result, or judges it, with facts of its own behind those of the description") {
  NumbersDescription entry = same_description();
  const auto verified = [&entry] {
    return outcome_of(programs::program<programs::Numbers>(same_numbers, entry)).verified;
  };
  CHECK(verified());
  entry.oracle = [](std::span<const std::int64_t>) { return Values{1}; };
  CHECK_FALSE(verified());
  entry.oracle = [](const Values& value, const Values& result) { return value == result; };
  CHECK(verified());
  entry.oracle = [](const Values&, const Values&) { return false; };
  CHECK_FALSE(verified());
  entry.oracle = [](const Values&, const Values&) -> Verdict { return {true, {{"judged", true}}}; };
  entry.facts = [](const Values&, const Values& result) -> Facts {
    return {{"items", static_cast<std::int64_t>(result.size())}};
  };
  const Outcome outcome = outcome_of(programs::program<programs::Numbers>(same_numbers, entry));
  CHECK(outcome.verified);
  CHECK(outcome.check == "the input");
  CHECK(outcome.facts == Facts{{"items", std::int64_t{3}}, {"judged", true}});
}

TEST_CASE("facts and what writes a result may be left out, and a run without an oracle is not checked") {
  NumbersDescription entry = same_description();
  const Outcome outcome = outcome_of(programs::program<programs::Numbers>(same_numbers, entry), 2);
  CHECK(outcome.facts.empty());
  CHECK(std::ranges::count(written_by(outcome), '\n') == 2);
  entry.write = [](std::ostream& out, const Values& value, const Values& result) {
    out << value.size() << ' ' << result.size() << '\n';
  };
  CHECK(written_by(outcome_of(programs::program<programs::Numbers>(same_numbers, entry), 2)) == "2 2\n");
  entry.oracle = {};
  const Outcome unchecked = outcome_of(programs::program<programs::Numbers>(same_numbers, entry));
  CHECK(unchecked.verified);
  CHECK(unchecked.check.empty());

  struct Unwritten {};
  const auto run = +[](Machine&, std::span<const std::int64_t>) { return Unwritten(); };
  const auto any = [](const Values&, const Unwritten&) { return true; };
  CHECK(written_by(outcome_of(programs::program<programs::Numbers>(
            run, {.name = "unwritten", .size = {.usual = 8}, .oracle = any}))) == "");
}

TEST_CASE("a program has words of its own") {
  programs::Program program;
  Outcome outcome;
  {
    const std::string before = "words, and more of them than a string keeps in itself";
    std::string words = before;
    NumbersDescription entry = same_description();
    entry.name = entry.alias = entry.what = entry.source = entry.access = entry.against = words;
    program = programs::program<programs::Numbers>(same_numbers, entry);
    outcome = outcome_of(program);
    std::ranges::fill(words, '?');
    CHECK(outcome_of(program).check == before);
  }
  for (const std::string* kept :
       {&program.name, &program.alias, &program.what, &program.source, &program.access, &outcome.check})
    CHECK(kept->starts_with("words, and more"));
}

TEST_CASE("claims have the letters that the description explains, and no more than a row has room for") {
  NumbersDescription entry = same_description();
  entry.time = "O(h log m)";
  entry.work = "O(n m)";
  using programs::Growth;
  CHECK(programs::program<programs::Numbers>(same_numbers, entry).time_growth == Growth{.half_powers = 2, .logs = 1});
  entry.letters = {{"h", "log n"}, {"m", "1"}};
  const programs::Program program = programs::program<programs::Numbers>(same_numbers, entry);
  CHECK(program.time_growth == programs::growth_of("O(log n)"));
  CHECK(program.work_growth == programs::growth_of("O(n)"));
  entry.model = programs::Model::bsp;
  CHECK_FALSE(programs::program<programs::Numbers>(same_numbers, entry).time_growth);
  CHECK_THROWS_AS(programs::LetterClaims({{"a", "n"}, {"b", "n"}, {"c", "n"}, {"d", "n"}, {"e", "n"}}),
                  std::length_error);
}

TEST_CASE("a program begins at a vertex if its kind of input has one, and the description does not say no") {
  const auto begun = +[](Machine&, const programs::GraphWithSource& input) { return std::uint64_t{input.source}; };
  using Entry = programs::Description<programs::GraphsWithSource, std::uint64_t>;
  Entry entry = {.name = "begun", .size = {.usual = 8}};
  CHECK(programs::program<programs::GraphsWithSource>(begun, entry).takes_source);
  entry.begins_at_source = false;
  CHECK_FALSE(programs::program<programs::GraphsWithSource>(begun, entry).takes_source);
  CHECK_FALSE(programs::program<programs::Numbers>(same_numbers, same_description()).takes_source);
}

TEST_CASE("a program and its oracle take an input whole, or its members one by one") {
  using Numbers = std::span<const std::int64_t>;
  const auto whole = +[](Machine&, const programs::MatrixPair& pair) { return pair.left.back() - pair.right.back(); };
  const auto parts = +[](Machine&, Numbers left, Numbers right, std::uint64_t order) {
    return left[order * order - 1] - right[order * order - 1];
  };
  const auto expected = [](Numbers left, Numbers right, std::uint64_t) { return left.back() - right.back(); };
  const auto judged = [](const programs::MatrixPair& pair, std::int64_t found) {
    return pair.left.back() - pair.right.back() == found;
  };
  using Entry = programs::Description<programs::MatrixPairs, std::int64_t>;
  const Entry by_members = {.name = "differences", .size = {.usual = 4}, .oracle = expected};
  const Entry by_value = {.name = "differences", .size = {.usual = 4}, .oracle = judged};
  for (const Entry& entry : {by_members, by_value}) {
    CHECK(outcome_of(programs::program<programs::MatrixPairs>(whole, entry)).verified);
    CHECK(outcome_of(programs::program<programs::MatrixPairs>(parts, entry)).verified);
  }

  const auto one_member = +[](Machine&, std::span<const std::uint32_t> parents) { return parents.size(); };
  CHECK(outcome_of(programs::program<programs::Forests>(
                       one_member, {.name = "nodes",
                                    .size = {.usual = 4},
                                    .oracle = [](std::span<const std::uint32_t> parents) { return parents.size(); }}))
            .verified);
  const auto made_of_members = +[](Machine&, std::span<const std::uint32_t>, std::uint32_t buckets) { return buckets; };
  CHECK(outcome_of(programs::program<programs::BucketKeys>(
                       made_of_members, {.name = "buckets",
                                         .size = {.usual = 4},
                                         .oracle = [](const programs::Keys& keys,
                                                      std::uint32_t found) { return keys.values.size() == found; }}))
            .verified);
}

TEST_CASE("a program names the arrays that hold pointers") {
  NumbersDescription entry = same_description();
  CHECK(programs::program<programs::Numbers>(same_numbers, entry).pointers.empty());
  entry.pointers = "next parent";
  CHECK(programs::program<programs::Numbers>(same_numbers, entry).pointers ==
        std::vector<std::string>{"next", "parent"});
}

TEST_CASE("half of the usual size is swept unless a description says what is") {
  NumbersDescription entry = same_description();
  CHECK(programs::program<programs::Numbers>(same_numbers, entry).tested_size == 4);
  entry.size.tested = 3;
  CHECK(programs::program<programs::Numbers>(same_numbers, entry).tested_size == 3);
}

}  // namespace pram::testing
