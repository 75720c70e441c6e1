#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <utility>

#include <pram/detail/memory_account.hpp>
#include <pram/network/poll.hpp>

/// Merging on one process, with its comparisons counted: the local work of BSP programs that sort.
namespace pram::programs {

/// Merges sorted runs that lie one after the other, pair by pair until one is left. Stable.
/// @param values  a vector
/// @param ends    where each run ends, in order; the last at values.size()
/// @returns the comparisons that it took: at most ⌈log2 runs⌉ for each value
template <class Values>
std::uint64_t merge_runs(Values& values, pram::detail::CountedVector<std::uint64_t> ends) {
  using T = typename Values::value_type;
  Poller poller;
  std::uint64_t comparisons = 0;
  const auto less = [&comparisons](const T& a, const T& b) {
    ++comparisons;
    return a < b;
  };
  Values merged(values.size());
  while (ends.size() > 1) {
    std::uint64_t first = 0;
    std::size_t kept = 0;
    for (std::size_t run = 0; run < ends.size(); run += 2) {
      const std::uint64_t middle = ends[run];
      const std::uint64_t last = run + 1 < ends.size() ? ends[run + 1] : middle;
      std::merge(values.data() + first, values.data() + middle, values.data() + middle, values.data() + last,
                 merged.data() + first, less);
      poller.work(last - first);
      ends[kept++] = first = last;
    }
    ends.resize(kept);
    values.swap(merged);
  }
  return comparisons;
}

/// Merge sort.
/// @returns the comparisons that it took: at most n ⌈log2 n⌉
template <class Values>
std::uint64_t merge_sort(Values& values) {
  pram::detail::CountedVector<std::uint64_t> ends(values.size());
  std::iota(ends.begin(), ends.end(), std::uint64_t{1});
  return merge_runs(values, std::move(ends));
}

}  // namespace pram::programs
