#include <doctest/doctest.h>

#include <algorithm>
#include <iostream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "bench/summary/summary.hpp"
#include "text_checks.hpp"

// The form of `pram bench --summary`, at sizes that measure nothing. Workloads check their own results.
namespace {

using namespace pram;
using bench::SummaryRow;
using bench::SummarySection;

/// While it lives, what goes to a stream is kept.
class Kept {
 public:
  explicit Kept(std::ostream& stream) : stream_(stream), before_(stream.rdbuf(text_.rdbuf())) {}
  ~Kept() { stream_.rdbuf(before_); }
  Kept(const Kept&) = delete;
  Kept& operator=(const Kept&) = delete;
  std::string text() const { return text_.str(); }

 private:
  std::ostringstream text_;
  std::ostream& stream_;
  std::streambuf* before_;
};

TEST_CASE("the summary measures every figure in every round, and limits stand beside figures of their section") {
  std::vector<std::string> told;
  const bench::Summary summary = bench::measure_summary(
      {.rounds = 2, .threads = 2, .smaller = 14, .only = {}, .progress = [&](const std::string& section) {
         told.push_back(section);
       }});
  REQUIRE(summary.sections.size() == told.size());
  std::set<std::string> titles;
  for (const SummarySection& section : summary.sections) {
    CAPTURE(section.title);
    CHECK(titles.insert(section.title).second);
    std::set<std::pair<std::string, unsigned>> names;
    for (const SummaryRow& row : section.rows) {
      CAPTURE(row.name);
      CHECK(names.insert({row.name, row.threads}).second);
      CHECK((row.threads == 1 || row.threads == 2));
      CHECK(row.rounds.size() == 2);
      CHECK(row.least() > 0);
      CHECK(row.median() == doctest::Approx((row.rounds[0] + row.rounds[1]) / 2));
      CHECK(row.least() <= row.median());
      CHECK(row.median() <= row.largest());
      if (row.beside.empty()) {
        CHECK(section.times_slower(row) == 0);
        continue;
      }
      const auto is_limit = [&](const SummaryRow& one) { return one.name == row.beside && one.beside.empty(); };
      REQUIRE(std::ranges::count_if(section.rows, is_limit) == 1);
      const SummaryRow& limit = *std::ranges::find_if(section.rows, is_limit);
      CHECK(limit.unit.substr(limit.unit.find('/') + 1) == row.unit.substr(row.unit.find('/') + 1));
      const double seconds = row.unit.ends_with("/s") ? 1 / row.median() : row.median();
      const double at_best = row.unit.ends_with("/s") ? 1 / limit.median() : limit.median();
      CHECK(section.times_slower(row) == doctest::Approx(seconds / at_best));
    }
  }

  const perf::Report report = bench::summary_report(summary);
  const std::string text = perf::text_of(report);
  const auto json = nlohmann::json::parse(perf::json_of(report));
  CHECK(json["version"] == 2);
  CHECK(json["rounds"] == 2);
  CHECK(json["threads"] == 2);
  CHECK(json["smaller"] == 14);
  REQUIRE(json["sections"].size() == summary.sections.size());
  for (std::size_t k = 0; k < summary.sections.size(); ++k) {
    const SummarySection& section = summary.sections[k];
    CHECK(json["sections"][k]["title"] == section.title);
    CHECK(testing::contains(text, section.title));
    REQUIRE(json["sections"][k]["rows"].size() == section.rows.size());
    for (std::size_t j = 0; j < section.rows.size(); ++j) {
      const SummaryRow& row = section.rows[j];
      const auto& shown = json["sections"][k]["rows"][j];
      CHECK(shown["name"] == row.name);
      CHECK(shown["unit"] == row.unit);
      CHECK(shown["threads"] == row.threads);
      CHECK(shown["median"].get<double>() == doctest::Approx(row.median()));
      CHECK(shown["least"].get<double>() == doctest::Approx(row.least()));
      CHECK(shown["largest"].get<double>() == doctest::Approx(row.largest()));
      CHECK(shown["beside"].is_null() == row.beside.empty());
      CHECK(shown["times_slower"].is_null() == row.beside.empty());
      CHECK(testing::contains(text, row.name.substr(0, 30)));
    }
  }
  CHECK(testing::widest_line(text) <= 80);
}

TEST_CASE("the summary of some sections alone") {
  const auto summary =
      bench::measure_summary({.rounds = 1, .threads = 1, .smaller = 16, .only = "nobody", .progress = {}});
  REQUIRE(summary.sections.size() == 1);
  CHECK(summary.sections[0].title == "Steps in which nobody asks");
  CHECK(std::ranges::all_of(summary.sections[0].rows, [](const SummaryRow& row) { return row.threads == 1; }));
}

TEST_CASE("the median of an odd and of an even number of rounds") {
  CHECK(SummaryRow{"a", "µs", "", 1, {3, 1, 2}}.median() == 2);
  CHECK(SummaryRow{"a", "µs", "", 1, {4, 1, 9, 2}}.median() == 3);
}

TEST_CASE("the summary refuses what it does not know, in one line") {
  const std::map<std::string, std::string> refused = {
      {"--rounds=0", "--rounds=N with a whole number from 1 to 1000"},
      {"--threads=x", "--threads=N with a whole number from 1 to 1024"},
      {"--smaller", "--smaller=N with a whole number from 0 to 16"},
      {"--only=nothing", "a part of one of these: This computer; List ranking"},
      {"--fast", "--json, --rounds=R, --threads=T, --smaller=B, --only=TEXT"}};
  for (const auto& [argument, allowed] : refused) {
    CAPTURE(argument);
    const Kept errors(std::cerr);
    CHECK(bench::summarise({argument}) == 2);
    CHECK(testing::contains(errors.text(), allowed));
    CHECK(std::ranges::count(errors.text(), '\n') == 1);
  }
}

}  // namespace
