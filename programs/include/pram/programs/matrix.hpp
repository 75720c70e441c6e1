#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <pram/machine.hpp>

/// Matrices stored row by row.
namespace pram::programs {

/// Transposes a matrix by one collective of all components (all-to-all personalised), without a step.
///
/// Model: EREW, placement direct. Time: T = 0; the network charges the collective. Work: none.
///
/// Source: Saad, Schultz, Data communication in parallel architectures (1989), Section 3.5.
/// @param matrix  rows × columns values, row by row
/// @returns columns × rows values, row by row
/// @throws ConfigError for another placement, or if there are not rows × columns values
std::vector<std::int64_t> matrix_transposition(Machine& machine, std::span<const std::int64_t> matrix,
                                               std::uint64_t rows, std::uint64_t columns);

/// The most rows of a matrix that matrix_product() takes: every product of two numbers has a processor.
inline constexpr std::uint64_t most_order = 1625;

/// The product of two n × n matrices stored row by row, modulo 2^64: a processor for each of the n^3 products adds it
/// to its sum.
///
/// Model: combining CRCW (sum), not CREW. The sum is a named operation, and so runs under any CRCW rule. Time: T = 3
/// for n >= 1. Work: W = 3 n^3 on n^3 processors; n requests for one cell.
///
/// Source: JáJá, An Introduction to Parallel Algorithms (1992), Section 1.3, with a combining write for its sums.
/// @throws ConfigError if there are not n^2 numbers of each, or n is above most_order
std::vector<std::int64_t> matrix_product(Machine& machine, std::span<const std::int64_t> left,
                                         std::span<const std::int64_t> right, std::uint64_t n);

}  // namespace pram::programs
