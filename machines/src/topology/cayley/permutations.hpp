#pragma once

#include <array>
#include <cstdint>

namespace pram {

/// The permutations of at most so many symbols are nodes of a topology: 9! is the last factorial below 2^20.
inline constexpr std::uint32_t most_symbols = 9;

/// A permutation of the symbols 0 to n - 1, by position. Positions from n on hold nothing.
using Permutation = std::array<std::uint8_t, most_symbols>;

/// n!
std::uint32_t factorial(std::uint32_t symbols);

/// A permutation's place in lexicographic order, and the permutation of a place. The identity has place 0.
std::uint32_t number_of(const Permutation& permutation, std::uint32_t symbols);
Permutation permutation_of(std::uint32_t number, std::uint32_t symbols);

/// The positions in `to` of the symbols of `from`. Moves of positions that sort it lead from `from` to `to`.
Permutation positions(const Permutation& from, const Permutation& to, std::uint32_t symbols);

}  // namespace pram
