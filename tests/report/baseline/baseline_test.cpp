#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <pram/ledger.hpp>
#include <pram/report/detail/page/profile_page.hpp>
#include <pram/report/detail/run/baseline.hpp>
#include <pram/report/detail/value/text.hpp>
#include "../read/rich_run.hpp"
#include "../small_run.hpp"
#include "baseline/changes.hpp"
#include "baseline/matched_lines.hpp"
#include "support.hpp"
#include "text_checks.hpp"

namespace pram::report {

using nlohmann::json;
using pram::testing::contains;
using pram::testing::rich_run;
using pram::testing::small_run;
using pram::testing::summary_of;
using pram::testing::widest_line;

namespace {

struct Line {
  std::uint32_t number;
  std::string array;
  std::uint64_t charge = 1;
};

Ledger ledger_of(const std::vector<Line>& lines, const std::string& file = "/somewhere/src/program.cpp") {
  LedgerData ledger;
  for (const Line& line : lines) {
    LineTotal& total = ledger.lines.emplace_back();
    total.where = {file, line.number};
    total.array = line.array;
    total.operation = "read";
    total.requests = 2 * line.charge;
    total.charge = line.charge;
    ledger.charge += line.charge;
  }
  return Ledger(std::move(ledger));
}

std::uint64_t sum_of(const json& record, const std::vector<const char*>& names) {
  std::uint64_t sum = 0;
  for (const char* const name : names) sum += record.at(name).get<std::uint64_t>();
  return sum;
}

using Pairs = std::vector<std::pair<std::optional<std::uint32_t>, std::optional<std::uint32_t>>>;

Pairs pairs_of(const std::vector<Line>& was, const std::vector<Line>& now) {
  Pairs pairs;
  for (const MatchedLine& line : matched_lines(ledger_of(was), ledger_of(now, "/elsewhere/src/program.cpp")))
    pairs.emplace_back(line.was, line.now);
  return pairs;
}

std::size_t occurrences(const std::string& text, const std::string& part) {
  std::size_t times = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + part.size())) ++times;
  return times;
}

/// Lines that ask for the same, and matched lines that did not move: of the best match of the lines from j and k on,
/// found by trying all.
std::pair<int, int> best(const std::vector<Line>& was, const std::vector<Line>& now, std::size_t j, std::size_t k) {
  if (j == was.size() || k == now.size()) return {0, 0};
  std::pair<int, int> most = std::max(best(was, now, j + 1, k), best(was, now, j, k + 1));
  const bool same = was[j].array == now[k].array;
  const bool stayed = was[j].number == now[k].number;
  if (same || stayed) {
    const auto [asked, unmoved] = best(was, now, j + 1, k + 1);
    most = std::max(most, {asked + (same ? 1 : 0), unmoved + (stayed ? 1 : 0)});
  }
  return most;
}

}  // namespace

TEST_CASE("baseline: lines are matched where they stand, where they moved, and not at all") {
  const std::vector<Line> four = {{10, "a"}, {12, "b"}, {15, "a"}, {20, "c"}};
  CHECK(pairs_of(four, four) == Pairs{{10, 10}, {12, 12}, {15, 15}, {20, 20}});
  // Two lines were put in above.
  CHECK(pairs_of(four, {{12, "a"}, {14, "b"}, {17, "a"}, {22, "c"}}) == Pairs{{10, 12}, {12, 14}, {15, 17}, {20, 22}});
  // One new line asks for something, one is gone.
  CHECK(pairs_of(four, {{10, "a"}, {11, "d"}, {13, "b"}, {21, "c"}}) ==
        Pairs{{10, 10}, {std::nullopt, 11}, {12, 13}, {20, 21}, {15, std::nullopt}});
  // A line that asks for something else at the same place is the same line.
  CHECK(pairs_of(four, {{10, "a"}, {12, "x"}, {15, "a"}, {20, "c"}}) == Pairs{{10, 10}, {12, 12}, {15, 15}, {20, 20}});
  CHECK(pairs_of({}, {{3, "a"}}) == Pairs{{std::nullopt, 3}});
  CHECK(pairs_of({{3, "a"}}, {}) == Pairs{{3, std::nullopt}});
}

