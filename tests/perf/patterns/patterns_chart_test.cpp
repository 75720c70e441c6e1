#include "patterns/patterns_chart.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <string>
#include <vector>

#include <pram/pram.hpp>
#include "pattern_runs.hpp"
#include "report/picture/marks.hpp"
#include "text_checks.hpp"

using namespace pram;
using namespace pram::perf;
using pram::testing::contains;
using pram::testing::Mark;
using pram::testing::marks;

TEST_CASE("pictures: dots of protocols stand at the logarithms of their charges, and phases below them") {
  PatternSize size;
  size.components = 64;
  size.requests = 2048;
  const PatternsResult result =
      testing::measured(degree_pattern(size, 64), 64, {"direct", "combining:64", "combining:8,8"}, 3);
  REQUIRE(result.costs.size() == 3);
  const Drawing drawing = patterns_chart(result);
  const std::vector<Mark> requests = marks(drawing, "circle", "contention dot");
  REQUIRE(requests.size() == 3);
  CHECK(marks(drawing, "circle", "contention").size() == 1);  // of the legend
  CHECK(marks(drawing, "rect", "contention").empty());
  const auto decades = [&result](std::size_t k) {
    return std::log10(result.costs[k].charge.mean() / result.costs[0].charge.mean());
  };
  REQUIRE(decades(2) != 0);
  const double decade = (requests[2].number("cx") - requests[0].number("cx")) / decades(2);
  CHECK(decade > 0);
  CHECK(requests[1].number("cx") - requests[0].number("cx") == doctest::Approx(decade * decades(1)).epsilon(0.01));
  // A single phase has no dot beside that of the whole.
  const std::vector<Mark> second = marks(drawing, "circle", "phase2 dot");
  std::size_t several = 0;
  for (const AccessCost& cost : result.costs) several += cost.phases.size() > 1;
  CHECK(second.size() == several);
  const std::string page = html_of(patterns_page(result));
  CHECK(contains(page, "to distinct addresses"));
  CHECK(contains(page, "the least of all protocols"));
  CHECK(contains(page, "id=\"protocols\""));
  CHECK_FALSE(contains(html_of(patterns_page(PatternsResult())), "id=\"protocols\""));
}
