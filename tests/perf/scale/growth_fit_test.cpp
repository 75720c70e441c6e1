#include <pram/perf/runs/growth_fit.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <random>
#include <utility>
#include <vector>

#include "support.hpp"

namespace pram::perf {

namespace {

using programs::Growth;

using Costs = std::vector<double>;

/// 2^first, …, 2^last
std::vector<double> powers(int first, int last) {
  std::vector<double> sizes;
  for (int k = first; k <= last; ++k) sizes.push_back(std::ldexp(1, k));
  return sizes;
}

Costs costs_of(const std::vector<double>& sizes, const std::function<double(double)>& of) {
  Costs costs;
  for (const double n : sizes) costs.push_back(of(n));
  return costs;
}

FittedGrowth fitted(const std::vector<double>& sizes, const std::function<double(double)>& of) {
  return fit_growth(sizes, costs_of(sizes, of)).value();
}

/// Whether one class is a multiple of the other at all these sizes, so that nothing can distinguish them.
bool alike(const std::vector<double>& sizes, const Growth& a, const Growth& b) {
  const double ratio = a.at(sizes[0]) / b.at(sizes[0]);
  return std::ranges::all_of(sizes, [&](double n) { return std::abs(a.at(n) / b.at(n) / ratio - 1) < 1e-9; });
}

double mean_square(const GrowthFit& fit, const std::vector<double>& sizes, const Costs& costs) {
  long double sum = 0;
  for (std::size_t k = 0; k < sizes.size(); ++k) {
    long double value = 0;
    for (const GrowthTerm& term : fit.terms) value += term.coefficient * term.growth.at(sizes[k]);
    const long double residual = value / costs[k] - 1;
    sum += residual * residual;
  }
  return static_cast<double>(sum / static_cast<long double>(sizes.size()));
}

bool grows_faster(const FittedGrowth& fitted, const Growth& claimed, const std::vector<double>& sizes,
                  const Costs& costs) {
  return judge(fitted, claimed, sizes, costs) == Judgement::grows_faster;
}

double log2_up(double n) { return std::ceil(std::log2(n)); }

}  // namespace

TEST_CASE("a cost that is a class, a multiple of it or a constant more is found to be of that class") {
  for (const auto& [first, last] : {std::pair(8, 18), std::pair(10, 20), std::pair(4, 9), std::pair(8, 13)}) {
    const std::vector<double> sizes = powers(first, last);
    for (const Growth& growth : fitted_classes()) {
      for (const double factor : {1, 3, 20}) {
        for (const double constant : {0, 2, 10}) {
          const FittedGrowth found = fitted(sizes, [&](double n) { return factor * growth.at(n) + constant; });
          CAPTURE(last);
          CAPTURE(programs::to_string(growth));
          CAPTURE(to_string(found.best));
          const bool same = found.best.growth() == growth;
          CHECK((same || (found.best.growth() < growth && alike(sizes, found.best.growth(), growth))));
          CHECK(found.within(growth));
          if (growth != Growth() && same && found.best.terms.size() == 1)
            CHECK(found.best.terms[0].coefficient == doctest::Approx(factor).epsilon(0.01));
        }
      }
    }
  }
}

TEST_CASE("costs in whole steps, with the lower terms that programs have, are found to be of their class") {
  const std::vector<std::pair<std::function<double(double)>, const char*>> programs = {
      {[](double n) { return 3 * log2_up(n) + 2; }, "log n"},
      {[](double n) { return 2 * log2_up(n) * (log2_up(n) + 1); }, "log^2 n"},
      {[](double n) { return n * log2_up(n) * (log2_up(n) + 1); }, "n log^2 n"},
      {[](double n) { return log2_up(n) * (17 + 8 * log2_up(n)); }, "log^2 n"},
      {[](double n) { return 2 * n * log2_up(n) - n; }, "n log n"},
      {[](double n) { return n * log2_up(n) + 10 * n; }, "n log n"},
      {[](double n) { return 6 * n - 2 * log2_up(n) + 4; }, "n"},
      {[](double n) { return 3 * n * n + 3 * n; }, "n^2"},
      {[](double) { return 5; }, "1"},
  };
  for (const auto& [first, last] : {std::pair(8, 18), std::pair(4, 9), std::pair(3, 6)}) {
    for (const auto& [of, name] : programs) {
      const FittedGrowth found = fitted(powers(first, last), of);
      CAPTURE(name);
      CAPTURE(to_string(found.best));
      CHECK(programs::to_string(found.best.growth()) == name);
    }
  }
}

TEST_CASE("the coefficients are those of least squares, by the normal equations and by trying others") {
  std::mt19937_64 random(testing::seed());
  std::normal_distribution<double> noise(0, 0.05);
  for (int k = 0; k < 50; ++k) {
    const std::vector<double> sizes = powers(6, 16);
    const Growth growth = fitted_classes()[random() % fitted_classes().size()];
    const double constant = static_cast<double>(random() % 50);
    const Costs costs = costs_of(sizes, [&](double n) { return (7 * growth.at(n) + constant) * (1 + noise(random)); });
    const FittedGrowth found = fit_growth(sizes, costs).value();
    std::vector<GrowthFit> fits = found.others;
    fits.push_back(found.best);
    for (const GrowthFit& fit : fits) {
      CAPTURE(to_string(fit));
      const double square = mean_square(fit, sizes, costs);
      CHECK(fit.error == doctest::Approx(std::sqrt(square)));
      CHECK(fit.criterion >= found.best.criterion);
      CHECK(fit.criterion < found.best.criterion + 6);
      for (std::size_t j = 0; j < fit.terms.size(); ++j) {
        long double slope = 0;  // of the sum of squares, along this coefficient
        long double scale = 0;
        for (std::size_t i = 0; i < sizes.size(); ++i) {
          const long double part = fit.terms[j].growth.at(sizes[i]) / costs[i];
          slope += part * (fit.at(sizes[i]) / costs[i] - 1);
          scale += part;
        }
        CHECK(std::abs(static_cast<double>(slope / scale)) < 1e-7);
        for (const double change : {0.999, 1.001}) {
          GrowthFit other = fit;
          other.terms[j].coefficient *= change;
          CHECK(mean_square(other, sizes, costs) >= square);
        }
      }
    }
  }
}

TEST_CASE("noise chooses no class: what it might be is told, and what it is not is ruled out") {
  std::mt19937_64 random(testing::seed());
  std::uniform_real_distribution<double> noise(-0.02, 0.02);
  const std::vector<double> sizes = powers(6, 16);
  const Growth log_n = *programs::growth_of("log n");
  const Growth n = *programs::growth_of("n");
  for (int k = 0; k < 100; ++k) {
    const Costs linear = costs_of(sizes, [&](double size) { return 30 * size * (1 + noise(random)); });
    const FittedGrowth of_linear = fit_growth(sizes, linear).value();
    CHECK_FALSE(grows_faster(of_linear, n, sizes, linear));
    CHECK_FALSE(of_linear.within(*programs::growth_of("√n")));
    const Costs steps = costs_of(sizes, [&](double size) { return (9 * std::log2(size) + 4) * (1 + noise(random)); });
    const FittedGrowth of_steps = fit_growth(sizes, steps).value();
    CHECK_FALSE(grows_faster(of_steps, log_n, sizes, steps));
    CHECK(grows_faster(of_steps, Growth(), sizes, steps));
    const Costs more = costs_of(sizes, [&](double size) { return 5 * size * std::log2(size) * (1 + noise(random)); });
    const FittedGrowth of_more = fit_growth(sizes, more).value();
    CHECK(grows_faster(of_more, n, sizes, more));
    CHECK_FALSE(grows_faster(of_more, n * log_n, sizes, more));
  }
}

TEST_CASE("what few sizes do not tell apart is named, and too few give no fit") {
  // log* n is 4 from 17 to 65536, so that n log* n is no class of its own there; an exact fit is distinguished from all
  // others.
  const std::vector<double> sizes = powers(5, 12);
  const FittedGrowth same = fitted(sizes, [](double n) { return 3 * n; });
  CHECK(same.others.empty());
  CHECK(programs::to_string(same.best.growth()) == "n");
  CHECK(fitted(powers(8, 14), [](double n) { return 6 * std::log2(n) - 3; }).others.empty());
  // With half a percent of noise it is not.
  const FittedGrowth rough = fitted(
      powers(8, 14), [](double n) { return (6 * std::log2(n) - 3) * (std::fmod(std::log2(n), 2) < 1 ? 1.005 : 1); });
  CHECK_FALSE(rough.others.empty());
  CHECK(rough.within(*programs::growth_of("log n")));
  // Stairs of a doubly logarithmic cost.
  const FittedGrowth stairs = fitted(sizes, [](double n) { return 12 * log2_up(log2_up(n)) + 5; });
  CHECK(stairs.others.size() > 1);
  CHECK(stairs.within(*programs::growth_of("log log n")));
  for (std::size_t count = 0; count < least_fitted_sizes; ++count) {
    const std::vector<double> few(sizes.begin(), sizes.begin() + static_cast<std::ptrdiff_t>(count));
    CHECK_FALSE(fit_growth(few, few).has_value());
  }
}

TEST_CASE("a cost speaks against a claim if it outgrows it, and not if it settles down") {
  const std::vector<double> sizes = powers(4, 9);
  const Growth n = *programs::growth_of("n");
  const auto faster = [&](const std::function<double(double)>& of) {
    const Costs costs = costs_of(sizes, of);
    return grows_faster(fit_growth(sizes, costs).value(), n, sizes, costs);
  };
  CHECK(faster([](double size) { return size * std::log2(size); }));
  CHECK(faster([](double size) { return 40 * size + size * std::sqrt(size); }));
  CHECK_FALSE(faster([](double size) { return 7 * size; }));
  CHECK_FALSE(faster([](double size) { return size == 16 ? 8 * size : 9 * size; }));
  CHECK_FALSE(faster([](double size) { return size * (5.5 + 0.1 * std::fmod(std::log2(size), 2)); }));
  CHECK_FALSE(faster([](double size) { return size * (8 - 40 / size); }));
}

TEST_CASE(
    "a constant that is taken away is no growth, at small sizes, at large ones, and where the first sizes stand "
    "aside") {
  const Growth log_n = *programs::growth_of("log n");
  const auto judged = [](const std::vector<double>& sizes, const Growth& claimed, const Costs& costs) {
    return judge(fit_growth(sizes, costs).value(), claimed, sizes, costs);
  };
  // Steps of string matching by duels from 8 letters on: those of short patterns are fewer.
  const Costs duels = {9, 39, 63, 102, 141, 180, 219, 258, 297, 336, 375, 414};
  for (int first = 3; first <= 9; ++first) {
    for (int last = first + 3; last <= 14; ++last) {
      CAPTURE(first);
      CAPTURE(last);
      const Costs costs(duels.begin() + first - 3, duels.begin() + last - 2);
      const Judgement of_log = judged(powers(first, last), log_n, costs);
      if (first <= 4 && last < 8) {
        CHECK(of_log != Judgement::grows_faster);
      } else {
        CHECK((of_log == Judgement::within || of_log == Judgement::settled));
      }
      const bool enough = last - std::max(first, 4) + 1 >= static_cast<int>(least_judged_sizes);
      CHECK(judged(powers(first, last), Growth(), costs) ==
            (enough ? Judgement::grows_faster : Judgement::too_few_sizes));
    }
  }
}

TEST_CASE("what does grow faster is named at small and at large sizes, whatever is added or taken away") {
  const std::vector<std::pair<const char*, const char*>> breaches = {
      {"1", "log n"},       {"log n", "log^2 n"},   {"log n log log n", "log^3 n"},
      {"log n", "√n"},      {"log^2 n", "log^3 n"}, {"√n", "n"},
      {"n", "n log log n"}, {"n", "n log n"},       {"n log n", "n log^2 n"},
      {"n", "n^1.5"},       {"n log n", "n^2"},     {"n^2", "n^2 log n"},
      {"n^2", "n^3"}};
  for (const auto& [claim, actual] : breaches) {
    const Growth claimed = *programs::growth_of(claim);
    const Growth growth = *programs::growth_of(actual);
    for (const auto& [first, last] : {std::pair(4, 8), std::pair(6, 11), std::pair(8, 14), std::pair(8, 18)}) {
      const std::vector<double> sizes = powers(first, last);
      for (const double lower : {0, 2}) {
        for (const double constant : {-5, 0, 10}) {
          CAPTURE(claim);
          CAPTURE(actual);
          CAPTURE(last);
          CAPTURE(lower);
          CAPTURE(constant);
          const Costs costs =
              costs_of(sizes, [&](double n) { return 3 * growth.at(n) + lower * claimed.at(n) + constant; });
          CHECK(grows_faster(fit_growth(sizes, costs).value(), claimed, sizes, costs));
          CHECK_FALSE(grows_faster(fit_growth(sizes, costs).value(), growth, sizes, costs));
        }
      }
    }
  }
}

TEST_CASE("costs of 0 count as 1, and fits are written with their base") {
  const std::vector<double> sizes = powers(4, 9);
  CHECK(to_string(fitted(sizes, [](double) { return 0; }).best) == "0");
  CHECK(to_string(fitted(sizes, [](double n) { return n > 16 ? 1 : 0; }).best) == "1");
  CHECK(to_string(fitted(sizes, [](double n) { return 3 * std::log2(n) + 2; }).best) == "3.00 log2 n + 2");
  CHECK(to_string(fitted(sizes, [](double n) { return 3 * std::log2(n) - 2; }).best, "N") == "3.00 log2 N - 2");
  CHECK(to_string(fitted(sizes, [](double n) { return 5.98 * n; }).best) == "5.98 n");
  CHECK(to_string(fitted(sizes, [](double n) { return n * std::sqrt(n); }).best) == "1.00 n^1.5");
  CHECK(to_string(fitted(sizes, [](double n) { return 2 * n * std::log2(n) + 10 * n; }).best) ==
        "2.00 n log2 n + 10.0 n");
}

}  // namespace pram::perf
