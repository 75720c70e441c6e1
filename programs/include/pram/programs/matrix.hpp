#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <pram/machine.hpp>

/// Matrices stored row by row.
namespace pram::programs {

/// Transposes a matrix stored row by row: one data exchange between all components (all-to-all personalised), no step.
///
/// Model: EREW, placement direct. Time: T = 0; the network's charge of the exchange. Work: none.
///
/// Source: Saad, Schultz, Data communication in parallel architectures (1989), Section 3.5.
/// @throws ConfigError for another placement, or if there are not rows × columns values
std::vector<std::int64_t> matrix_transposition(Machine& machine, std::span<const std::int64_t> matrix,
                                               std::uint64_t rows, std::uint64_t columns);

}  // namespace pram::programs
