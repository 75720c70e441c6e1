#pragma once

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <numbers>
#include <utility>
#include <vector>

#include <pram/programs/row/description.hpp>
#include "oracle/recursive_fft.hpp"

/// What programs that transform have in common.
namespace pram::programs {

using Complex = std::complex<double>;

/// The number e^(-2πi part / whole), of less than one turn, so that the angle is exact.
inline Complex root_of_unity(std::uint64_t part, std::uint64_t whole) {
  return std::polar(1.0, -2 * std::numbers::pi * static_cast<double>(part % whole) / static_cast<double>(whole));
}

/// The bits of an index below `length`, a power of two, in reverse order.
inline std::uint64_t bit_reversed(std::uint64_t index, std::uint64_t length) {
  std::uint64_t out = 0;
  for (std::uint64_t bit = 1; bit < length; bit *= 2) out = 2 * out + (index / bit) % 2;
  return out;
}

/// The root of the sum of squares.
template <class Number>
long double length_of(const std::vector<std::complex<Number>>& values) {
  long double sum = 0;
  for (const auto& value : values) sum += std::norm(std::complex<long double>(value));
  return std::sqrt(sum);
}

/// Whether the difference from the oracle is small: its length as a share of the length of what the oracle says.
inline Verdict judge_transform(const std::vector<Complex>& values, const std::vector<Complex>& found) {
  std::vector<std::complex<long double>> expected(values.begin(), values.end());
  expected = oracle::fourier_transform(std::move(expected));
  std::vector<std::complex<long double>> error(found.begin(), found.end());
  for (std::size_t k = 0; k < error.size(); ++k) error[k] -= expected[k];
  // A butterfly rounds a few times, and a value passes through log2 n butterflies.
  const double most = 4 * std::numeric_limits<double>::epsilon() * static_cast<double>(std::bit_width(values.size()));
  const long double whole = length_of(expected);
  const auto relative = static_cast<double>(whole > 0 ? length_of(error) / whole : length_of(error));
  return {relative <= most, {{"relative error", fmt::format("{:.1e}", relative)}}};
}

}  // namespace pram::programs
