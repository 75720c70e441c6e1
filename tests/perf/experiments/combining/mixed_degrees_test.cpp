#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string>

#include <pram/error.hpp>
#include <pram/perf/experiment.hpp>
#include "../../parts/finished_json.hpp"
#include "support.hpp"

namespace pram::perf {

TEST_CASE("an experiment that asks for an option of another one is told so") {
  const ExperimentRequest request = experiments().front()->usual_request();
  for (const auto& [flag, value] : request.options) CHECK(request.number(flag) == value);
  CHECK_THROWS_WITH_AS((void)request.number("--no-such"), doctest::Contains("--no-such"), ConfigError);
}

// Heavy: as the other tables of combining.
TEST_CASE("patterns of mixed degrees cost what an independent simulation says" * doctest::test_suite("heavy")) {
  struct Known {
    const char* basis;
    double factors[3];  ///< of the three patterns, to two digits behind the point
  };
  const Known known[] = {{"32,16,8", {3.73, 3.62, 3.83}},
                         {"16,16,16", {3.41, 3.34, 3.85}},
                         {"32,8,4,4", {4.18, 4.56, 4.01}},
                         {"32,8,16", {3.71, 3.57, 3.88}}};
  const auto place = std::ranges::find(experiments(), "mixed-degrees", [](const Experiment* one) { return one->name; });
  REQUIRE(place != experiments().end());
  ExperimentRequest request = (*place)->usual_request();
  if (testing::size() <= testing::Size::small) request.options["--runs"] = 4;
  const auto json = nlohmann::json::parse(finished_json((*place)->run(request), 0));
  REQUIRE(json["rows"].size() == 12);
  for (std::size_t k = 0; k < 12; ++k) {
    const auto& row = json["rows"][k];
    CAPTURE(row.dump());
    CHECK(row["basis"] == known[k % 4].basis);
    // Four standard errors, the reference's own, and its digits. A run of 4096 requests for one cell deviates by 0.3.
    const double slack = 4 * std::max(row["factor"]["error"].get<double>(), 0.03) + 0.03;
    CHECK(std::abs(row["factor"]["mean"].get<double>() - known[k % 4].factors[k / 4]) < slack);
  }
}

}  // namespace pram::perf
