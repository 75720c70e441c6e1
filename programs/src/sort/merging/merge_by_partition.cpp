#include <pram/programs/sort.hpp>

#include <algorithm>

#include <pram/programs/input/sequence/sorted.hpp>
#include <pram/programs/row.hpp>
#include "logarithm.hpp"
#include "oracle/merged.hpp"
#include "programs.hpp"
#include "sort/merging/merge_samples.hpp"

namespace pram::programs {

std::vector<std::int64_t> merge_by_partition(Machine& machine, std::span<const std::int64_t> left,
                                             std::span<const std::int64_t> right) {
  const std::uint64_t n = left.size() + right.size();
  std::vector<std::int64_t> both(left.begin(), left.end());
  both.insert(both.end(), right.begin(), right.end());
  const auto runs = machine.array(both, "runs");
  const auto merged = machine.array<std::int64_t>(n, 0, "merged");
  const SampledRuns sampled{0, left.size(), n, distance_of_samples(n)};
  machine.pardo(sampled.samples(),
                [&](Processor self) -> Task<> { return merge_from_sample(self, runs, merged, sampled, self.id()); });
  return merged.host();
}

Program merge_by_partition_program() {
  return program<SortedPairs>(
      merge_by_partition,
      {.name = "merge-by-partition",
       .what = "two sorted sequences of n numbers together, by n / log n processors with log n numbers each",
       .columns = "number in ascending order",
       .source = "Shiloach, Vishkin 1981; JáJá 2.4",
       .model = Rule::crew,
       .needs_more_than = Rule::erew,
       .time = "O(log n)",
       .steps_at_most = [](std::uint64_t n) { return n == 0 ? 0 : merge_sample_steps(n, distance_of_samples(n)); },
       .work = "O(n)",
       // A sample is a search and two numbers too many; all others are read and written once.
       .work_at_most =
           [](std::uint64_t n) { return n == 0 ? 0 : 2 * n + (n / distance_of_samples(n) + 2) * (floor_log2(n) + 4); },
       .degree_at_most = [](std::uint64_t n) { return n / distance_of_samples(n) + 2; },
       .size = {.usual = 1 << 16, .bytes_each = 4 * sizeof(std::int64_t)},
       .oracle = oracle::merged,
       .against = "std::merge"});
}

}  // namespace pram::programs
