#include <pram/network.hpp>

#include <algorithm>
#include <boost/math/special_functions/gamma.hpp>
#include <cmath>
#include <vector>

#include <fmt/format.h>

#include "network_charge.hpp"

namespace pram {

Registry<NetworkEntry>& networks() {
  static Registry<NetworkEntry> table("network");
  return table;
}

std::uint32_t components_of(const Spec& network) {
  const NetworkEntry& entry = networks().entry_for(network);
  return entry.components_of ? entry.components_of(network) : 0;
}

std::uint32_t default_components(std::span<const Spec> networks_asked, std::uint32_t otherwise) {
  for (const Spec& network : networks_asked) {
    try {
      if (const std::uint32_t components = components_of(network); components != 0) return components;
    } catch (const ConfigError&) {
    }
  }
  return otherwise;
}

namespace {

/// The fill of one bin: Poisson of mean balls / bins, cut off above `most`.
struct CutPoisson {
  double chance = 0;  ///< of not being cut off
  double mean = 0;
  double variance = 0;
};

/// Boost's, for std::lgamma writes to a global sign: a data race where several machines run.
double poisson(double mean, double count) {
  return std::exp(count * std::log(mean) - mean - boost::math::lgamma(count + 1));
}

/// The product of two polynomials, up to x^degree.
std::vector<double> product(const std::vector<double>& a, const std::vector<double>& b, std::size_t degree) {
  std::vector<double> c(degree + 1);
  for (std::size_t i = 0; i <= degree; ++i) {
    for (std::size_t j = 0; i + j <= degree; ++j) c[i + j] += a[i] * b[j];
  }
  return c;
}

/// Bins that fill independently, given that they hold all balls together, fill as balls thrown at random do. So
/// P(largest <= most) = P(all <= most and the sum is balls) / P(the sum is balls); exactly, by powers of a polynomial.
double exact_chance(std::uint64_t balls, std::uint32_t bins, std::uint64_t most) {
  const double mean = static_cast<double>(balls) / bins;
  std::vector<double> power(balls + 1);
  for (std::uint64_t j = 0; j <= most; ++j) power[j] = poisson(mean, static_cast<double>(j));
  std::vector<double> all(balls + 1);
  all[0] = 1;
  for (std::uint32_t left = bins; left > 0; left /= 2) {
    if (left % 2 == 1) all = product(all, power, balls);
    if (left > 1) power = product(power, power, balls);
  }
  return all[balls] / poisson(static_cast<double>(balls), static_cast<double>(balls));
}

/// The same with the sum of the cut-off fills taken as normal.
double normal_chance(std::uint64_t balls, std::uint32_t bins, const CutPoisson& bin) {
  const auto n = static_cast<double>(balls);
  const double variance = bins * bin.variance;
  const double gap = n - bins * bin.mean;
  const double log_ratio = 0.5 * std::log(n / variance) - gap * gap / (2 * variance);
  return std::min(1.0, std::exp(bins * std::log(bin.chance) + log_ratio));
}

}  // namespace

namespace detail {

void throw_charge(const Network& network, std::uint64_t charge, std::uint64_t messages) {
  throw NetworkError(
      fmt::format("network {} charges {} units for a phase of {} messages{}, and at most 2^52 are allowed",
                  network.name(), charge, messages,
                  charge >> 63 == 0 ? "" : fmt::format(" ({} with a sign)", static_cast<std::int64_t>(charge))),
      true);
}

double distinct_charge_of(const Network& network, std::uint64_t messages, std::uint32_t largest_sent) {
  const double charge = network.distinct_charge(messages, largest_sent);
  if (!(charge >= 0 && charge <= static_cast<double>(most_charge))) {
    throw NetworkError(
        fmt::format("network {}: distinct_charge({}, {}) is {}, and it is a number of units from 0 to 2^52",
                    network.name(), messages, largest_sent, charge));
  }
  return charge;
}

}  // namespace detail

double expected_largest_bin(std::uint64_t balls, std::uint32_t bins) {
  constexpr std::uint64_t exact_up_to = 48;
  if (balls == 0 || bins == 0) return 0;
  if (bins == 1) return static_cast<double>(balls);
  const double mean = static_cast<double>(balls) / bins;
  const std::uint64_t least = (balls + bins - 1) / bins;
  double expected = static_cast<double>(least);  // plus the sum over most >= least of P(largest > most)
  double weight = 0;
  double first = 0;
  double second = 0;
  // Smaller fills hardly ever occur, as do the larger ones where the loop ends. Moments are taken about the mean.
  const auto begin = static_cast<std::uint64_t>(std::max(0.0, mean - 12 * std::sqrt(mean) - 12));
  for (std::uint64_t most = begin; most < balls; ++most) {
    const double fill = static_cast<double>(most) - mean;
    const double chance = poisson(mean, static_cast<double>(most));
    weight += chance;
    first += chance * fill;
    second += chance * fill * fill;
    if (most < least) continue;
    const CutPoisson bin{std::min(weight, 1.0), mean + first / weight,
                         second / weight - first / weight * (first / weight)};
    const double exceeds =
        1 - (balls <= exact_up_to ? exact_chance(balls, bins, most) : normal_chance(balls, bins, bin));
    expected += std::max(exceeds, 0.0);
    if (fill > 0 && chance * bins < 1e-12) break;
  }
  return expected;
}

}  // namespace pram
