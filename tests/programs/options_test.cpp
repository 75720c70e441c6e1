#include <pram/programs/row/options.hpp>

#include <doctest/doctest.h>

#include <span>
#include <string>
#include <vector>

#include <pram/error.hpp>
#include <pram/machine.hpp>
#include <pram/programs/input/sequence/numbers.hpp>
#include <pram/programs/input/with_options.hpp>
#include <pram/programs/row.hpp>

namespace pram::testing {

namespace {

using programs::Facts;
using programs::OptionValues;
using programs::ProgramOption;

const std::vector<ProgramOption> some_options = {
    {.name = "rounds", .what = "rounds", .otherwise = 3, .least = 1, .most = 9},
    {.name = "least", .what = "no upper bound", .otherwise = -4, .least = -5},
    {.name = "down", .what = "downwards", .otherwise = false},
    {.name = "factor", .what = "a factor", .otherwise = 0.5},
    {.name = "order", .what = "an order", .otherwise = "kept", .one_of = {"kept", "reversed"}},
    {.name = "title", .what = "any text", .otherwise = ""}};

std::string refused(const Facts& given) {
  try {
    const OptionValues values(some_options, given);
    return {};
  } catch (const ConfigError& error) {
    return error.option + " = " + error.value + ": " + error.allowed;
  }
}

}  // namespace

TEST_CASE("own options have their defaults where nothing is given") {
  const OptionValues values(some_options);
  CHECK(values.number("rounds") == 3);
  CHECK(values.number("least") == -4);
  CHECK_FALSE(values.flag("down"));
  CHECK(values.real("factor") == 0.5);
  CHECK(values.text("order") == "kept");
  CHECK(values.text("title").empty());
  CHECK(values.all().size() == some_options.size());
  CHECK(OptionValues().all().empty());
}

TEST_CASE("own options have the values that are given, in the order of the row") {
  const OptionValues values(some_options, {{"order", "reversed"}, {"rounds", 9}, {"down", true}, {"least", -5}});
  CHECK(values.number("rounds") == 9);
  CHECK(values.number("least") == -5);
  CHECK(values.flag("down"));
  CHECK(values.text("order") == "reversed");
  CHECK(values.all().front().first == "rounds");
}

TEST_CASE("a value that an own option cannot have is refused") {
  CHECK(refused({{"rounds", 0}}) == "--rounds = 0: a whole number from 1 to 9");
  CHECK(refused({{"rounds", 10}}) == "--rounds = 10: a whole number from 1 to 9");
  CHECK(refused({{"least", -6}}) == "--least = -6: a whole number from -5 on");
  CHECK(refused({{"rounds", "three"}}) == "--rounds = three: a whole number");
  CHECK(refused({{"factor", 1}}) == "--factor = 1: a number");
  CHECK(refused({{"order", "upset"}}).find("kept, reversed") != std::string::npos);
  CHECK(refused({{"round", 3}}).find("--rounds, --least, --down") != std::string::npos);
  CHECK_THROWS_AS(OptionValues({}, {{"rounds", 1}}), ConfigError);
  CHECK(refused({}).empty());
}

TEST_CASE("a value is asked for by name and type") {
  const OptionValues values(some_options);
  CHECK_THROWS_WITH_AS(values.number("round"), doctest::Contains("did you mean rounds?"), ConfigError);
  CHECK_THROWS_AS(values.flag("rounds"), ConfigError);
  CHECK_THROWS_AS(values.text("factor"), ConfigError);
  CHECK_THROWS_AS(OptionValues().real("factor"), ConfigError);
}

TEST_CASE("functions of a row get the values of own options behind the input") {
  const auto shifted = +[](Machine&, std::span<const std::int64_t> values, const OptionValues& options) {
    std::vector<std::int64_t> moved(values.begin(), values.end());
    for (std::int64_t& value : moved) value += options.number("by");
    return moved;
  };
  using Kind = programs::WithOptions<programs::Numbers>;
  const programs::Program program = programs::program<Kind>(
      shifted, {.name = "shifted",
                .what = "numbers, shifted",
                .work_at_most =
                    [](const Kind::Value& input) {
                      return static_cast<std::uint64_t>(input.options.number("by")) * input.input.size();
                    },
                .options = {{.name = "by", .what = "distance", .otherwise = 2}},
                .oracle =
                    [](const Kind::Value& input, const std::vector<std::int64_t>& result) {
                      for (std::size_t k = 0; k < result.size(); ++k) {
                        if (result[k] - input.input[k] != input.options.number("by")) return false;
                      }
                      return true;
                    }});
  CHECK(program.takes_options);
  Machine machine;
  const auto usual = program.prepare({.size = 5, .file = ""});
  CHECK(usual->run(machine).verified);
  CHECK(usual->run(machine).promised.work_at_most == 10);
  const auto other = program.prepare({.size = 5, .file = "", .options = {{"by", 7}}});
  CHECK(other->run(machine).verified);
  CHECK(other->run(machine).promised.work_at_most == 35);
  REQUIRE(other->input().options.size() == 1);
  CHECK(std::get<std::int64_t>(other->input().options.front().second) == 7);
  CHECK_THROWS_AS(program.prepare({.size = 5, .file = "", .options = {{"to", 7}}}), ConfigError);
}

}  // namespace pram::testing
