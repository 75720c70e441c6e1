#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <pram/machine.hpp>

namespace pram::programs {

/// Replaces value i by the sum of values 0..i, modulo 2^64: up a balanced binary tree, then down again.
///
/// Model: EREW. Time: T = 3 (floor(log2 n) + floor(log2(2n / 3))) for n >= 2, else 0. Work: W < 6n on at most n / 2
/// processors.
///
/// Source: Ladner, Fischer, Parallel prefix computation, JACM 27 (1980), laid out in place as by Brent, Kung, A regular
/// layout for parallel adders (1982); JáJá, An Introduction to Parallel Algorithms (1992), Section 2.1.
void prefix_sums(Machine& machine, const Array<std::int64_t>& values);

/// The same on a shared copy of host values.
std::vector<std::int64_t> prefix_sums(Machine& machine, std::span<const std::int64_t> values);

}  // namespace pram::programs
