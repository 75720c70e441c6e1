#include "counts/part_counts.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include "options/collective.hpp"
#include "options/distributions.hpp"

namespace pram::tool {

namespace {

using PartCounts = std::vector<std::uint64_t>;

Options counts_given(const std::string& counts, const std::optional<std::string>& words = std::nullopt) {
  Options options;
  options.set(collective_option::counts, counts);
  if (words) options.set(collective_option::words, *words);
  return options;
}

}  // namespace

TEST_CASE("counts of the words of nodes: a list, or words dealt by a distribution") {
  CHECK(part_counts(counts_given("5,0,2^3"), 3) == PartCounts{5, 0, 8});
  CHECK(part_counts(counts_given("5,0,3", "8"), 3) == PartCounts{5, 0, 3});
  CHECK(part_counts(counts_given("7"), 1) == PartCounts{7});
  CHECK(part_counts(counts_given("linear", "10"), 4) == PartCounts{1, 2, 3, 4});
  CHECK(part_counts(counts_given("Linear", "11"), 4) == PartCounts{1, 2, 3, 5});
  CHECK(part_counts(counts_given("halves", "100"), 5) == PartCounts{50, 25, 13, 6, 6});
  CHECK(part_counts(counts_given("halves", "2"), 5) == PartCounts{1, 1, 0, 0, 0});
  CHECK(part_counts(counts_given("one", "9"), 3) == PartCounts{9, 0, 0});
  CHECK(lists_counts(counts_given("5,0,8")));
  CHECK_FALSE(lists_counts(counts_given("linear")));
  CHECK_FALSE(lists_counts(Options()));
}

TEST_CASE("counts of the words of nodes: every distribution deals all words to all nodes") {
  for (const Distribution& distribution : distributions()) {
    CAPTURE(distribution.name);
    for (const std::uint32_t nodes : {1U, 2U, 3U, 64U, 65'536U}) {
      for (const std::uint64_t words : {std::uint64_t{1}, std::uint64_t{5}, std::uint64_t{1} << 32}) {
        const PartCounts counts = distribution.counts(words, nodes);
        CHECK(counts.size() == nodes);
        CHECK(std::accumulate(counts.begin(), counts.end(), std::uint64_t{0}) == words);
      }
    }
  }
}

TEST_CASE("counts of the words of nodes: what is refused, with what is allowed") {
  const auto refused = [](const Options& options, const char* line) {
    CHECK_THROWS_WITH_AS(part_counts(options, 4), doctest::Contains(line), ConfigError);
  };
  refused(counts_given("1,2,3"), "--counts = '1,2,3' is not allowed: a number for each of the 4 nodes: these are 3");
  refused(counts_given("0,0,0,0"), "--counts = '0,0,0,0' is not allowed: numbers that add up to 1 to 4294967296");
  refused(counts_given("2^32,1,0,0"), "numbers that add up to 1 to 4294967296");
  refused(counts_given("1,2,3,4", "9"), "--words = '9' is not allowed: 10, the sum of --counts, or nothing");
  for (const std::string given : {"", "linar", "1,2,x,4", "1,,2,3", "-1,1,1,1", "1.5,1,1,1"}) {
    refused(counts_given(given, "8"), ("--counts = '" + given + "' is not allowed: numbers of words").c_str());
    refused(counts_given(given, "8"), "one for each of 4 nodes, or one of linear, halves, one");
  }
  refused(counts_given("linar", "8"), "did you mean linear?");
}

}  // namespace pram::tool
