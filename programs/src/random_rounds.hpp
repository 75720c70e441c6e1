#pragma once

#include <cstdint>

#include "logarithm.hpp"

/// Rounds of random choices. More of them are taken with a chance below 10^-9 each, whatever the input.
namespace pram::programs {

/// If each of n goes in a round with a chance of 1/4 at least: (ln n + 21) / ln (4/3).
constexpr std::uint64_t most_rounds_of_quarters(std::uint64_t n) {
  return n == 0 ? 1 : 75 + (5 * ceil_log2(n) + 1) / 2;
}

/// If at most half of n is left after a round, on average.
constexpr std::uint64_t most_rounds_of_halves(std::uint64_t n) { return n == 0 ? 1 : 32 + ceil_log2(n); }

}  // namespace pram::programs
