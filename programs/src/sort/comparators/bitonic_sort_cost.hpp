#pragma once

#include <cstdint>

#include "logarithm.hpp"

namespace pram::programs {

/// The steps of bitonic_sort(), exactly.
constexpr std::uint64_t bitonic_sort_steps(std::uint64_t n) {
  return n < 2 ? 0 : 2 * ceil_log2(n) * (ceil_log2(n) + 1);
}

}  // namespace pram::programs
