#pragma once

#include <complex>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
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
/// Model: EREW, placement direct. Time: T = 8 log2 n + 12 for n >= 4 (12 and 0 for 2 and 1),
/// and six collectives, whose cost is the network's. Work: W = O(n log n) on at
/// most n processors.
///
/// Source: Bailey, FFTs in external or hierarchical memory (1990), the six-step method; Cooley, Tukey (1965).
/// @throws ConfigError for another placement, or if n is not a power of two
std::vector<std::complex<double>> fft(Machine& machine, std::span<const std::complex<double>> values);

/// The sum of two whole numbers of at most n decimal digits. A digit makes a carry, passes on one that comes in, or
/// takes it; a scan over these, on the tree of prefix_sums(), says which digits a carry comes in to.
///
/// Model: EREW. Time: T <= 5 and that of prefix_sums() for n >= 1. Work: O(n) on at most n + 1 processors.
///
/// Source: carry look-ahead as a parallel prefix: Ladner, Fischer, Parallel prefix computation, JACM 27 (1980); Brent,
/// Kung, A regular layout for parallel adders, IEEE Transactions on Computers C-31 (1982); the scan: JáJá, An
/// Introduction to Parallel Algorithms (1992), Section 2.1.
/// @param left, right  the highest digit first, without a sign
/// @returns the sum in the same way, without zeros in front
/// @throws ConfigError for a character that is no digit
std::string big_integer_addition(Machine& machine, std::string_view left, std::string_view right);

/// Polynomials are multiplied modulo this prime, 119 * 2^23 + 1: it has roots of unity of order 2^k for k <= 23.
inline constexpr std::uint32_t polynomial_modulus = 998244353;

/// The most coefficients of a product of polynomials.
inline constexpr std::uint64_t most_coefficients = 1 << 23;

/// The product of two polynomials modulo polynomial_modulus. Both polynomials are transformed by a number-theoretic
/// transform of N = 2^k >= n + m - 1 points, multiplied point by point, and transformed back: butterflies on pairs 1,
/// 2, 4, … apart.
///
/// Model: EREW. Time: T = 8k + 3. Work: O(N log N) on at most N processors.
///
/// Source: Pollard, The fast Fourier transform in a finite field, Mathematics of Computation 25 (1971); JáJá, An
/// Introduction to Parallel Algorithms (1992), Section 8.4.
/// @param left, right  n and m coefficients below polynomial_modulus, the constant one first
/// @returns n + m - 1 coefficients; none if a polynomial has none
/// @throws ConfigError if the product has more than most_coefficients, or a coefficient is too large
std::vector<std::uint32_t> polynomial_product(Machine& machine, std::span<const std::uint32_t> left,
                                              std::span<const std::uint32_t> right);

/// The inner product of two vectors of n numbers, which lie cyclically on p BSP processes. Each process adds up the
/// products of its own numbers and puts the sum to all others, so that in the end all of them have the product. Sums
/// are added in the order of processes: the same bits on every network.
///
/// Model: BSP, a process a component. Cost: h = p - 1 in one of 2 supersteps, w = 2 ⌈n/p⌉ and p.
///
/// Source: Bisseling, Parallel Scientific Computation (2nd ed., 2020), Section 1.3.
/// @throws ConfigError if the vectors differ in length
double bsp_inner_product(Machine& machine, std::span<const double> left, std::span<const double> right);

/// The same transform of n numbers that lie cyclically on q BSP processes, the largest power of two with q <= p and
/// q^2 <= n; the others stay idle. Each process transforms its own n/q numbers, multiplies them by twiddle factors, and
/// gives every other those that it needs to transform across processes. The result is cyclic, too.
///
/// Model: BSP, a process a component. Cost: h = 2 (q - 1) n/q^2 in one of 2 supersteps, w = (5n log2 n + 6n)/q in all.
///
/// Source: Bisseling, Parallel Scientific Computation (2nd ed., 2020), Chapter 3; Inda, Bisseling, A simple and
/// efficient parallel FFT algorithm using the BSP model (2001).
/// @throws ConfigError if n is not a power of two
std::vector<std::complex<double>> bsp_fft(Machine& machine, std::span<const std::complex<double>> values);

}  // namespace pram::programs
