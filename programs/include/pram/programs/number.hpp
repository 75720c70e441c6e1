#pragma once

#include <complex>
#include <span>
#include <vector>

#include <pram/machine.hpp>

/// Arithmetic.
namespace pram::programs {

/// The discrete Fourier transform X_k = Σ_j x_j e^(-2πi j k / n) of n complex numbers, n a power of two. The numbers
/// form a matrix of about √n × √n, whose rows and then columns are transformed. Between the transforms the matrix is
/// transposed three times, each time by a collective for the real and one for the imaginary parts (a complex
/// number of two doubles takes two words). With at most √n components every row lies in one of them, and steps need no
/// network.
///
/// Model: EREW, placement direct. Time: T = 8 log2 n + 12 for n >= 4 (12 and 0 for 2 and 1). Work: W = O(n log n) on at
/// most n processors.
///
/// Source: Bailey, FFTs in external or hierarchical memory (1990), the six-step method; Cooley, Tukey (1965).
/// @throws ConfigError for another placement, or if n is not a power of two
std::vector<std::complex<double>> fft(Machine& machine, std::span<const std::complex<double>> values);

}  // namespace pram::programs
