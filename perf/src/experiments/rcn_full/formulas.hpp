#pragma once

#include <cstdint>

#include "rcn_full.hpp"

/// The RCN-FULL paper's formulas, corrected, for atoms of 2^a nodes.
namespace pram::perf::rcn_formulas {

/// (6), (7): AS(L) = 2 AS(L-1) + 2, AS(0) = a.
std::uint64_t ascend(std::uint64_t log_atom, std::uint32_t levels);

/// (7) as printed: log N where log N_A belongs.
std::uint64_t ascend_printed(std::uint64_t log_atom, std::uint32_t levels);

/// (4): ST(L) = K1 ST(L-1) + K2 from the steps that an atom takes, K1 = 15 and K2 = 14.
std::uint64_t sort(std::uint64_t atom_steps, std::uint32_t levels);

/// (5) as printed: with log N for log N_A, an atom's steps count 2^L times.
std::uint64_t sort_printed(std::uint64_t atom_steps, std::uint32_t levels);

/// K1 rows of atoms at level 1, `higher` operations on rows above, K2 = 16.
std::uint64_t rotatesort(std::uint64_t atom_steps, std::uint32_t levels, std::uint64_t higher);

/// Bitonic exchanges in an atom.
std::uint64_t bitonic_atom(std::uint64_t log_atom);

/// Bitonic sort of the whole network: exchanges and transpositions.
std::uint64_t direct_bitonic(std::uint64_t log_atom, std::uint32_t levels);

/// The smallest log2 N_A, from 1, for which SORT with Cole's atoms of constant K3 takes fewer steps than
/// direct_bitonic.
std::uint64_t crossover(std::uint32_t levels, std::uint32_t cole_constant);

/// Theorem 1.
double hypercube_pins(std::uint64_t nodes, std::uint64_t chips);

/// Theorems 2 and 3 as printed.
double rcn_pins_printed(std::uint64_t nodes, std::uint64_t chips, std::uint32_t levels);

}  // namespace pram::perf::rcn_formulas
