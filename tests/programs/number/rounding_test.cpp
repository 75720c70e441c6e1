#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

#include <pram/machine.hpp>
#include <pram/programs/number.hpp>
#include "number/fourier.hpp"
#include "support.hpp"

// A product that is fused into the addition behind it is not rounded. So results would depend on the processor.
namespace pram::testing {

namespace {

using programs::Complex;
using ComplexValues = std::vector<Complex>;

double rounded_number(double value) {
  const volatile double kept = value;
  return kept;
}

Complex rounded_product(const Complex& a, const Complex& b) {
  return {rounded_number(a.real() * b.real()) - rounded_number(a.imag() * b.imag()),
          rounded_number(a.real() * b.imag()) + rounded_number(a.imag() * b.real())};
}

/// The transform by pairs at distance 1, 2, 4, …, whose every product is rounded.
ComplexValues transformed_by_pairs(const ComplexValues& values) {
  const std::uint64_t n = values.size();
  ComplexValues made(n);
  for (std::uint64_t i = 0; i < n; ++i) made[i] = values[programs::bit_reversed(i, n)];
  for (std::uint64_t half = 1; half < n; half *= 2) {
    for (std::uint64_t i = 0; i < n / 2; ++i) {
      const std::uint64_t low = i / half * 2 * half + i % half;
      const Complex turned = rounded_product(made[low + half], programs::root_of_unity(i % half, 2 * half));
      made[low + half] = made[low] - turned;
      made[low] += turned;
    }
  }
  return made;
}

/// The same by the rows of a square matrix.
ComplexValues transformed_by_rows(const ComplexValues& values, std::uint64_t side) {
  ComplexValues matrix = values;
  const auto transpose = [&] {
    for (std::uint64_t i = 0; i < side; ++i) {
      for (std::uint64_t k = 0; k < i; ++k) std::swap(matrix[i * side + k], matrix[k * side + i]);
    }
  };
  const auto transform_rows = [&] {
    for (auto row = matrix.begin(); row != matrix.end(); row += static_cast<std::ptrdiff_t>(side))
      std::ranges::copy(transformed_by_pairs({row, row + static_cast<std::ptrdiff_t>(side)}), row);
  };
  transpose();
  transform_rows();
  for (std::uint64_t i = 0; i < matrix.size(); ++i)
    matrix[i] = rounded_product(matrix[i], programs::root_of_unity(i / side * (i % side), matrix.size()));
  transpose();
  transform_rows();
  transpose();
  return matrix;
}

ComplexValues random_complex_numbers(std::uint64_t n) {
  std::mt19937_64 random(seed());
  const auto draw = [&] { return std::ldexp(static_cast<double>(random() >> 11), -52) - 1; };
  ComplexValues values;
  for (std::uint64_t i = 0; i < n; ++i) {
    const double real = draw();
    values.emplace_back(real, draw());
  }
  return values;
}

}  // namespace

TEST_CASE("the products of a Fourier transform are rounded, whatever the processor could fuse") {
  constexpr std::uint64_t side = 16;
  const ComplexValues values = random_complex_numbers(side * side);
  Machine machine({.components = 16, .access = "direct", .placement = Placement::direct});
  CHECK(programs::fft(machine, values) == transformed_by_rows(values, side));
  Machine one({.components = 1});
  CHECK(programs::bsp_fft(one, values) == transformed_by_pairs(values));
}

}  // namespace pram::testing
