#include <doctest/doctest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include <pram/error.hpp>
#include <pram/pram.hpp>
#include "experiments/combining/theorem.hpp"

#include "../../parts/finished_json.hpp"
#include "text_checks.hpp"

namespace pram::perf {

TEST_CASE("the share of runs above the theorem's bound falls as p grows" * doctest::test_suite("heavy")) {
  TheoremRequest request;
  request.runs = 10;
  const TheoremTable table = theorem_table(request);
  REQUIRE(table.rows.size() == 5 * 2 * 3);
  // By spreading and kind of degree: 1, q, p.
  std::map<std::size_t, std::vector<const TheoremRow*>> series;
  for (std::size_t k = 0; k < table.rows.size(); ++k) series[k % 6].push_back(&table.rows[k]);
  bool random_exceeds = false;
  for (const auto& [kind, rows] : series) {
    CAPTURE(rows.front()->spread);
    CAPTURE(rows.front()->degree);
    for (std::size_t k = 1; k < rows.size(); ++k) {
      // A margin for 10 runs: twice the standard error of a share of 1/2.
      CHECK(rows[k]->share() <= rows[k - 1]->share() + 0.32);
      // What falls for sure: the mean as a part of the bound.
      CHECK(rows[k]->charge.mean() / rows[k]->bound <= rows[k - 1]->charge.mean() / rows[k - 1]->bound + 0.02);
    }
    CHECK(rows.back()->share() <= rows.front()->share());
    CHECK(rows.back()->share() <= 0.25);
    random_exceeds |= rows.front()->share() > 0.5;
  }
  CHECK(random_exceeds);  // at p = 64 the bound is not there yet
}

TEST_CASE("the theorem's table is told as text and as JSON") {
  TheoremRequest request;
  request.most_components = 64;
  request.runs = 3;
  const TheoremTable table = theorem_table(request);
  const std::string text = text_of(theorem_report(table));
  CHECK(text.find("4,4,4  modular") != std::string::npos);
  CHECK(testing::widest_line(text) <= 80);
  const auto json = nlohmann::json::parse(finished_json(theorem_report(table), 0.5));
  CHECK(json["rows"].size() == 6);
  CHECK(json["rows"][0]["bound"] == 36.0);
  CHECK(json["rows"][2]["degree"] == 64);
  CHECK(text.find("of the") != std::string::npos);
  for (const auto& row : json["rows"])
    CHECK(row["of_bound"] == row["charge"]["mean"].get<double>() / row["bound"].get<double>());
}

TEST_CASE("too few phases for epsilon are refused") {
  TheoremRequest request;
  request.phases = 2;
  CHECK_THROWS_AS(theorem_table(request), ConfigError);
  request.phases = 3;
  request.progress = [](std::uint64_t, std::uint64_t) { return false; };
  const TheoremTable stopped = theorem_table(request);
  std::uint64_t runs = 0;
  for (const TheoremRow& row : stopped.rows) runs += row.charge.count();
  CHECK(runs > 0);
  CHECK(runs <= stopped.rows.size());
  CHECK(text_of(theorem_report(stopped)).find(" - ") != std::string::npos);
}

}  // namespace pram::perf
