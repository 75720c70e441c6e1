#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <pram/programs/row/growth.hpp>

/// The class of functions with which a cost grows that was measured at several sizes.
namespace pram::perf {

/// A multiple of a function.
struct GrowthTerm {
  double coefficient = 0;
  programs::Growth growth;
};

/// A cost as a sum of a leading term and at most one other: a constant, or the next lower term of such a cost.
struct GrowthFit {
  std::vector<GrowthTerm> terms;  ///< the leading one first
  double error = 0;               ///< root of the mean square of the relative residuals
  double criterion = 0;           ///< the Bayesian information criterion; less is better
  double largest_error = 0;       ///< the largest of the relative residuals, without its sign

  const programs::Growth& growth() const { return terms.front().growth; }
  /// The fitted cost at size n, which is at least 1.
  double at(double n) const;
};

/// The classes that explain a cost at the sizes where it was measured.
struct FittedGrowth {
  GrowthFit best;
  /// Fits of other classes that the criterion cannot distinguish from the best at these sizes, best first.
  std::vector<GrowthFit> others;

  /// Whether a class among them grows no faster than the one claimed.
  bool within(const programs::Growth& claimed) const;
};

/// The classes that are tried, slowest growth first.
std::span<const programs::Growth> fitted_classes();

/// The number of different sizes that a fit needs at least.
inline constexpr std::size_t least_fitted_sizes = 4;

/// How many of the sizes, which ascend, differ.
std::size_t different_sizes(std::span<const double> sizes);

/// Fits every class by least squares of the relative residuals: each size counts the same. The leading term must make
/// up a fifth of the largest cost, or the class is a lower one with noise. Classes are compared by the Bayesian
/// information criterion (Schwarz 1978), which punishes every term; residuals below 0.2% count as none, for no cost is
/// smoother than that. Classes within 6 of the best, where evidence begins to be strong (Kass and Raftery 1995), cannot
/// be distinguished from it, unless it meets every cost exactly. A class that is a multiple of a lower one at these
/// sizes is not tried.
/// @param sizes   ascending, at least 1
/// @param values  the cost at each size; a cost below 1 counts as 1, unless all are 0
/// @returns nothing for fewer than least_fitted_sizes different sizes
std::optional<FittedGrowth> fit_growth(std::span<const double> sizes, std::span<const double> values);

/// What measured costs say of a claim.
enum class Judgement : std::uint8_t {
  within,         ///< a class that explains the cost is within the claim
  settled,        ///< none is, but the ratio to what is claimed rises no more
  below_bound,    ///< the ratio rises, below a bound that holds for all sizes; see ScaledCost, judge() never says so
  too_few_sizes,  ///< none is, and there are too few sizes to say more
  grows_faster,   ///< the cost speaks against the claim
};

/// Sizes that can speak against a claim, and how many of them it takes.
inline constexpr std::uint64_t least_judged_size = 16;
inline constexpr std::size_t least_judged_sizes = 5;

/// Whether a cost speaks against a claim. A cost is within the claim if a class that explains it is, or if such a class
/// meets it to within 0.2% at the larger half of the sizes, whatever lower term it takes: 39 log n - 132 is O(log n),
/// though at small sizes it looks like log^2 n. A cost has settled if the largest ratio to what is claimed in the
/// larger half of the sizes exceeds that in the smaller half by at most a twentieth, or by three times the error of the
/// best fit where that is more. So neither a ratio that becomes constant late nor noise counts as growth. Sizes below
/// 16 speak against nothing, because constants are larger there than what grows.
Judgement judge(const FittedGrowth& fitted, const programs::Growth& claimed, std::span<const double> sizes,
                std::span<const double> values);

/// The fit as text: "3.00 log2 n + 2".
/// @param size  the name of the size
std::string to_string(const GrowthFit& fit, std::string_view size = "n");

}  // namespace pram::perf
