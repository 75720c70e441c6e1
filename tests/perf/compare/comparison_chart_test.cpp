#include <doctest/doctest.h>

#include <cmath>
#include <string>
#include <vector>

#include <pram/report/detail/page/profile_page.hpp>
#include "compare/comparison_chart.hpp"
#include "report/picture/marks.hpp"
#include "text_checks.hpp"

using namespace pram;
using namespace pram::perf;
using pram::testing::contains;
using pram::testing::Mark;
using pram::testing::marks;

namespace {

ComparedRun run_on(const std::string& network, const std::string& access, std::uint64_t forward, std::uint64_t back) {
  ComparedRun run;
  run.network = network;
  run.access = access;
  run.forward = forward;
  run.back = back;
  run.verified = run.equal = true;
  return run;
}

Comparison three_runs() {
  Comparison comparison;
  comparison.program = "some-program";
  comparison.runs = {run_on("ideal", "direct", 10, 0), run_on("router", "direct", 100, 1000),
                     run_on("router", "combining", 10000, 10)};
  comparison.asked = 4;
  comparison.runs.push_back(run_on("torus", "direct", 0, 0));
  comparison.runs.back().failed = "too little memory <here>";
  comparison.runs.back().verified = comparison.runs.back().equal = false;
  return comparison;
}

}  // namespace

TEST_CASE("pictures: dots of a comparison stand at the logarithms of what was charged") {
  const Drawing drawing = comparison_chart(three_runs());
  const std::vector<Mark> forward = marks(drawing, "circle", "phase1 dot");
  const std::vector<Mark> back = marks(drawing, "circle", "back dot");
  REQUIRE(forward.size() == 3);
  REQUIRE(back.size() == 2);
  const double ten = forward[0].number("cx");
  const double decade = forward[1].number("cx") - ten;  // from 10 to 100
  CHECK(decade > 100);
  CHECK(back[0].number("cx") == doctest::Approx(ten + 2 * decade).epsilon(0.001));
  CHECK(forward[2].number("cx") == doctest::Approx(ten + 3 * decade).epsilon(0.001));
  CHECK(back[1].number("cx") == doctest::Approx(ten).epsilon(0.001));
  // No bar, whose length would say nothing; what replies and requests are stands below.
  std::vector<Mark> bars = marks(drawing);
  std::erase_if(bars, [](const Mark& mark) { return mark.tag != "rect" || mark.is("ground"); });
  CHECK(bars.empty());
  CHECK(marks(drawing, "circle", "phase1").size() == 1);
  // A network is named once, above its protocols; what failed says why.
  CHECK(marks(drawing, "text", "name").size() == 3);
  CHECK(contains(drawing.element(""), "too little memory &lt;here&gt;"));
  CHECK(contains(drawing.element(""), ">1,100<"));
  CHECK(contains(comparison_chart(Comparison()).element(""), "No run gave a result."));
}

TEST_CASE("pages: a comparison says what was least and what was most") {
  const std::string page = html_of(compare_page(three_runs()));
  CHECK(contains(page, "some-program: 3 of 4 runs gave a result"));
  CHECK(
      contains(page, "Least was charged by ideal with direct: 10; most by router with combining: 10,010, 1,001 times"));
}
