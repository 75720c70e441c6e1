#pragma once

#include <cstdint>
#include <random>

namespace pram::perf {

/// A random whole number in [0, n), the same on every platform; std::uniform_int_distribution is not. The bias of at
/// most n / 2^32 does not matter here.
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
  double sure_;  // a draw that lies at most this far below its nearest number is never rejected
};

}  // namespace pram::perf
