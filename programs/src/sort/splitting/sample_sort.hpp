#pragma once

#include <algorithm>
#include <bit>
#include <compare>
#include <cstdint>
#include <limits>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include <pram/bsp.hpp>
#include <pram/detail/memory_account.hpp>
#include <pram/machine/task.hpp>
#include <pram/programs/row.hpp>
#include <pram/programs/sort.hpp>
#include "distribution.hpp"
#include "logarithm.hpp"
#include "oracle/sorted.hpp"
#include "sort/merging/merge_runs.hpp"

/// What sample sorts have in common; they differ in how they find the splitters.
namespace pram::programs {

/// A value to sort, distinguished from equal ones by its place in the input. So there are no equal keys, and no input
/// makes parts uneven. Two words.
struct SortKey {
  std::int64_t value = 0;
  std::uint64_t index = 0;

  friend auto operator<=>(const SortKey&, const SortKey&) = default;
};

/// Above all keys: what lies between such splitters is nothing.
inline constexpr SortKey above_all_keys = {std::numeric_limits<std::int64_t>::max(),
                                           std::numeric_limits<std::uint64_t>::max()};

/// The block of a process, sorted.
inline pram::detail::CountedVector<SortKey> sorted_block(bsp::Process self, std::span<const std::int64_t> values) {
  const BlockDistribution blocks(values.size(), self.count());
  pram::detail::CountedVector<SortKey> keys;
  keys.reserve(blocks.size(self.id()));
  for (std::uint64_t i = blocks.first(self.id()); i < blocks.first(self.id() + 1); ++i) keys.push_back({values[i], i});
  self.work(merge_sort(keys));
  return keys;
}

/// Cuts the keys of every process at the splitters, gives part k to process k, and merges there what comes. Two
/// supersteps.
/// @param keys  sorted
/// @param splitters  p - 1 of them, sorted, the same on all processes
/// @returns the values of the process's part, sorted
inline Task<pram::detail::CountedVector<std::int64_t>> merged_parts(bsp::Process self,
                                                                    pram::detail::CountedVector<SortKey> keys,
                                                                    pram::detail::CountedVector<SortKey> splitters) {
  std::uint64_t comparisons = 0;
  const auto less = [&comparisons](const SortKey& a, const SortKey& b) {
    ++comparisons;
    return a < b;
  };
  pram::detail::CountedVector<std::int64_t> sorted;
  sorted.reserve(keys.size());
  for (const SortKey& key : keys) sorted.push_back(key.value);
  pram::detail::CountedVector<std::uint64_t> first;
  first.reserve(splitters.size() + 2);
  first.push_back(0);
  for (const SortKey& splitter : splitters)
    first.push_back(static_cast<std::uint64_t>(std::ranges::lower_bound(keys, splitter, less) - keys.begin()));
  first.push_back(keys.size());
  self.work(comparisons);

  const auto part_for = [&](std::uint64_t process) {
    return std::span<const std::int64_t>(sorted).subspan(first[process], first[process + 1] - first[process]);
  };
  const auto parts = self.queue<std::int64_t>("parts");
  for (const std::uint64_t other : self.others()) {
    if (!part_for(other).empty()) parts.send(other, part_for(other));
  }
  co_await self.sync("parts");

  const std::span<const std::int64_t> kept = part_for(self.id());
  pram::detail::CountedVector<std::int64_t> merged(kept.begin(), kept.end());
  pram::detail::CountedVector<std::uint64_t> ends;
  ends.push_back(merged.size());
  for (const auto part : parts) {
    merged.insert(merged.end(), part.values().begin(), part.values().end());
    ends.push_back(merged.size());
  }
  self.work(merge_runs(merged, std::move(ends)));
  co_await self.sync("merge");
  co_return merged;
}

/// The parts of all processes one after the other.
/// @param parts  per process: what it has; a rank knows those of its own processes
inline SampleSort joined(Machine& machine, const std::vector<pram::detail::CountedVector<std::int64_t>>& parts) {
  std::vector<std::uint64_t> sizes;
  for (const pram::detail::CountedVector<std::int64_t>& part : parts) sizes.push_back(part.size());
  machine.unite(sizes);
  std::vector<std::uint64_t> ends(sizes.size());
  std::partial_sum(sizes.begin(), sizes.end(), ends.begin());
  SampleSort all{std::vector<std::int64_t>(ends.back()), std::ranges::max(sizes)};
  for (std::size_t process = 0; process < parts.size(); ++process)
    std::ranges::copy(parts[process], all.values.begin() + static_cast<std::ptrdiff_t>(ends[process] - sizes[process]));
  machine.unite(all.values, parts.size(), [&](std::uint64_t place) {
    return static_cast<std::uint64_t>(std::ranges::upper_bound(ends, place) - ends.begin());
  });
  return all;
}

inline Verdict judge_sample_sort(const std::vector<std::int64_t>& values, const SampleSort& found) {
  return found.values == oracle::sorted(values);
}

inline Facts facts_of_sample_sort(const std::vector<std::int64_t>&, const SampleSort& found) {
  return {{"largest_part", static_cast<std::int64_t>(found.largest_part)}};
}

inline void write_sample_sort(std::ostream& out, const std::vector<std::int64_t>&, const SampleSort& found) {
  write_result(out, found.values);
}

/// What a process compares at the most: to sort its block of b keys, and to merge a part of so many from p processes.
inline std::uint64_t sample_sort_work(std::uint64_t block, std::uint64_t part, std::uint64_t processes) {
  const std::uint64_t sorting = block == 0 ? 0 : block * ceil_log2(block);
  const std::uint64_t cutting = (processes - 1) * static_cast<std::uint64_t>(std::bit_width(block));
  return sorting + cutting + part * ceil_log2(processes);
}

}  // namespace pram::programs
