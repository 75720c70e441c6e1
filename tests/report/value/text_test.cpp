#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include <pram/report/detail/value/items.hpp>
#include <pram/report/detail/value/text.hpp>
#include "text/text_table.hpp"

using namespace pram::report;

TEST_CASE("counts have separators, and an SI letter from a million on where room is short") {
  CHECK(with_separators(0) == "0");
  CHECK(with_separators(999) == "999");
  CHECK(with_separators(1000) == "1,000");
  CHECK(with_separators(1234567) == "1,234,567");
  CHECK(with_separators(~std::uint64_t{0}) == "18,446,744,073,709,551,615");
  CHECK(compact(999'999) == "999,999");
  CHECK(compact(1'000'000) == "1.000M");
  CHECK(compact(12'345'678) == "12.35M");
  CHECK(compact(999'949'999) == "999.9M");
  CHECK(compact(999'950'000) == "1.000G");
  CHECK(compact(~std::uint64_t{0}) == "18.45E");
  for (std::uint64_t n = 1; n != 0; n *= 2) CHECK(compact(n - 1).size() <= 7);
}

TEST_CASE("ratios have about three digits") {
  CHECK(decimal(0) == "0.00");
  CHECK(decimal(1) == "1.00");
  CHECK(decimal(9.994) == "9.99");
  CHECK(decimal(9.996) == "10.0");
  CHECK(decimal(43.66) == "43.7");
  CHECK(decimal(99.96) == "100");
  CHECK(decimal(1044.5) == "1,045");
  CHECK(decimal(0.0 / 0.0) == "-");
  CHECK(percentage(1, 3) == "33.3%");
  CHECK(percentage(0, 3) == "0.0%");
  CHECK(percentage(1, 1e6) == "<0.1%");
  CHECK(percentage(0, 0) == "-");
}

TEST_CASE("wall times") {
  CHECK(duration(0) == "under 1 ms");
  CHECK(duration(0.0123) == "0.012 s");
  CHECK(duration(1.234) == "1.23 s");
  CHECK(duration(61) == "61 s");
  CHECK(duration(125) == "2 min 5 s");
  CHECK(duration(7260) == "2 h 1 min");
}

TEST_CASE("printable text is one line of UTF-8") {
  CHECK(printable("plain é … 漢") == "plain é … 漢");
  CHECK(printable("a\nb\tc") == "a\\nb\\tc");
  CHECK(printable("\x1b[31mred\x7f") == "\\x1b[31mred\\x7f");
  CHECK(printable("\xc2\x9b") == "\\xc2\\x9b");
  CHECK(printable("\xff\xfe") == "\\xff\\xfe");
  CHECK(printable("\xc3") == "\\xc3");
  CHECK(printable("\xe2\x80") == "\\xe2\\x80");
  CHECK(printable("\xed\xa0\x80") == "\\xed\\xa0\\x80");
  CHECK(printable(std::string("\0", 1)) == "\\x00");
  CHECK(rc::check("for any bytes, and a second time changes nothing", [](const std::vector<char>& bytes) {
    const std::string once = printable(std::string(bytes.begin(), bytes.end()));
    RC_ASSERT(printable(once) == once);
    RC_ASSERT(std::ranges::none_of(once, [](char c) { return static_cast<unsigned char>(c) < 0x20; }));
  }));
}

TEST_CASE("names are shortened by columns, not by bytes") {
  CHECK(shortened("abc", 3) == "abc");
  CHECK(shortened("abcd", 3) == "ab…");
  CHECK(shortened("ééé", 3) == "ééé");
  CHECK(shortened("éééé", 3) == "éé…");
  CHECK(shortened("abc", 1) == "…");
  CHECK(shortened("abc", 0).empty());
  CHECK(columns("é…x") == 3);
}

TEST_CASE("words wrap at the line's width") {
  std::string words;
  for (int i = 0; i < 60; ++i) words += "word ";
  words += std::string(200, 'x');
  std::istringstream lines(std::string(7, ' ') + wrapped(words, 7));
  int count = 0;
  for (std::string line; std::getline(lines, line); ++count) {
    CHECK(columns(line) <= line_width);
    CHECK(line.starts_with("       "));
    CHECK(line[7] != ' ');
  }
  CHECK(count == 6);
  CHECK(wrapped("", 4).empty());
}

TEST_CASE("an item's key and text are parted, however long the key is") {
  for (std::size_t length = 1; length < 40; ++length) {
    CAPTURE(length);
    const std::string text = item(std::string(length, 'k'), "text of some words");
    CHECK(text == (length < 20 ? "  " + std::string(length, 'k') + std::string(20 - length, ' ')
                               : "  " + std::string(length, 'k') + '\n' + std::string(22, ' ')) +
                      "text of some words\n");
  }
}

TEST_CASE("a table never cuts a number, and cuts names so that it fits") {
  CHECK(rc::check([](const std::vector<std::pair<std::string, std::uint64_t>>& rows) {
    TextTable table({{"name", Align::left}, {"two\nlines"}, {"other", Align::left}, {"n"}});
    for (const auto& [name, n] : rows)
      table.row({printable(name) + std::string(n % 90, 'x'), with_separators(n), printable(name), compact(n)});
    std::istringstream lines(table.str());
    std::string line;
    for (std::size_t heading = 0; heading < 2; ++heading) RC_ASSERT(static_cast<bool>(std::getline(lines, line)));
    for (const auto& [name, n] : rows) {
      RC_ASSERT(static_cast<bool>(std::getline(lines, line)));
      RC_ASSERT(columns(line) <= line_width);
      RC_ASSERT(line.ends_with(compact(n)));
      RC_ASSERT(line.find(' ' + with_separators(n) + ' ') != std::string::npos);
    }
    RC_ASSERT(!std::getline(lines, line));
  }));
}
