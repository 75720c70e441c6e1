#pragma once

#include <cstdint>

#include "logarithm.hpp"
#include "sort/merging/merge_samples.hpp"

namespace pram::programs {

/// The most steps of merge_sort(), and its most work.
constexpr std::uint64_t merge_sort_steps(std::uint64_t n) {
  std::uint64_t steps = 0;
  for (std::uint64_t run = 1; run < n; run *= 2) steps += merge_sample_steps(run, distance_of_samples(2 * run));
  return steps;
}
constexpr std::uint64_t merge_sort_work(std::uint64_t n) { return n < 2 ? 0 : 8 * n * ceil_log2(n); }

}  // namespace pram::programs
