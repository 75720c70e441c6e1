#include <doctest/doctest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include <pram/report/detail/page/profile_page.hpp>
#include <pram/report/detail/run/run.hpp>
#include "../picture/marks.hpp"
#include "../small_run.hpp"
#include "picture/plots/speed_up_plot.hpp"
#include "text_checks.hpp"

using namespace pram;
using namespace pram::report;
using pram::testing::contains;
using pram::testing::Mark;
using pram::testing::small_run;
using pram::testing::summary_of;

TEST_CASE("machines of other sizes: Brent's time, the burdened time, and how much faster than one processor") {
  const Machine machine = small_run();
  RunSummary run = summary_of(machine);
  run.scaled = {{10, 20, 1005, 80}, {100, 20, 1005, 170}};
  const auto parsed = nlohmann::json::parse(json_of(run_report(run, true)));
  REQUIRE(parsed.at("scaled").size() == 2);
  const auto& first = parsed.at("scaled")[0];
  CHECK(first.at("components") == 10);
  CHECK(first.at("scheduled") == 120);  // 1005 / 10 rounded down, and 20
  CHECK(first.at("burdened") == 200);
  CHECK(first.at("speed_up_scheduled").get<double>() == doctest::Approx(1005.0 / 120));
  CHECK(first.at("speed_up").get<double>() == doctest::Approx(5.025));
  CHECK(parsed.at("scaled")[1].at("burdened") == 10 + 20 + 170);
  CHECK(contains(text_of(run_report(run, true)), "On machines of other sizes"));
  CHECK_FALSE(contains(text_of(run_report(run, false)), "On machines of other sizes"));
  CHECK(contains(profile_page(run), "id=\"speed-up\""));
  CHECK_FALSE(contains(profile_page(summary_of(machine)), "id=\"speed-up\""));
}

TEST_CASE("pictures: a dot for each size and curve of the speed-up, the burdened one below Brent's") {
  const std::vector<ScaledRun> runs = {{10, 20, 1005, 80}, {100, 20, 1005, 170}, {1000, 20, 1005, 900}};
  std::vector<double> scheduled;
  std::vector<double> burdened;
  for (const Mark& mark : testing::marks(speed_up_plot(runs))) {
    if (mark.is("phase1 dot")) scheduled.push_back(mark.number("cy"));
    if (mark.is("contention dot")) burdened.push_back(mark.number("cy"));
  }
  REQUIRE(scheduled.size() == 3);
  REQUIRE(burdened.size() == 3);
  for (std::size_t k = 0; k < 3; ++k) CHECK(burdened[k] > scheduled[k]);  // down the picture
  CHECK(contains(speed_up_plot({}).element("none"), "no runs"));
  const std::vector<ScaledRun> idle = {{4, 0, 0, 0}};
  CHECK(contains(speed_up_plot(idle).element("idle"), "no work"));
}
