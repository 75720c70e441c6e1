#pragma once

#include <cstdint>
#include <random>

namespace pram::perf {

/// A whole number in [0, n), without the bias or the platform's choice of std::uniform_int_distribution mattering.
inline std::uint32_t draw_below(std::mt19937_64& random, std::uint32_t n) {
  return static_cast<std::uint32_t>(((random() >> 32) * n) >> 32);
}

/// Draws j of 1 … n with a chance proportional to 1 / j^a, by rejection from the inverse of the integral (Hörmann and
/// Derflinger 1996): no table, and fewer than two draws for each number.
class Zipf {
 public:
  /// @param exponent  a, at least 0
  /// @param n         at least 1
  Zipf(double exponent, std::uint32_t n);

  std::uint32_t operator()(std::mt19937_64& random) const;

 private:
  double density(double x) const;
  double integral(double x) const;
  double inverse(double area) const;

  double exponent_;
  double n_;
  double area_first_;
  double area_last_;
  double sure_;  // nearer than this to the next number below, no rejection is possible
};

}  // namespace pram::perf
