#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <pram/error.hpp>
#include <pram/perf/patterns/pattern_costs.hpp>
#include <pram/report/detail/value/text.hpp>

#include "support.hpp"
#include "text_checks.hpp"

using namespace pram;
using namespace pram::perf;
using nlohmann::json;
using pram::testing::widest_line;

namespace {

PatternsRequest request_of(PatternSource pattern, std::uint32_t components, std::uint64_t runs, unsigned threads = 1) {
  PatternsRequest request;
  request.pattern = std::move(pattern);
  request.components = components;
  request.runs = runs;
  request.threads = threads;
  return request;
}

PatternSource degree(std::uint32_t components, std::uint64_t d) {
  return degree_pattern({components, 32ULL * components, Requesters::consecutive}, d);
}

std::string without_time(const PatternsResult& result) {
  json document = json::parse(json_of(patterns_report(result)));
  document.erase("wall_seconds");
  return document.dump();
}

}  // namespace

TEST_CASE("factorisations are all the bases there are") {
  CHECK(factorisations(4096, 5).size() == 562);
  CHECK(factorisations(4096, 4).size() == 232);
  CHECK(factorisations(1, 3) == std::vector<std::vector<std::uint32_t>>{{1}});
  CHECK(factorisations(13, 4) == std::vector<std::vector<std::uint32_t>>{{13}});
  CHECK(factorisations(12, 20) ==
        std::vector<std::vector<std::uint32_t>>{{12}, {2, 6}, {3, 4}, {4, 3}, {6, 2}, {2, 2, 3}, {2, 3, 2}, {3, 2, 2}});
  const auto all = factorisations(720, 4);
  CHECK(std::set(all.begin(), all.end()).size() == all.size());
  for (const auto& basis : all) {
    std::uint64_t product = 1;
    for (const std::uint32_t b : basis) product *= b;
    CHECK(product == 720);
  }
  CHECK_THROWS_AS(factorisations(720720, 6), ConfigError);
  CHECK_THROWS_AS(factorisations(64, 0), ConfigError);
}

// Heavy, as all that has several threads: the thread sanitizer cannot see that oneTBB joins them.
TEST_CASE("a search finds the same for any number of threads" * doctest::test_suite("heavy")) {
  const std::uint64_t seed = testing::seed();
  CAPTURE(seed);
  PatternsRequest request = request_of(degree(256, 64), 256, 8, 1);
  request.seed = seed;
  const std::string once = without_time(search_bases(request, "random", 4));
  request.threads = 2;
  CHECK(without_time(search_bases(request, "random", 4)) == once);
  request.threads = 7;
  CHECK(without_time(search_bases(request, "random", 4)) == once);
}

TEST_CASE("a search drops nobody who would have been clearly best") {
  const PatternsResult found = search_bases(request_of(degree(64, 64), 64, 64), "random", 6);
  REQUIRE(found.costs.size() == 10);
  CHECK(found.rounds.front().candidates == 32);
  CHECK(found.rounds.back().runs == 64);
  PatternsRequest all = request_of(degree(64, 64), 64, 64);
  all.access.clear();
  for (const auto& basis : factorisations(64, 6)) {
    std::string access = "combining:";
    for (const std::uint32_t b : basis) access += std::to_string(b) + ",";
    access.pop_back();
    all.access.push_back(access);
  }
  const PatternsResult exhaustive = measure_patterns(all);
  double best = 1e9;
  for (const AccessCost& cost : exhaustive.costs) best = std::min(best, cost.factor.mean());
  CHECK(found.costs.front().factor.mean() == doctest::Approx(best));
  for (std::size_t k = 1; k < found.costs.size(); ++k)
    CHECK(found.costs[k - 1].factor.mean() <= found.costs[k].factor.mean());
}

TEST_CASE("best sequences cost what the reference found within 2%" * doctest::test_suite("heavy")) {
  const std::vector<std::pair<std::uint32_t, double>> reference = {
      {4096, 2.633}, {2048, 2.721}, {1024, 2.809}, {512, 2.775}, {256, 2.763}, {128, 2.694}, {64, 2.610},
      {32, 2.419},   {16, 2.225},   {8, 1.915},    {4, 1.475},   {2, 1.191},   {1, 1.000}};
  // No best one has five phases.
  const bool small = testing::size() <= testing::Size::small;
  for (const auto& [d, factor] : testing::drawn(reference, 1)) {
    if (testing::size() == testing::Size::medium && d != 4096 && d != 64 && d != 1) continue;
    CAPTURE(d);
    const PatternsResult found = search_bases(request_of(degree(4096, d), 4096, 256, 0), "random", small ? 4 : 5);
    CAPTURE(found.costs.front().access);
    CHECK(found.rounds.front().candidates == (small ? 232 : 562));
    CHECK(std::abs(found.costs.front().factor.mean() - factor) <= 0.02 * factor);
  }
}

TEST_CASE("the table is narrow and the JSON complete") {
  PatternsRequest request = request_of(degree(64, 8), 64, 3);
  request.access = {"direct", "combining:8,8"};
  const PatternsResult result = measure_patterns(request);
  CHECK(widest_line(text_of(patterns_report(result))) <= line_width);
  const json document = json::parse(json_of(patterns_report(result)));
  CHECK(document.at("version") == 2);
  CHECK(document.at("requests") == 2048);
  CHECK(document.at("addresses").at("mean") == 256);
  CHECK(document.at("search").is_null());
  REQUIRE(document.at("costs").size() == 2);
  const json& cost = document.at("costs").at(1);
  CHECK(cost.at("access") == "combining:8,8");
  CHECK(cost.at("runs") == 3);
  double sum = 0;
  for (const json& phase : cost.at("phases")) sum += phase.at("forward").at("mean").get<double>();
  CHECK(cost.at("forward").at("mean").get<double>() == doctest::Approx(sum));
  CHECK(cost.at("performance_factor").at("mean").get<double>() ==
        doctest::Approx(sum / document.at("distinct_charge").get<double>()));
}

TEST_CASE("a pattern that is stopped says how far it came") {
  PatternsRequest request = request_of(degree(64, 8), 64, 5);
  request.progress = [](std::uint64_t done, std::uint64_t of) {
    CHECK(of == 5);
    return done < 2;
  };
  const PatternsResult some = measure_patterns(request);
  CHECK(some.interrupted);
  CHECK(some.costs.front().charge.count() == 2);
  CHECK(text_of(patterns_report(some)).find("interrupted, 2 of 5 runs") != std::string::npos);
  request.progress = [](std::uint64_t, std::uint64_t) { return false; };
  const PatternsResult none = measure_patterns(request);
  CHECK(text_of(patterns_report(none)).find("interrupted before a run was done") != std::string::npos);
  CHECK(json::parse(json_of(patterns_report(none))).at("costs").at(0).at("forward").is_null());
  const PatternsResult search = search_bases(request, "random", 2);
  CHECK(search.interrupted);
  CHECK(widest_line(text_of(patterns_report(search))) <= line_width);
}
