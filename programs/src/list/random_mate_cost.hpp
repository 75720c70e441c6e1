#pragma once

#include <algorithm>
#include <cstdint>

#include "logarithm.hpp"

namespace pram::programs {

/// The nodes of a processor of list_ranking_random_mate(): a block of about log2 n.
constexpr std::uint64_t random_mate_block(std::uint64_t n) {
  return n == 0 ? 1 : std::max<std::uint64_t>(1, ceil_log2(n));
}

/// The most steps of list_ranking_random_mate() on a list in shared memory, and its most work with high probability.
constexpr std::uint64_t random_mate_steps(std::uint64_t n) {
  return n == 0 ? 0 : 7 + 40 * random_mate_block(n) + 2 * ceil_log2(n);
}
constexpr std::uint64_t random_mate_work(std::uint64_t n) { return 49 * n + 40 * random_mate_block(n); }

}  // namespace pram::programs
