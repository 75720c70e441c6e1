#include "oracle/recursive_fft.hpp"

#include <numbers>

#include <pram/network/poll.hpp>

namespace pram::programs::oracle {

std::vector<std::complex<long double>> fourier_transform(std::vector<std::complex<long double>> values) {
  const std::size_t n = values.size();
  if (n < 2) return values;
  poll();
  std::vector<std::complex<long double>> even(n / 2);
  std::vector<std::complex<long double>> odd(n / 2);
  for (std::size_t k = 0; k < n / 2; ++k) {
    even[k] = values[2 * k];
    odd[k] = values[2 * k + 1];
  }
  even = fourier_transform(std::move(even));
  odd = fourier_transform(std::move(odd));
  for (std::size_t k = 0; k < n / 2; ++k) {
    const long double angle =
        -2 * std::numbers::pi_v<long double> * static_cast<long double>(k) / static_cast<long double>(n);
    const std::complex<long double> turned = std::polar(1.0L, angle) * odd[k];
    values[k] = even[k] + turned;
    values[k + n / 2] = even[k] - turned;
  }
  return values;
}

}  // namespace pram::programs::oracle
