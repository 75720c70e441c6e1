#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include <pram/report/detail/value/items.hpp>
#include "scale_lints.hpp"

namespace pram::perf {

namespace {

// As many sizes as a fit takes beyond its first number, it takes beyond any: so a class can be told from others.
constexpr std::size_t spare_sizes = least_fitted_sizes - 1;

/// The numbers that were fitted: a coefficient each term, and the place of the step of log*.
std::size_t fitted_numbers(const GrowthFit& fit) { return fit.terms.size() + (fit.growth().log_stars != 0 ? 1 : 0); }

}  // namespace

/// The fits over fewer sizes than their classes need, and the claims that these sizes cannot judge.
std::optional<report::Finding> too_few_sizes_lint(const Scale& scale) {
  const std::size_t sizes = different_sizes(scale.sizes);
  if (sizes == 0) return std::nullopt;
  const std::string few = report::plural(sizes, "size");
  if (sizes < least_fitted_sizes)
    return report::Finding{fmt::format("{} {} too few for a fit, which takes {}: a larger --n A..B has more", few,
                                       sizes == 1 ? "is" : "are", least_fitted_sizes)};
  std::map<std::size_t, std::vector<std::string>> by_numbers;
  std::vector<std::string> not_judged;
  for (const ScaledCost& cost : scale.costs) {
    if (!cost.fitted) continue;
    const std::size_t numbers = fitted_numbers(cost.fitted->best);
    if (sizes < numbers + spare_sizes) by_numbers[numbers].push_back(cost.symbol);
    if (cost.claimed_growth && cost.judgement == Judgement::too_few_sizes) not_judged.push_back(cost.symbol);
  }
  std::vector<std::string> reasons;
  for (const auto& [numbers, symbols] : by_numbers)
    reasons.push_back(
        fmt::format("fits of {} numbers take {} ({})", numbers, numbers + spare_sizes, fmt::join(symbols, ", ")));
  if (!not_judged.empty())
    reasons.push_back(fmt::format("to judge a claim takes {} from {} on ({})", least_judged_sizes, least_judged_size,
                                  fmt::join(not_judged, ", ")));
  if (reasons.empty()) return std::nullopt;
  return report::Finding{fmt::format("{} are few: {}", few, fmt::join(reasons, "; "))};
}

}  // namespace pram::perf
