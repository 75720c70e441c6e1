#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <pram/machine.hpp>

/// Sums over prefixes, reductions, and what a step does with one cell.
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

/// All processors read one cell in one step: the hot spot against which networks and access protocols are measured.
///
/// Model: CREW. Time: T = 1 for processors >= 1. Work: W = processors.
///
/// Source: the hot spot of Pfister and Norton, IEEE Transactions on Computers C-34 (1985), with every request to it.
/// @returns what each processor read
std::vector<std::int64_t> concurrent_read(Machine& machine, std::int64_t value, std::uint64_t processors);

}  // namespace pram::programs