TEST_CASE("baseline: no match of lines is better than the one that is taken") {
  const std::uint64_t seed = pram::testing::seed();
  CAPTURE(seed);
  std::mt19937_64 random(seed);
  for (int k = 0; k < pram::testing::random_cases(200); ++k) {
    std::vector<Line> runs[2];
    for (auto& lines : runs) {
      for (std::uint32_t number = 1; number <= 6; ++number) {
        if (random() % 3 != 0) lines.push_back({number, std::string(1, static_cast<char>('a' + random() % 3))});
      }
    }
    const auto array_at = [](const std::vector<Line>& lines, std::uint32_t number) {
      return std::ranges::find(lines, number, &Line::number)->array;
    };
    int asked = 0;
    int unmoved = 0;
    std::optional<std::uint32_t> last;
    for (const auto& [was, now] : pairs_of(runs[0], runs[1])) {
      if (!was || !now) continue;
      CHECK((!last || *last < *was));
      last = was;
      asked += array_at(runs[0], *was) == array_at(runs[1], *now) ? 1 : 0;
      unmoved += *was == *now ? 1 : 0;
    }
    CHECK(std::pair(asked, unmoved) == best(runs[0], runs[1], 0, 0));
  }
}

TEST_CASE("baseline: the lines of very long files are matched by their numbers") {
  std::vector<Line> was;
  std::vector<Line> now;
  for (std::uint32_t number = 1; number <= 3000; ++number) {
    was.push_back({2 * number, "a"});
    now.push_back({3 * number, "a"});
  }
  std::size_t matched = 0;
  for (const auto& [then, here] : pairs_of(was, now)) {
    if (!then || !here) continue;
    CHECK(*then == *here);
    ++matched;
  }
  CHECK(matched == 1000);  // the multiples of 6 up to 6000
}

TEST_CASE("baseline: changes in words") {
  CHECK(change_text(5, 5) == "0");
  CHECK(change_text(5000, 3766) == "-1,234");
  CHECK(change_text(1, 1.25) == "+0.25");
  CHECK(times_text(7380, 4100) == "less by a factor of 1.80: 4,100 instead of 7,380");
  CHECK(times_text(10, 25) == "2.50 times as much: 25 instead of 10");
  CHECK(times_text(7, 7) == "the same: 7");
  CHECK(times_text(0, 7) == "7 instead of 0");
}

TEST_CASE("baseline: each total, line and tag then and now, as the two runs have them") {
  const auto machine_of = [](const char* network, const char* access) {
    return rich_run({.components = 16,
                     .network = network,
                     .access = access,
                     .placement = Placement::direct,
                     .ledger = LedgerDetail::profile});
  };
  const Machine then = machine_of("router:g=2", "direct");
  const Machine here = machine_of("torus:4x4", "combining:4,4");
  const RunSummary was = summary_of(then);
  const RunSummary now = summary_of(here);
  const Report report = baseline_report(now, was);
  const std::string text = text_of(report);
  CAPTURE(text);
  CHECK(widest_line(text) <= line_width);
  const json found = json::parse(json_of(report)).at("baseline");
  CHECK(found.at("differences") == json({"the network was router:g=2,l=0 and is torus:4x4",
                                         "the access protocol was direct and is combining:4,4"}));
  const json one = json::parse(json_of(run_report(was, true)));
  const json other = json::parse(json_of(run_report(now, true)));
  std::size_t totals = 0;
  for (const json& row : found.at("totals")) {
    const std::string key = row.at("total");
    CAPTURE(key);
    const auto value = [&](const json& run) -> json {
      if (key == "charge") return run.at("charge").at("total");
      if (run.at("charge").contains(key)) return run.at("charge").at(key);
      if (key == "largest_degree") return std::max(run.at("largest_read_degree"), run.at("largest_write_degree"));
      if (key == "requests") return sum_of(run, {"reads", "writes", "updates", "fetches"});
      return run.at(key);
    };
    CHECK(row.at("was").get<double>() == value(one).get<double>());
    CHECK(row.at("now").get<double>() == value(other).get<double>());
    ++totals;
  }
  CHECK(totals == 13);
  double charge_was = 0;
  double charge_now = 0;
  for (const json& row : found.at("lines")) {
    CHECK(row.at("line").at("was") == row.at("line").at("now"));  // the program is the same
    charge_was += row.at("charge").at("was").get<double>();
    charge_now += row.at("charge").at("now").get<double>();
  }
  CHECK(charge_was == doctest::Approx(one.at("charge").at("total").get<double>()));
  CHECK(charge_now == doctest::Approx(other.at("charge").at("total").get<double>()));
  REQUIRE(found.at("tags").size() == 3);
  for (const json& row : found.at("tags")) {
    for (const auto& [when, run] : {std::pair("was", &one), std::pair("now", &other)}) {
      for (const json& tag : run->at("superstep_totals")) {
        if (tag.at("tag") != row.at("tag")) continue;
        for (const char* const key : {"supersteps", "largest_work", "relation", "cost"})
          CHECK(row.at(key).at(when).get<double>() == tag.at(key).get<double>());
      }
    }
  }
}

