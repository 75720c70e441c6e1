#include <pram/perf/runs/scale.hpp>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include <pram/pram.hpp>
#include <pram/report/detail/value/text.hpp>
#include "perf/scale/sweeps.hpp"
#include "support.hpp"
#include "text_checks.hpp"

namespace pram::perf {

namespace {

using nlohmann::json;
using programs::Program;
using testing::contains;
using testing::line_with;
using testing::log2_of_largest;
using testing::swept;
using testing::widest_line;

/// What a row promises for any run of a size, at sizes far beyond those that are run.
std::vector<double> promised(const Program& program, const std::vector<double>& sizes, bool work) {
  std::vector<double> values;
  for (const double n : sizes) {
    const programs::Bounds bounds = program.promised_of_size(static_cast<std::uint64_t>(n));
    const auto bound = work ? bounds.work_at_most : bounds.steps ? bounds.steps : bounds.steps_at_most;
    if (!bound) return {};
    values.push_back(static_cast<double>(*bound));
  }
  return values;
}

std::vector<double> doubled_sizes(int first, int last) {
  std::vector<double> sizes;
  for (int k = first; k <= last; ++k) sizes.push_back(std::ldexp(1, k));
  return sizes;
}

/// The part of the text that has the fits.
std::string growth_in(const std::string& text) { return text.substr(text.find("Growth, by least squares")); }

/// The words of a text, with a blank between them.
std::string on_one_line(const std::string& text) {
  std::istringstream in(text);
  std::string line;
  for (std::string word; in >> word;) line += word + " ";
  return line;
}

std::size_t count_of(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

}  // namespace

TEST_CASE("what every program's row promises grows no faster than what it claims") {
  std::size_t checked = 0;
  for (const Program& program : programs::programs().entries()) {
    if (program.model.is_bsp()) continue;
    CAPTURE(program.name);
    for (const bool work : {false, true}) {
      const auto claimed = work ? program.work_growth : program.time_growth;
      if (!claimed) continue;
      // Bounds must fit into 64 bits.
      const int last = claimed->half_powers > 4 ? 16 : claimed->half_powers > 2 ? 25 : 31;
      const std::vector<double> sizes = doubled_sizes(6, last);
      const std::vector<double> values = promised(program, sizes, work);
      if (values.empty()) continue;
      const FittedGrowth found = fit_growth(sizes, values).value();
      CAPTURE(to_string(found.best));
      CHECK(judge(found, *claimed, sizes, values) != Judgement::grows_faster);
      ++checked;
    }
  }
  CHECK(checked > 60);
}

TEST_CASE("the costs of every program grow no faster than what it claims") {
  std::size_t number = 0;
  for (const Program& program : programs::programs().entries()) {
    CAPTURE(program.name);
    if (testing::size() == testing::Size::tiny && number++ % 4 != 0) continue;  // a sample: each takes its time
    const int last = log2_of_largest(program);
    const Sweep sweep = swept(program, last - 4, last, 2);
    const Scale scale = scale_of(sweep, program);
    CHECK(sweep.sound());
    REQUIRE(scale.sizes.size() == 5);
    for (const ScaledCost& cost : scale.costs) {
      CAPTURE(cost.key);
      REQUIRE(cost.fitted.has_value());
      CAPTURE(to_string(cost.fitted->best, scale.size));
      CHECK_FALSE(cost.above_claim());
      CHECK(cost.claimed_growth.has_value() == (!program.model.is_bsp() && !cost.claim.empty()));
    }
  }
}

TEST_CASE("randomised programs keep to their bounds with thirty seeds, on average and at worst") {
  std::size_t random = 0;
  for (const Program& program : programs::programs().entries()) {
    if (!program.random || program.model.is_bsp()) continue;
    ++random;
    CAPTURE(program.name);
    const Sweep sweep = swept(program, 4, 8, 30);
    CHECK(sweep.sound());
    const Scale scale = scale_of(sweep, program);
    for (const ScaledCost& cost : scale.costs) {
      if (!cost.claimed_growth) continue;
      CAPTURE(cost.key);
      CAPTURE(to_string(cost.fitted->best, scale.size));
      CHECK_FALSE(cost.above_claim());
      std::vector<double> largest;
      for (const Statistic& value : cost.values) {
        CHECK(value.count() == 30);
        largest.push_back(value.largest());
      }
      const FittedGrowth worst = fit_growth(scale.sizes, largest).value();
      CAPTURE(to_string(worst.best, scale.size));
      CHECK(judge(worst, *cost.claimed_growth, scale.sizes, largest) != Judgement::grows_faster);
    }
  }
  CHECK(random >= 5);
}

TEST_CASE("the report on a program's growth has each cost and its fit, as text, JSON and CSV") {
  const Program& program = programs::find_program("list-ranking-wyllie");
  const Sweep sweep = swept(program, 3, 9, 2);
  const Report report = scale_report(sweep, program);
  const std::string text = text_of(report);
  CAPTURE(text);
  CHECK(widest_line(text) <= line_width);
  CHECK(text.starts_with("list-ranking-wyllie: 14 results verified against "));
  CHECK(contains(line_with(growth_in(text), "  T  "), " log2 n + "));
  CHECK(contains(line_with(growth_in(text), "  T  "), "(claimed O(log n))"));
  CHECK(contains(line_with(growth_in(text), "  W  "), "(claimed O(n log n))"));
  CHECK(contains(line_with(growth_in(text), "  κ  "), "(claimed O(1))"));
  const json whole = json::parse(json_of(report));
  CHECK(whole.at("program") == "list-ranking-wyllie");
  REQUIRE(whole.at("costs").size() == 7);
  for (std::size_t k = 0; k < 7; ++k) {
    const json& costs = whole.at("costs")[k];
    const ProgramRun& a = sweep.runs[2 * k];
    const ProgramRun& b = sweep.runs[2 * k + 1];
    CHECK(costs.at("n") == a.n);
    CHECK(costs.at("size") == static_cast<double>(a.n));
    CHECK(costs.at("sizes").at("n") == a.n);
    const auto mean = [&](const char* key) { return costs.at(key).at("mean").get<double>(); };
    CHECK(mean("steps") == static_cast<double>(a.steps + b.steps) / 2);
    CHECK(mean("work") == static_cast<double>(a.work + b.work) / 2);
    CHECK(mean("largest_degree") == static_cast<double>(a.largest_degree + b.largest_degree) / 2);
    CHECK(mean("requests") == static_cast<double>(a.requests + b.requests) / 2);
    CHECK(mean("charge") == static_cast<double>(a.forward + a.back + b.forward + b.back) / 2);
    CHECK(contains(text, with_separators(a.n)));
  }
  REQUIRE(whole.at("fits").size() == 5);
  const json& steps = whole.at("fits")[0];
  CHECK(steps.at("cost") == "steps");
  CHECK(steps.at("class") == "log n");
  CHECK(steps.at("claimed") == "O(log n)");
  CHECK(steps.at("claimed_class") == "log n");
  CHECK(steps.at("above_claim") == false);
  CHECK(whole.at("fits")[3].at("claimed").is_null());
  std::size_t rough = 0;
  for (const json& fit : whole.at("fits")) {
    // The terms give the costs to within the errors that are reported.
    double squares = 0;
    double largest = 0;
    for (const json& costs : whole.at("costs")) {
      double value = 0;
      for (const json& term : fit.at("terms")) {
        value += term.at("coefficient").get<double>() *
                 programs::growth_of(term.at("class").get<std::string>())->at(costs.at("size").get<double>());
      }
      const double cost = costs.at(fit.at("cost").get<std::string>()).at("mean").get<double>();
      squares += (value / cost - 1) * (value / cost - 1) / 7;
      largest = std::max(largest, std::abs(value / cost - 1));
    }
    CHECK(fit.at("error").get<double>() == doctest::Approx(std::sqrt(squares)).epsilon(1e-6));
    CHECK(fit.at("largest_error").get<double>() == doctest::Approx(largest).epsilon(1e-6));
    if (largest < 0.0005) continue;
    ++rough;
    CHECK(contains(on_one_line(growth_in(text)), fmt::format("off by {:.1f}% (root mean square), {:.1f}% at most",
                                                             100 * std::sqrt(squares), 100 * largest)));
  }
  CHECK(rough > 0);
  CHECK(rough < 5);  // T is exact
  CHECK(count_of(on_one_line(growth_in(text)), "root mean square") == rough);
  std::istringstream csv(csv_of(report));
  std::size_t rows = 0;
  for (std::string line; std::getline(csv, line);) ++rows;
  std::size_t terms = 0;
  for (const json& fit : whole.at("fits")) terms += fit.at("terms").size();
  CHECK(rows == 1 + 7 + terms);  // names, sizes, and a row a term
}

TEST_CASE("the claim beside the contention is the class of the bound by size, if there is one") {
  const auto claim = [](const char* name) {
    const Program& program = programs::find_program(name);
    const Scale scale = scale_of(swept(program, 4, 8), program);
    CHECK(scale.costs[2].key == "largest_degree");
    return scale.costs[2].claim;
  };
  CHECK(claim("concurrent-read") == "O(n)");
  CHECK(claim("prefix-sums") == "O(1)");
  CHECK(claim("prefix-sums-doubling") == "O(1)");
  CHECK(claim("breadth-first-search").empty());  // the bound depends on the graph
  CHECK(claim("merge-by-ranking").empty());      // and on how many numbers each sequence has
}

TEST_CASE("a cost that grows faster than what is claimed is told, and so is a sweep too short for a fit") {
  Program liar = programs::find_program("merge-by-ranking");
  liar.work = "O(n)";
  liar.work_growth = programs::growth_of(liar.work);
  const std::string text = text_of(scale_report(swept(liar, 4, 9), liar));
  CAPTURE(text);
  CHECK(contains(line_with(growth_in(text), "  W  "), "(claimed O(n): it GROWS FASTER"));
  CHECK(text.find("GROWS FASTER") == text.rfind("GROWS FASTER"));
  // 8, 9, 9, 9, … a number is no growth, though a step fits best.
  Sweep settled = swept(liar, 4, 9);
  for (ProgramRun& run : settled.runs) run.work = run.n == 16 ? 8 * run.n : 9 * run.n;
  const std::string settles = text_of(scale_report(settled, liar));
  CAPTURE(settles);
  CHECK_FALSE(contains(settles, "GROWS FASTER"));
  const Report few = scale_report(swept(liar, 4, 6), liar);
  const std::string reason = "3 sizes are too few for a fit, which takes 4";
  CHECK(contains(text_of(few), reason + "."));
  CHECK_FALSE(contains(text_of(few), "Growth, by least squares"));
  const json of_few = json::parse(json_of(few));
  CHECK(of_few.at("no_fit") == reason);
  for (const json& fit : of_few.at("fits")) {
    for (const char* const field : {"class", "terms", "error", "largest_error", "others", "judgement"})
      CHECK(fit.at(field).is_null());
  }
  const std::string page = html_of(scale_page(swept(liar, 4, 6), liar));
  CHECK(contains(page, reason + "."));
  CHECK_FALSE(contains(page, "The solid curve was fitted"));
  // One size five times is one size.
  Sweep same = swept(liar, 4, 8);
  for (ProgramRun& run : same.runs) run.sizes = {{"n", 16}};
  CHECK(contains(text_of(scale_report(same, liar)), "1 size is too few for a fit, which takes 4."));
  CHECK(contains(text_of(scale_report(Sweep(), liar)), "No run gave a result"));
  CHECK(json::parse(json_of(scale_report(swept(liar, 4, 9), liar))).at("no_fit").is_null());
}

TEST_CASE("true claims of programs with large lower terms are not denied at any sizes") {
  for (const char* const name : {"selection-deterministic", "string-matching-duels", "cole-merge-sort"}) {
    const Program& program = programs::find_program(name);
    const Sweep whole = swept(program, 2, testing::size() == testing::Size::tiny ? 12 : 16);
    const auto none_above = [&](std::size_t first, std::size_t end) {
      Sweep part = whole;
      part.runs.assign(whole.runs.begin() + static_cast<std::ptrdiff_t>(first),
                       whole.runs.begin() + static_cast<std::ptrdiff_t>(end));
      return std::ranges::none_of(scale_of(part, program).costs, &ScaledCost::above_claim);
    };
    for (std::size_t first = 0; first + least_fitted_sizes <= whole.runs.size(); ++first) {
      for (std::size_t end = first + least_fitted_sizes; end <= whole.runs.size(); ++end) {
        CAPTURE(name);
        CAPTURE(whole.runs[first].n);
        CAPTURE(whole.runs[end - 1].n);
        CHECK(none_above(first, end));
      }
    }
  }
}

TEST_CASE("a ratio that rises below a bound for all sizes is told as that, if the bound itself keeps to the claim") {
  Program sort = programs::find_program("cole-merge-sort");
  const Sweep sweep = swept(sort, 5, 11);
  const auto steps_of = [&](const Program& program) { return scale_of(sweep, program).costs[0]; };
  const double most = static_cast<double>(sweep.runs.back().steps) / (96 * 11);
  const ScaledCost steps = steps_of(sort);
  CHECK(steps.part_of_bound.value() == doctest::Approx(most));
  CHECK(scale_of(sweep, sort).costs[3].part_of_bound == std::nullopt);  // requests have no bound
  // T as it would be if it grew as log n log log n below the same bound.
  Sweep rising = sweep;
  for (ProgramRun& run : rising.runs) {
    const double log = std::log2(static_cast<double>(run.n));
    run.steps = static_cast<std::uint64_t>(10 * log * log);
  }
  CHECK(scale_of(rising, sort).costs[0].judgement == Judgement::grows_faster);  // 110 log n at last
  for (ProgramRun& run : rising.runs) run.steps /= 2;
  CHECK(scale_of(rising, sort).costs[0].judgement == Judgement::below_bound);
  const Report report = scale_report(rising, sort);
  CHECK(contains(line_with(growth_in(text_of(report)), "  T  "), "(claimed O(log n): its ratio rises here,"));
  CHECK(contains(text_of(report), "57% of the program's bound"));  // 55 of 96
  CHECK(json::parse(json_of(report)).at("fits")[0].at("part_of_bound").get<double>() == doctest::Approx(605.0 / 1056));
  CHECK(json::parse(json_of(report)).at("fits")[0].at("above_claim") == false);
  // A bound that grows faster than what is claimed excuses nothing.
  Program liar = sort;
  liar.work = "O(n)";
  liar.work_growth = programs::growth_of(liar.work);
  const ScaledCost work = scale_of(sweep, liar).costs[1];
  CHECK(work.judgement == Judgement::grows_faster);
  CHECK(work.part_of_bound == std::nullopt);
  // Four sizes are too few.
  const Sweep few = swept(liar, 5, 8);
  CHECK(scale_of(few, liar).costs[1].judgement == Judgement::too_few_sizes);
  CHECK(contains(text_of(scale_report(few, liar)), "(claimed O(n): to"));
  CHECK_FALSE(contains(text_of(scale_report(few, liar)), "GROWS"));
}

TEST_CASE("costs of graphs are fitted in vertices and edges together, costs of BSP programs in supersteps, w and h") {
  const Program& components = programs::find_program("connected-components");
  const Sweep graphs = swept(components, 4, 8, 1, "path");
  const Scale scale = scale_of(graphs, components);
  CHECK(scale.size == "N");
  for (std::size_t k = 0; k < scale.sizes.size(); ++k)
    CHECK(scale.sizes[k] == static_cast<double>(2 * scale.n[k] + 1));  // a path of n edges has n + 1 vertices
  CHECK(contains(text_of(scale_report(graphs, components)), "N = n + m, vertices and edges"));
  const Program& sums = programs::find_program("bsp-prefix-sums");
  const Sweep supersteps = swept(sums, 6, 10);
  const json whole = json::parse(json_of(scale_report(supersteps, sums)));
  REQUIRE(whole.at("fits").size() == 4);
  CHECK(whole.at("fits")[0].at("class") == "1");
  CHECK(whole.at("fits")[0].at("claimed").is_null());
  CHECK(whole.at("fits")[1].at("class") == "n");
  CHECK(whole.at("costs")[0].at("superstep_work").at("mean") == static_cast<double>(2 * 64 / 16 + 15));
}

}  // namespace pram::perf
