#pragma once

#include <cstdint>

#include "logarithm.hpp"

namespace pram::programs {

/// The cost of prefix_sums() for n numbers: exactly so many steps, and less work than this.
constexpr std::uint64_t prefix_sums_steps(std::uint64_t n) {
  return n < 2 ? 0 : 3 * (floor_log2(n) + (n == 2 ? 0 : floor_log2(2 * n / 3)));
}
constexpr std::uint64_t prefix_sums_work(std::uint64_t n) { return 6 * n; }

}  // namespace pram::programs
