#include "probe/fit_plot.hpp"

#include <doctest/doctest.h>

#include <cstdio>
#include <string>
#include <vector>

#include <pram/perf/host_probe.hpp>
#include <pram/perf/probe.hpp>
#include <pram/pram.hpp>
#include "report/picture/marks.hpp"
#include "text_checks.hpp"

using namespace pram;
using namespace pram::perf;
using pram::testing::contains;
using pram::testing::Mark;
using pram::testing::marks;

TEST_CASE("pictures: dots of relations stand at their cost, on or off the line that was fitted") {
  const std::vector<MeasuredRelation> relations = {
      {1, 5, 5, 5, 5, "one"}, {2, 8, 8, 9, 8, "two"}, {4, 16, 16, 16, 14, "four"}};
  const Drawing drawing = fit_plot(relations, "charge", "3 h + 2");
  const std::vector<Mark> dots = marks(drawing, "circle", "phase1 dot");
  REQUIRE(dots.size() == 3);
  // Both scales are linear: equal differences are equally far apart.
  const double h = dots[1].number("cx") - dots[0].number("cx");
  CHECK(dots[2].number("cx") - dots[1].number("cx") == doctest::Approx(2 * h).epsilon(0.001));
  const double charge = (dots[0].number("cy") - dots[1].number("cy")) / 3;
  CHECK(dots[1].number("cy") - dots[2].number("cy") == doctest::Approx(8 * charge).epsilon(0.002));
  // The line goes from l = 2 at h = 0 to 14 at h = 4.
  const std::vector<Mark> line = marks(drawing, "path", "prediction");
  REQUIRE(line.size() == 1);
  double x1 = 0, y1 = 0, x2 = 0, y2 = 0;
  REQUIRE(std::sscanf(line[0].attributes.at("d").c_str(), "M%lf,%lfL%lf,%lf", &x1, &y1, &x2, &y2) == 4);
  CHECK(x1 == doctest::Approx(dots[0].number("cx") - h).epsilon(0.001));
  CHECK(y1 == doctest::Approx(dots[0].number("cy") + 3 * charge).epsilon(0.001));
  CHECK(x2 == doctest::Approx(dots[2].number("cx")).epsilon(0.001));
  CHECK(y2 == doctest::Approx(dots[2].number("cy") + 2 * charge).epsilon(0.001));
  // Only the last dot is off the line, above it.
  const std::vector<Mark> above = marks(drawing, "rect", "contention");
  REQUIRE(above.size() == 3);
  CHECK(above[0].number("height") == 0);
  CHECK(above[2].number("height") > 30);
  CHECK(contains(above[2].text, "+12.5%"));
}

TEST_CASE("pictures: a line below 0 begins where it passes 0, and without relations there is a sentence") {
  const std::vector<MeasuredRelation> relations = {{2, 1, 1, 1, 1, ""}, {4, 5, 5, 5, 5, ""}};  // 2 h - 3
  const std::string drawn = fit_plot(relations, "charge", "2 h - 3").element("");
  CHECK_FALSE(contains(drawn, "nan"));
  const std::vector<Mark> line = marks(fit_plot(relations, "charge", "2 h - 3"), "path", "prediction");
  REQUIRE(line.size() == 1);
  CHECK(contains(fit_plot({}, "charge", "").element(""), "No relation was measured."));
  const std::vector<MeasuredRelation> one = {{2, 1, 1, 1, 1, ""}};
  CHECK(marks(fit_plot(one, "charge", ""), "circle", "phase1 dot").size() == 1);
}

TEST_CASE("the page of a probe says the fit on top, and has a dot for each h") {
  ProbeRequest request;
  request.network = "torus:4x4";
  request.components = 16;
  request.h = {1, 2, 4};
  request.runs = 3;
  const Probe measured = probe(request);
  const std::string page = html_of(probe_page(measured));
  CHECK(contains(page, "Random h-relations on torus:4x4"));
  CHECK(contains(page, "a random h-relation costs"));
  CHECK(contains(page, "id=\"fit\""));
  std::size_t dots = 0;
  for (std::size_t at = 0; (at = page.find("class=\"phase1 dot\"", at)) != std::string::npos; ++at) ++dots;
  CHECK(dots == 3);
  CHECK(contains(html_of(probe_page(Probe())), "No relation was measured."));
  HostProbe host;
  host.points = {{1, 1e-6, 2e-6, 3e-6}, {2, 2e-6, 3e-6, 4e-6}};
  fit(host);
  CHECK(contains(html_of(host_probe_page(host)), "h 2: median 3.00 µs, 2.00 to 4.00; the line has 3.00"));
}