TEST_CASE("baseline: the verdict says what differs, how the charge changed, and which line changed most") {
  const Ledger then = ledger_of({{10, "a", 600}, {20, "b", 300}});
  const Ledger here = ledger_of({{12, "a", 200}, {22, "b", 300}});
  const RunSummary was{.program = "one", .machine = {.components = 16, .seed = 1}, .ledger = then};
  RunSummary now{.program = "other", .machine = {.components = 64, .seed = 1}, .ledger = here};
  CHECK(baseline_verdict(now, was) ==
        std::vector<std::string>{
            "The runs differ: the program was one and is other; components was 16 and is 64.",
            "Compared to the baseline, the whole charge is less by a factor of 1.80: 500 instead of 900.",
            "The line that changed most is program.cpp:12, line 10 of the baseline: less by a factor "
            "of 3.00: 200 instead of 600."});
  const RunSummary again{.program = "one", .machine = was.machine, .ledger = then};
  CHECK(baseline_verdict(again, was) ==
        std::vector<std::string>{"Compared to the baseline, the whole charge is the same: 900."});
  const Ledger without = ledger_of({{20, "b", 300}});
  const RunSummary less{.program = "one", .machine = was.machine, .ledger = without};
  CHECK(contains(baseline_verdict(less, was).back(),
                 "is program.cpp:10 of the baseline, which the run does not have: 0 instead of 600"));
  CHECK(contains(baseline_verdict(was, less).back(),
                 "is program.cpp:10, which the baseline does not have: 600 instead of 0"));
}

TEST_CASE("baseline: the page has its view, its sentences, and bars of the earlier run") {
  const Machine then = small_run({.components = 64, .access = "direct"});
  const Machine here = small_run({.components = 64, .access = "combining:8,8"});
  const RunSummary was = summary_of(then);
  const RunSummary now = summary_of(here);
  const std::string page = profile_page(now, {.baseline = &was});
  for (const std::string& sentence : baseline_verdict(now, was)) CHECK(contains(page, sentence));
  CHECK(contains(page, "<section id=\"baseline\">"));
  CHECK(occurrences(page, "<span class=\"ghost\"") == here.ledger().lines().size());
  for (const LineTotal& line : then.ledger().lines())
    CHECK(contains(page, "title=\"baseline: " + decimal(static_cast<double>(line.charge)) + "\""));
  CHECK(contains(page, "baseline " + decimal(static_cast<double>(then.ledger().total_charge()))));
  CHECK(contains(profile_pictures(now, &was).front().content, "needed ghost"));
  const std::string plain = profile_page(now);
  CHECK_FALSE(contains(plain, "id=\"baseline\""));
  CHECK_FALSE(contains(plain, "<span class=\"ghost\""));
  // An empty run on either side.
  const Machine nothing = small_run({.components = 64}, 0);
  const RunSummary empty = summary_of(nothing);
  CHECK(contains(profile_page(empty, {.baseline = &was}), "<section id=\"baseline\">"));
  CHECK(contains(profile_page(was, {.baseline = &empty}), "<section id=\"baseline\">"));
}

}  // namespace pram::report
