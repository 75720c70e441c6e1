#include <pram/perf/runs/growth_fit.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>

#include <pram/perf/report.hpp>
#include <pram/report/detail/value/text.hpp>

namespace pram::perf {

namespace {

using programs::Growth;

constexpr double least_error = 0.002;  // relative, at a size; a smaller error is no evidence
constexpr double least_share = 0.2;    // of the leading term at the largest size
constexpr double strong_evidence = 6;  // between two values of the criterion
constexpr double grown = 0.05;         // the least growth of a ratio to what is claimed
constexpr double rounding = 1e-9;      // relative

/// A class, and the lower term that costs of this class usually have beside it. Constants have none.
struct FittedClass {
  Growth growth;
  std::optional<Growth> lower = std::nullopt;
};

constexpr Growth one = {};
constexpr Growth log_star = {0, 0, 0, 1};
constexpr Growth log_log = {0, 0, 1, 0};
constexpr Growth log_1 = {0, 1, 0, 0};
constexpr Growth log_2 = {0, 2, 0, 0};
constexpr Growth n_1 = {2, 0, 0, 0};
constexpr Growth n_2 = {4, 0, 0, 0};
constexpr Growth n_3 = {6, 0, 0, 0};

constexpr FittedClass all_classes[] = {
    {one},
    {log_star},
    {log_log},
    {{0, 1, -1, 0}},
    {log_1, log_log},
    {log_1 * log_log, log_1},
    {log_2, log_1},
    {{0, 3, 0, 0}, log_2},
    {{1, 0, 0, 0}, log_1},
    {n_1, log_1},
    {n_1 * log_star, n_1},
    {n_1 * log_log, n_1},
    {n_1 * log_1, n_1},
    {n_1 * log_2, n_1* log_1},
    {{2, 3, 0, 0}, n_1* log_2},
    {{3, 0, 0, 0}, n_1},
    {n_2, n_1},
    {n_2 * log_1, n_2},
    {n_3, n_2},
    {n_3 * log_1, n_3},
};

constexpr auto growths = [] {
  std::array<Growth, std::size(all_classes)> all;
  for (std::size_t k = 0; k < all.size(); ++k) all[k] = all_classes[k].growth;
  return all;
}();
static_assert(std::ranges::is_sorted(growths));

/// Costs at several sizes.
struct Costs {
  std::span<const double> sizes;
  std::vector<double> values;
};

Costs costs_of(std::span<const double> sizes, std::span<const double> values) {
  Costs costs{sizes, {values.begin(), values.end()}};
  for (double& value : costs.values) value = std::max(1.0, value);
  return costs;
}

/// Least squares of a f + b g, or of a f alone, divided by the costs.
/// @param lower  g; none: one term
/// @returns nothing where f and g are multiples of one another at these sizes
std::optional<GrowthFit> least_squares(const Costs& costs, const Growth& leading, const std::optional<Growth>& lower) {
  const std::size_t count = costs.values.size();
  const auto relative = [&](const Growth& growth, std::size_t k) {
    return growth.at(costs.sizes[k]) / costs.values[k];
  };
  // Gram and Schmidt: g without its part along f.
  double leading_square = 0;
  double product = 0;
  double leading_sum = 0;
  for (std::size_t k = 0; k < count; ++k) {
    const double f = relative(leading, k);
    leading_square += f * f;
    leading_sum += f;
    if (lower) product += f * relative(*lower, k);
  }
  GrowthFit fit{{{leading_sum / leading_square, leading}}};
  if (lower) {
    double square = 0;
    double sum = 0;
    double whole = 0;
    for (std::size_t k = 0; k < count; ++k) {
      const double g = relative(*lower, k);
      const double rest = g - product / leading_square * relative(leading, k);
      whole += g * g;
      square += rest * rest;
      sum += rest;
    }
    if (square < 1e-18 * whole) return std::nullopt;
    const double b = sum / square;
    fit.terms[0].coefficient = (leading_sum - b * product) / leading_square;
    fit.terms.push_back({b, *lower});
  }
  double squares = 0;
  for (std::size_t k = 0; k < count; ++k) {
    const double residual = fit.at(costs.sizes[k]) / costs.values[k] - 1;
    squares += residual * residual;
    fit.largest_error = std::max(fit.largest_error, std::abs(residual));
  }
  const auto n = static_cast<double>(count);
  // Hardly any range of sizes has more than one step of log*. The place of that step counts as one more fitted number.
  const std::size_t fitted = fit.terms.size() + (leading.log_stars != 0 ? 1 : 0);
  fit.error = std::sqrt(squares / n);
  fit.criterion = n * std::log(squares / n + least_error * least_error) + static_cast<double>(fitted) * std::log(n);
  return fit;
}

/// Whether the leading term leads: at the largest size it makes up its share of the cost, and the other term takes less
/// than half of it away.
bool leads(const GrowthFit& fit, const Costs& costs) {
  if (fit.growth() == one) return true;
  const double n = costs.sizes.back();
  const double leading = fit.terms[0].coefficient * fit.growth().at(n);
  if (leading < least_share * costs.values.back()) return false;
  return fit.terms.size() < 2 || fit.terms[1].coefficient * fit.terms[1].growth.at(n) > -0.5 * leading;
}

/// Whether a class is a multiple of a lower one at these sizes, as n log* n is of n from 17 to 65536.
bool is_known(const Growth& growth, std::span<const double> sizes) {
  return std::ranges::any_of(all_classes, [&](const FittedClass& lower) {
    const double ratio = growth.at(sizes[0]) / lower.growth.at(sizes[0]);
    return lower.growth < growth && std::ranges::all_of(sizes, [&](double n) {
             return std::abs(growth.at(n) - ratio * lower.growth.at(n)) < rounding * growth.at(n);
           });
  });
}

/// Whether the largest ratio of a cost to a claim in the larger half of the sizes exceeds that in the smaller half.
bool rises(std::span<const double> sizes, std::span<const double> values, const Growth& claimed, double by) {
  const auto largest_ratio = [&](std::size_t first, std::size_t last) {
    double largest = 0;
    for (std::size_t k = first; k < last; ++k) largest = std::max(largest, values[k] / claimed.at(sizes[k]));
    return largest;
  };
  const std::size_t half = sizes.size() / 2;
  return largest_ratio(half, sizes.size()) > (1 + by) * largest_ratio(0, half);
}

/// Whether a cost is met by a class within the claim. Here the lower term may take away most of the leading one.
bool meets_claim(const Costs& costs, const Growth& claimed) {
  return std::ranges::any_of(all_classes, [&](const FittedClass& tried) {
    const auto meets = [&](const std::optional<Growth>& lower) {
      const std::optional<GrowthFit> fit = least_squares(costs, tried.growth, lower);
      return fit && fit->terms[0].coefficient > 0 && fit->error < least_error;
    };
    return tried.growth <= claimed && (meets(std::nullopt) || meets(one) || (tried.lower && meets(tried.lower)));
  });
}

std::string coefficient_text(double value) { return value < 0.01 ? fmt::format("{:.2g}", value) : decimal(value); }

std::string constant_text(double value) {
  const double whole = std::round(value);
  return std::abs(value - whole) < 0.005 && whole >= 0 ? with_separators(static_cast<std::uint64_t>(whole))
                                                       : coefficient_text(value);
}

}  // namespace

double GrowthFit::at(double n) const {
  double sum = 0;
  for (const GrowthTerm& term : terms) sum += term.coefficient * term.growth.at(n);
  return sum;
}

bool FittedGrowth::within(const Growth& claimed) const {
  const auto below = [&](const GrowthFit& fit) { return fit.growth() <= claimed; };
  return below(best) || std::ranges::any_of(others, below);
}

std::size_t different_sizes(std::span<const double> sizes) {
  const auto differ = [](double a, double b) { return a != b; };
  return sizes.empty() ? 0
                       : 1 + static_cast<std::size_t>(std::inner_product(sizes.begin() + 1, sizes.end(), sizes.begin(),
                                                                         std::size_t{0}, std::plus<>(), differ));
}

std::span<const Growth> fitted_classes() { return growths; }

std::optional<FittedGrowth> fit_growth(std::span<const double> sizes, std::span<const double> values) {
  if (different_sizes(sizes) < least_fitted_sizes) return std::nullopt;
  if (std::ranges::all_of(values, [](double value) { return value == 0; }))
    return FittedGrowth{{{{0, one}}, 0, -std::numeric_limits<double>::infinity()}, {}};
  const Costs costs = costs_of(sizes, values);
  std::vector<GrowthFit> fits;
  for (const FittedClass& tried : all_classes) {
    if (is_known(tried.growth, sizes)) continue;
    std::optional<GrowthFit> best;
    const auto consider = [&](const std::optional<Growth>& lower) {
      std::optional<GrowthFit> fit = least_squares(costs, tried.growth, lower);
      if (fit && leads(*fit, costs) && (!best || fit->criterion < best->criterion)) best = std::move(fit);
    };
    consider(std::nullopt);
    if (tried.growth != one) consider(one);
    if (tried.lower) consider(tried.lower);
    if (best) fits.push_back(std::move(*best));
  }
  std::ranges::stable_sort(fits, {}, &GrowthFit::criterion);
  FittedGrowth found{std::move(fits.front()), {}};
  const bool exact = found.best.error < rounding;
  for (std::size_t k = 1; k < fits.size() && !exact; ++k) {
    if (fits[k].criterion < found.best.criterion + strong_evidence) found.others.push_back(std::move(fits[k]));
  }
  return found;
}

Judgement judge(const FittedGrowth& fitted, const Growth& claimed, std::span<const double> sizes,
                std::span<const double> values) {
  if (fitted.within(claimed)) return Judgement::within;
  const auto first =
      static_cast<std::size_t>(std::ranges::lower_bound(sizes, double{least_judged_size}) - sizes.begin());
  sizes = sizes.subspan(first);
  values = values.subspan(first);
  if (sizes.size() < least_judged_sizes) return Judgement::too_few_sizes;
  if (!rises(sizes, values, claimed, std::max(grown, 3 * fitted.best.error))) return Judgement::settled;
  const std::size_t fewest = std::max(least_fitted_sizes, (sizes.size() + 1) / 2);
  for (std::size_t k = 0; k + fewest <= sizes.size(); ++k) {
    if (meets_claim(costs_of(sizes.subspan(k), values.subspan(k)), claimed)) return Judgement::within;
  }
  return Judgement::grows_faster;
}

std::string to_string(const GrowthFit& fit, std::string_view size) {
  std::string text;
  for (const GrowthTerm& term : fit.terms) {
    const double value = std::abs(term.coefficient);
    if (!text.empty()) text += term.coefficient < 0 ? " - " : " + ";
    text += term.growth == one ? constant_text(value)
                               : coefficient_text(value) + " " + programs::to_string(term.growth, "log2", size);
  }
  return text;
}

}  // namespace pram::perf
