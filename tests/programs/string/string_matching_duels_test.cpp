#include <pram/programs/string.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <string>

#include "../on_machines.hpp"
#include "string/pattern_analysis.hpp"

namespace pram::testing {

namespace {

Machine common_machine() {
  return Machine({.components = 4, .network = "ideal", .access = "direct", .rule = Rule::common, .threads = 1});
}

/// The smallest period, letter by letter.
std::uint64_t period_of(const std::string& pattern) {
  std::uint64_t period = 1;
  while (!std::equal(pattern.begin() + static_cast<std::ptrdiff_t>(period), pattern.end(), pattern.begin())) ++period;
  return period;
}

/// What the analysis of a pattern says is true of it, at the time and work that it claims.
void check_analysis(const std::string& pattern) {
  CAPTURE(pattern);
  Machine machine = common_machine();
  const programs::PatternAnalysis analysis(machine, pattern);
  const std::uint64_t m = pattern.size();
  const std::uint64_t period = period_of(pattern);
  const std::uint64_t distances = (m + 3) / 4;
  REQUIRE(analysis.period() == (period < distances ? period : 0));
  REQUIRE(analysis.limit() == std::min(period, distances));
  const std::vector<std::uint64_t> witness = analysis.witness().host();
  for (std::uint64_t d = 1; d < analysis.limit(); ++d) {
    const std::uint64_t place = witness[d];
    const bool is_witness = d <= place && place < m && pattern[place] != pattern[place - d];
    if (!is_witness) FAIL("no witness of " << d << ": " << place);
  }
  CHECK(machine.ledger().steps() <= programs::PatternAnalysis::steps(m));
  CHECK(machine.ledger().work() <= programs::PatternAnalysis::work(m));
}

void check_matches(const std::string& text, const std::string& pattern) {
  CAPTURE(text);
  CAPTURE(pattern);
  std::vector<std::uint64_t> expected;
  for (std::size_t place = 0; place + pattern.size() <= text.size() && !pattern.empty(); ++place) {
    if (text.compare(place, pattern.size(), pattern) == 0) expected.push_back(place);
  }
  Machine machine = common_machine();
  REQUIRE(programs::string_matching_duels(machine, text, pattern) == expected);
}

/// Every word of the letters a and b of a length.
template <class Check>
void for_all_words(std::uint64_t length, Check check) {
  for (std::uint64_t bits = 0; bits < std::uint64_t{1} << length; ++bits) {
    std::string word;
    for (std::uint64_t i = 0; i < length; ++i) word += (bits >> i & 1) == 0 ? 'a' : 'b';
    check(word);
  }
}

/// A word of periods within periods: what is there is repeated, cut off, changed in a letter, or goes on with others.
std::string periodic_word(std::mt19937_64& random, std::uint64_t most) {
  std::string word(1 + random() % 3, 'a');
  while (word.size() < most) {
    switch (random() % 4) {
      case 0: {
        const std::string piece = word;
        for (std::uint64_t k = 1 + random() % 6; k > 0; --k) word += piece;
        break;
      }
      case 1: word += static_cast<char>('a' + random() % 3); break;
      case 2: word[random() % word.size()] = static_cast<char>('a' + random() % 2); break;
      default: word += word.substr(0, random() % word.size());
    }
    if (random() % 16 == 0) break;
  }
  return word.substr(0, most);
}

}  // namespace

TEST_CASE("a pattern's witnesses and period are right for all short words, and words of periods within periods") {
  for (std::uint64_t length = 1; length <= 7; ++length) for_all_words(length, check_analysis);
  std::mt19937_64 random(seed());
  const int words = size() == Size::tiny ? 50 : size() == Size::small ? 200 : 4000;
  for (int k = 0; k < words; ++k) check_analysis(periodic_word(random, 16 + random() % 600));
  for (const std::uint64_t m : sizes()) {
    if (m > 0) check_analysis(std::string(m, 'a'));
  }
}

TEST_CASE("duels find a pattern wherever it stands, short or long, periodic or not") {
  for (std::uint64_t length = 1; length <= 3; ++length) {
    for_all_words(length, [](const std::string& pattern) {
      for_all_words(5, [&](const std::string& text) { check_matches(text, pattern); });
    });
  }
  check_matches("", "a");
  check_matches("ab", "");
  check_matches("ab", "abc");
  check_matches("abc", "abc");
  std::mt19937_64 random(seed());
  const int words = size() == Size::tiny ? 50 : size() == Size::small ? 60 : 3000;
  for (int k = 0; k < words; ++k) {
    const std::string text = periodic_word(random, 16 + random() % 800);
    const std::uint64_t length = 1 + random() % text.size();
    std::string pattern = text.substr(random() % (text.size() - length + 1), length);
    check_matches(text, pattern);
    pattern[random() % pattern.size()] = 'b';
    check_matches(text, pattern);
    check_matches(text + pattern + pattern, pattern);
  }
}

}  // namespace pram::testing
