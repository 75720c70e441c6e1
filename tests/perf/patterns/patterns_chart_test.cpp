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

TEST_CASE("pictures: bars of protocols are as long as the logarithms of their charges, and phases stand below them") {
  register_machines();
  PatternSize size;
  size.components = 64;
  size.requests = 2048;
  const PatternsResult result =
      testing::measured(degree_pattern(size, 64), 64, {"direct", "combining:64", "combining:8,8"}, 3);
  REQUIRE(result.costs.size() == 3);
  const Drawing drawing = patterns_chart(result);
  const std::vector<Mark> requests = marks(drawing, "rect", "contention");
  REQUIRE(requests.size() == 4);  // with that of the legend
  const double decade = requests[0].number("width") / std::log10(result.costs[0].charge.mean());
  for (std::size_t k = 0; k < 3; ++k)
    CHECK(requests[k].number("width") ==
          doctest::Approx(decade * std::log10(result.costs[k].charge.mean())).epsilon(0.001));
  // Of one phase there is no bar beside that of the whole.
  const std::vector<Mark> second = marks(drawing, "rect", "phase2");
  std::size_t several = 0;
  for (const AccessCost& cost : result.costs) several += cost.phases.size() > 1;
  CHECK(second.size() == several + 1);
  const std::string page = html_of(patterns_page(result));
  CHECK(contains(page, "to distinct addresses"));
  CHECK(contains(page, "the least of all protocols"));
  CHECK(contains(page, "id=\"protocols\""));
  CHECK_FALSE(contains(html_of(patterns_page(PatternsResult())), "id=\"protocols\""));
}
