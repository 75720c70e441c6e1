#pragma once

#include <algorithm>
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

/// The most requests for one cell: all samples of one run search the other, and two processors may merge there.
constexpr std::uint64_t merge_sort_degree(std::uint64_t n) {
  std::uint64_t degree = 1;
  for (std::uint64_t run = 1; run < n; run *= 2) {
    const std::uint64_t k = distance_of_samples(2 * run);
    degree = std::max(degree, (run + k - 1) / k + 2);
  }
  return degree;
}

}  // namespace pram::programs
