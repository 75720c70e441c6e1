#pragma once

#include <bit>
#include <cstdint>

#include "logarithm.hpp"

namespace pram::programs {

/// The most steps of cole_merge_sort(), and its most work; in shared memory two steps more, of a processor each value.
constexpr std::uint64_t cole_merge_sort_steps(std::uint64_t n) { return n == 0 ? 0 : 96 * ceil_log2(n); }
constexpr std::uint64_t cole_merge_sort_work(std::uint64_t n) {
  return n == 0 ? 0 : 64 * std::bit_ceil(n) * ceil_log2(n);
}

}  // namespace pram::programs
