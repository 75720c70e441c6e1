#include <pram/perf/probe.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#include <pram/pram.hpp>
#include <pram/report/detail/value/text.hpp>

#include "machines/some_components.hpp"
#include "text_checks.hpp"

using namespace pram;
using namespace pram::perf;
using nlohmann::json;
using pram::testing::contains;
using pram::testing::widest_line;

namespace {

Probe of_points(const std::vector<std::pair<std::uint32_t, double>>& points) {
  Probe made;
  made.network = "made-up";
  made.components = 8;
  made.runs = 1;
  for (const auto& [h, charge] : points) {
    made.points.push_back({h, {}});
    made.points.back().charge.add(charge);
  }
  fit(made);
  return made;
}

}  // namespace

TEST_CASE("points on a line are fitted exactly, others by least squares") {
  const Probe line = of_points({{1, 5}, {2, 8}, {4, 14}});
  CHECK(line.g == doctest::Approx(3));
  CHECK(line.l == doctest::Approx(2));
  CHECK(line.deviation == doctest::Approx(0));
  const Probe bent = of_points({{0, 0}, {1, 3}, {2, 3}});
  CHECK(bent.g == doctest::Approx(1.5));
  CHECK(bent.l == doctest::Approx(0.5));
  CHECK(bent.deviation == doctest::Approx(std::sqrt(0.5)));
}

TEST_CASE("one point has no offset, none has nothing") {
  const Probe one = of_points({{4, 12}, {4, 14}});
  CHECK(one.g == doctest::Approx(13.0 / 4));
  CHECK(one.l == 0);
  const Probe none = of_points({});
  CHECK(none.g == 0);
  CHECK_FALSE(contains(text_of(probe_report(none)), "nan"));
}

TEST_CASE("the router's line is its own") {
  ProbeRequest request;
  request.network = "router:g=2,l=10";
  request.components = 64;
  request.runs = 3;
  const Probe result = probe(request);
  CHECK(result.network == "router:g=2,l=10");
  CHECK(result.points.size() == 6);
  CHECK(result.g == doctest::Approx(2));
  CHECK(result.l == doctest::Approx(10));
  const std::string text = text_of(probe_report(result));
  CHECK(text.starts_with("router:g=2,l=10: a random h-relation costs 2.00 h + 10.00\n"));
  CHECK(widest_line(text) <= line_width);
}

TEST_CASE("every network has a line of no negative slope") {
  for (const NetworkEntry& entry : networks().entries()) {
    CAPTURE(entry.name);
    ProbeRequest request;
    request.network = entry.name == "product" ? "product:ring:8,complete:8" : entry.name;
    request.components = testing::some_components(request.network);
    request.h = {1, 2, 4};
    request.runs = 2;
    const Probe result = probe(request);
    CHECK(result.points.size() == 3);
    CHECK(result.g >= 0);
    for (const ProbePoint& point : result.points) CHECK(point.charge.mean() >= 1);
    CHECK(widest_line(text_of(probe_report(result))) <= line_width);
    const json parsed = json::parse(json_of(probe_report(result)));
    CHECK(parsed.at("points").size() == 3);
    CHECK(parsed.at("g") == result.g);
  }
}

TEST_CASE("a residual that is none has no sign") {
  Probe found;
  found.network = "router";
  found.components = 4;
  found.runs = 1;
  found.g = 1000;
  for (const auto& [h, charge] : {std::pair(1U, 999.9), std::pair(2U, 2000.1), std::pair(4U, 3900.0)}) {
    found.points.push_back({h, {}});
    found.points.back().charge.add(charge);
  }
  const std::string text = text_of(probe_report(found));
  CAPTURE(text);
  CHECK_FALSE(contains(text, "-0.0%"));
  CHECK_FALSE(contains(text, "+0.0%"));
  CHECK(contains(text, " -0.10   0.0%\n"));
  CHECK(contains(text, " -100.00  -2.6%\n"));
}

TEST_CASE("a probe that is stopped keeps what it has") {
  ProbeRequest request;
  request.components = 16;
  request.runs = 2;
  request.progress = [](std::uint64_t done, std::uint64_t of) {
    CHECK(of == 12);
    return done < 5;
  };
  const Probe result = probe(request);
  CHECK(result.interrupted);
  CHECK(result.points.size() == 3);
  CHECK(contains(text_of(probe_report(result)), "interrupted"));
}

TEST_CASE("relations without end are refused") {
  ProbeRequest request;
  request.components = 1U << 20;
  request.h = {1, 129};
  CHECK_THROWS_AS(probe(request), ConfigError);
  request.h = {0};
  CHECK_THROWS_AS(probe(request), ConfigError);
}
