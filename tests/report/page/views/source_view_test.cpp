#include "page/views/source_view.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <pram/report/detail/value/text.hpp>
#include "contains.hpp"
#include "view_run.hpp"

using namespace pram;
using namespace pram::report;
using pram::testing::cells_of;
using pram::testing::contains;
using pram::testing::hot_charge;
using pram::testing::hot_distinct;
using pram::testing::hot_line;
using pram::testing::next_charge;
using pram::testing::next_distinct;
using pram::testing::next_line;
using pram::testing::place_of;
using pram::testing::two_steps;
using pram::testing::whole_charge;

namespace {

std::optional<std::string> no_source(std::string_view) { return std::nullopt; }

/// A file of so many lines: "text 1", "text 2" and so on.
SourceText numbered_lines(std::uint32_t count) {
  return [count](std::string_view) -> std::optional<std::string> {
    std::string text;
    for (std::uint32_t line = 1; line <= count; ++line) text += "text " + std::to_string(line) + "\n";
    return text;
  };
}

std::string share(std::uint64_t charge) {
  return percentage(static_cast<double>(charge), static_cast<double>(whole_charge));
}

std::string row_begin(std::uint32_t line) { return "<tr data-line=\"" + place_of(line) + "\">"; }

}  // namespace

TEST_CASE("source view: each line that asked has its share, requests, degree, factor and what could be spared") {
  const Machine machine = two_steps();
  const View view = source_view(machine.ledger(), no_source);
  CHECK(view.name == "source");
  CHECK(contains(view.markup, "<h3>views/view_run.hpp</h3>"));
  CHECK(contains(view.markup, "The text of this file is not to be had here"));
  const auto factor = [](double forward, double distinct) {
    const long hundredths = std::lround(100 * forward / distinct);
    const std::string digits = std::to_string(1000 + hundredths % 100).substr(2);
    return std::vector<std::string>{std::to_string(hundredths / 100) + "." + digits,
                                    std::to_string(std::lround(forward - distinct))};
  };
  const std::vector<std::string> next = factor(12, next_distinct);
  const std::vector<std::string> hot = factor(16, hot_distinct);
  const std::vector<std::vector<std::string>> expected = {
      {std::to_string(next_line), share(next_charge), "4", "1", next[0], next[1], "read next"},
      {std::to_string(hot_line), share(hot_charge), "3", "3", hot[0], hot[1], "read hot"}};
  CHECK(cells_of(view.markup) == expected);
  // The costliest line has the longest bar and the strongest colour; the others are in proportion, of 15 colours.
  const double part = static_cast<double>(next_charge) / static_cast<double>(hot_charge);
  CHECK(contains(view.markup, row_begin(hot_line) + "\n<td>" + std::to_string(hot_line) +
                                  "<td class=\"share heat-h15\" data-value=\"32\"><span class=\"bar\" "
                                  "style=\"width:100%\">"));
  CHECK(contains(view.markup, "heat-h" + std::to_string(std::lround(15 * part)) +
                                  "\" data-value=\"24\"><span class=\"bar\" style=\"width:75%\">"));
}

TEST_CASE("source view: a ledger without a profile has no factors") {
  const Machine machine = two_steps("router:g=2,l=10", LedgerDetail::steps);
  const View view = source_view(machine.ledger(), no_source);
  CHECK_FALSE(contains(view.markup, "factor"));
  const std::vector<std::vector<std::string>> rows = cells_of(view.markup);
  REQUIRE(rows.size() == 2);
  CHECK(rows[1] == std::vector<std::string>{std::to_string(hot_line), share(hot_charge), "3", "3", "read hot"});
}

TEST_CASE("source view: a short file is shown whole, of a long one the lines around those that asked") {
  const Machine machine = two_steps();
  const auto shown = [&](std::uint32_t lines) {
    std::vector<std::string> numbers;
    for (const std::vector<std::string>& row : cells_of(source_view(machine.ledger(), numbered_lines(lines)).markup)) {
      numbers.push_back(row.front());
      if (row.size() > 1) CHECK(row.back() == "text " + row.front());
    }
    return numbers;
  };
  std::vector<std::string> whole;
  for (int line = 1; line <= 120; ++line) whole.push_back(std::to_string(line));
  CHECK(shown(120) == whole);
  std::vector<std::string> around = {"…"};
  for (std::uint32_t line = next_line - 6; line <= hot_line + 6; ++line) around.push_back(std::to_string(line));
  around.emplace_back("…");
  CHECK(shown(121) == around);
}

TEST_CASE("source view: text of a file is text, with blanks for tabs") {
  const Machine machine = two_steps();
  const View view = source_view(machine.ledger(), [](std::string_view) -> std::optional<std::string> {
    return std::string(next_line - 1, '\n') + "\tif (a < b)\t&c;\r\n";
  });
  CHECK(contains(view.markup, "<td>    if (a &lt; b)  &amp;c;"));
  CHECK_FALSE(contains(view.markup, "\r"));
}

TEST_CASE("source view: a line below each bar is what the baseline was charged there, on one scale") {
  const Machine machine = two_steps();
  const Machine baseline = two_steps("router:g=6,l=10");  // 2 (6 + 10) = 32, and 2 (18 + 10) = 56
  const View view = source_view(machine.ledger(), no_source, &baseline.ledger());
  const auto width = [](double charge) {
    const double percent = 100 * charge / 56;
    return "style=\"width:" + std::to_string(percent).substr(0, percent < 100 ? 4 : 3);
  };
  CHECK(contains(view.markup, "<span class=\"ghost\" style=\"width:100%\" title=\"baseline: " + decimal(56) + "\">"));
  CHECK(contains(view.markup, "<span class=\"ghost\" " + width(32)));
  CHECK(contains(view.markup, "<span class=\"bar\" " + width(32)));
  CHECK(contains(view.markup, "<span class=\"bar\" " + width(24)));
  CHECK_FALSE(contains(source_view(machine.ledger(), no_source).markup, "ghost"));
}

TEST_CASE("source view: without requests a sentence says so") {
  const Machine idle({.components = 4});
  CHECK(source_view(idle.ledger(), no_source).markup == "<p>No line of the program made a request.</p>\n");
}
