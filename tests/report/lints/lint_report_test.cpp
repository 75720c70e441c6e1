#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include <pram/pram.hpp>
#include <pram/report.hpp>
#include <pram/report/detail/run/lint.hpp>
#include <pram/report/detail/run/saved.hpp>
#include <pram/report/detail/value/read_json.hpp>
#include "lint_checks.hpp"

namespace pram::report {

using nlohmann::json;
using testing::contains;
using testing::summary_of;

namespace {

std::optional<std::vector<Lint>> lints_in(const std::string& text) {
  const Value value = read_json(text);
  return read_lints(Field(value, ""));
}

/// Two processes; a message that nobody reads.
Machine unread() {
  Machine machine({.components = 2});
  machine.spmd([](bsp::Process self) -> Task<> {
    if (self.id() == 0) self.queue<int>().send(1, 1);
    co_await self.sync();
  });
  return machine;
}

}  // namespace

TEST_CASE("a table of lints gives those that find something, in its order") {
  constexpr LintRow<int> table[] = {
      {"odd",
       [](const int& n) {
         return n % 2 == 1 ? std::optional(Finding{"it is odd", 0.5}) : std::nullopt;
       }},
      {"large", [](const int& n) { return n > 9 ? std::optional(Finding{"it is large"}) : std::nullopt; }},
  };
  const auto names = [&](int n) {
    std::string all;
    for (const Lint& lint : found_lints<int>(table, n)) all += lint.name + ": " + lint.text + ". ";
    return all;
  };
  CHECK(names(11) == "odd: it is odd. large: it is large. ");
  CHECK(names(10) == "large: it is large. ");
  CHECK(names(2).empty());
}

TEST_CASE("lints in JSON are read as they stand, and refused where they are none") {
  const auto lints =
      lints_in(R"({"lints": [{"name": "a", "text": "b", "share": 0.25}, {"name": "c", "text": "", "share": null}]})");
  REQUIRE(lints);
  REQUIRE(lints->size() == 2);
  CHECK((*lints)[0].name == "a");
  CHECK((*lints)[0].share == 0.25);
  CHECK((*lints)[1].name == "c");
  CHECK_FALSE((*lints)[1].share);
  CHECK_FALSE(lints_in("{}"));
  CHECK(lints_in(R"({"lints": []})")->empty());
  for (const char* const wrong : {R"({"lints": 1})", R"({"lints": [1]})", R"({"lints": [{"name": "a", "text": "b"}]})",
                                  R"({"lints": [{"name": 1, "text": "b", "share": null}]})",
                                  R"({"lints": [{"name": "a", "text": "b", "share": "much"}]})"})
    CHECK_THROWS_AS(lints_in(wrong), Error);
}

TEST_CASE("lints of any text are a section of lines that a terminal shows") {
  Report report;
  add_lints(report, {{"a\x1b[2J", "b\nc"}, {"long", std::string(200, 'x')}, {"words", "many " + std::string(90, 'y')}});
  const std::string text = text_of(report);
  CHECK(text.starts_with("Lints\n"));
  CHECK_FALSE(contains(text, "\x1b"));
  CHECK(contains(text, "b\\nc"));
  CHECK(testing::widest_line(text) <= line_width);
  CHECK(csv_of(report) == csv_of(Report()));
  Report none;
  add_lints(none, {});
  CHECK(none.parts.empty());
}

TEST_CASE(
    "a report of a file has the lints of the file, and of one without any, as older ones are, those that its facts "
    "give") {
  const Machine machine = unread();
  json written = json::parse(json_of(run_report(summary_of(machine), true)));
  REQUIRE(written.at("lints").size() == 1);
  written["lints"][0]["text"] = "something else";
  CHECK(contains(text_of(run_report(read_run(written.dump()).summary, true)), "unread-messages     something else"));
  written.erase("lints");
  const SavedRun older = read_run(written.dump());
  CHECK_FALSE(older.summary.lints);
  CHECK(contains(text_of(run_report(older.summary, true)), "unread-messages     1 message came into"));
}

TEST_CASE("a program of one's own has lints in its report unless it asks for none") {
  const Machine machine = unread();
  CHECK(contains(text(machine), "\nLints\n  unread-messages "));
  CHECK_FALSE(contains(text(machine, {.lints = false}), "unread-messages"));
}

}  // namespace pram::report
