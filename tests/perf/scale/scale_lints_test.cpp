#include <doctest/doctest.h>

#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include <pram/perf/runs/scale.hpp>
#include <pram/report/detail/page/page.hpp>
#include <pram/report/detail/value/read_json.hpp>
#include <pram/report/detail/value/text.hpp>
#include "perf/scale/sweeps.hpp"
#include "text_checks.hpp"

namespace pram::perf {

using nlohmann::json;
using programs::Program;
using testing::contains;
using testing::swept;

namespace {

/// A scale of one cost, fitted as it is, at the sizes 2^first, ….
Scale scale_of_values(int first, const std::vector<double>& values, std::optional<programs::Growth> claimed = {}) {
  Scale scale;
  ScaledCost cost{"steps", "T"};
  for (std::size_t k = 0; k < values.size(); ++k) {
    scale.sizes.push_back(static_cast<double>(std::size_t{1} << (static_cast<std::size_t>(first) + k)));
    scale.n.push_back(static_cast<std::uint64_t>(scale.sizes.back()));
    cost.values.emplace_back().add(values[k]);
  }
  cost.fitted = fit_growth(scale.sizes, values);
  cost.claimed_growth = claimed;
  if (cost.fitted && claimed) cost.judgement = judge(*cost.fitted, *claimed, scale.sizes, values);
  scale.costs.push_back(cost);
  return scale;
}

std::string text_of_lint(const Scale& scale) {
  const std::vector<report::Lint> lints = lints_of(scale);
  if (lints.empty()) return "";
  CHECK(lints.size() == 1);
  CHECK(lints[0].name == "too-few-sizes");
  CHECK_FALSE(lints[0].share);
  return lints[0].text;
}

}  // namespace

TEST_CASE("lint too-few-sizes: fewer sizes than a fit takes, or than the numbers of its class do") {
  CHECK(text_of_lint(Scale()).empty());
  CHECK(text_of_lint(scale_of_values(4, {1})) ==
        "1 size is too few for a fit, which takes 4: a larger --n A..B has more");
  CHECK(text_of_lint(scale_of_values(4, {1, 2, 3})) ==
        "3 sizes are too few for a fit, which takes 4: a larger --n A..B has more");
  // n alone is one number, 5 log n + 100 are two.
  CHECK(text_of_lint(scale_of_values(4, {16, 32, 64, 128})).empty());
  CHECK(text_of_lint(scale_of_values(4, {120, 125, 130, 135})) == "4 sizes are few: fits of 2 numbers take 5 (T)");
  CHECK(text_of_lint(scale_of_values(4, {120, 125, 130, 135, 140})).empty());
}

TEST_CASE("lint too-few-sizes: a claim that takes more sizes to be judged") {
  constexpr programs::Growth logarithm = {0, 1, 0, 0};
  const std::vector<double> linear = {4, 8, 16, 32, 64, 128};
  // Of the sizes from 4 to 128 four are 16 or more, of those from 8 to 256 five.
  CHECK(text_of_lint(scale_of_values(2, linear, logarithm)) ==
        "6 sizes are few: to judge a claim takes 5 from 16 on (T)");
  CHECK(text_of_lint(scale_of_values(3, linear, logarithm)).empty());
  CHECK(text_of_lint(scale_of_values(2, linear, programs::Growth{2, 0, 0, 0})).empty());
}

TEST_CASE("lints of a scale stand in text, JSON and page, unless nobody wants any") {
  const Program& program = programs::find_program("prefix-sums");
  for (const int last : {7, 9}) {  // 3 sizes, and 5
    ScaledSweep sweep = scaled_sweep(swept(program, 5, last), program);
    const bool said = last == 7;
    for (const bool wanted : {true, false}) {
      sweep.lints = wanted;
      const report::Report made = scale_report(sweep, program);
      const json written = json::parse(report::json_of(made));
      const std::string text = report::text_of(made);
      CAPTURE(text);
      CHECK(testing::widest_line(text) <= report::line_width);
      CHECK(contains(text, "\nLints\n  too-few-sizes ") == (said && wanted));
      CHECK(contains(report::html_of(scale_page(sweep, program)), "<dt>too-few-sizes</dt>") == (said && wanted));
      REQUIRE(written.contains("lints") == (said && wanted));
      CHECK_FALSE(contains(report::csv_of(made), "too-few-sizes"));
      if (said && wanted) {
        CHECK(written["lints"] ==
              json({{{"name", "too-few-sizes"}, {"text", lints_of(sweep.scale)[0].text}, {"share", nullptr}}}));
      }
      // A report of its JSON says the same, and of a file without lints.
      const report::Value value = report::read_json(written.dump());
      const ScaledSweep again = read_scale(report::Field(value, ""));
      CHECK(contains(report::text_of(scale_report(again, program)), "too-few-sizes") == said);
    }
  }
}

}  // namespace pram::perf
