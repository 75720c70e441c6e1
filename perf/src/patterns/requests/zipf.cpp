#include "zipf.hpp"

#include <algorithm>
#include <cmath>

namespace pram::perf {

namespace {

/// log(1 + x) / x and (e^x - 1) / x, with their limit 1 at 0.
double log_ratio(double x) { return std::abs(x) > 1e-8 ? std::log1p(x) / x : 1 - x / 2; }
double exp_ratio(double x) { return std::abs(x) > 1e-8 ? std::expm1(x) / x : 1 + x / 2; }

}  // namespace

Zipf::Zipf(double exponent, std::uint32_t n)
    : exponent_(exponent),
      n_(n),
      area_first_(integral(1.5) - 1),
      area_last_(integral(n_ + 0.5)),
      sure_(2 - inverse(integral(2.5) - density(2))) {}

std::uint32_t Zipf::operator()(std::mt19937_64& random) const {
  while (true) {
    const double share = static_cast<double>(random() >> 11) * 0x1p-53;
    const double area = area_last_ + share * (area_first_ - area_last_);
    const double x = inverse(area);
    const double nearest = std::clamp(std::floor(x + 0.5), 1.0, n_);
    if (nearest - x <= sure_ || area >= integral(nearest + 0.5) - density(nearest))
      return static_cast<std::uint32_t>(nearest);
  }
}

double Zipf::density(double x) const { return std::exp(-exponent_ * std::log(x)); }

double Zipf::integral(double x) const {
  const double log_x = std::log(x);
  return exp_ratio((1 - exponent_) * log_x) * log_x;
}

double Zipf::inverse(double area) const {
  const double scaled = std::max(-1.0, area * (1 - exponent_));  // rounding must not leave the logarithm's range
  return std::exp(log_ratio(scaled) * area);
}

}  // namespace pram::perf
