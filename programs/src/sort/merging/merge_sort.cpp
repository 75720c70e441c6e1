#include <pram/programs/sort.hpp>

#include <algorithm>
#include <utility>

#include <pram/programs/input/sequence/numbers.hpp>
#include <pram/programs/row.hpp>
#include "oracle/sorted.hpp"
#include "programs.hpp"
#include "sort/merging/merge_samples.hpp"
#include "sort/merging/merge_sort_cost.hpp"

namespace pram::programs {

void merge_sort(Machine& machine, Array<std::int64_t>& values) {
  const std::uint64_t n = values.size();
  auto merged = machine.array<std::int64_t>(n, 0, values.name());
  for (std::uint64_t run = 1; run < n; run *= 2) {
    const std::uint64_t k = distance_of_samples(2 * run);
    const std::uint64_t samples = 2 * ((run + k - 1) / k);
    machine.pardo((n + 2 * run - 1) / (2 * run) * samples, [&](Processor self) -> Task<> {
      const std::uint64_t begin = self.id() / samples * 2 * run;
      const SampledRuns runs{begin, std::min(n, begin + run), std::min(n, begin + 2 * run), k};
      const std::uint64_t sample = self.id() % samples;
      if (sample < runs.samples()) co_await merge_from_sample(self, values, merged, runs, sample);
    });
    std::swap(values, merged);
  }
}

std::vector<std::int64_t> merge_sort(Machine& machine, std::span<const std::int64_t> values) {
  auto shared = machine.array(values, "values");
  merge_sort(machine, shared);
  return shared.host();
}

Program merge_sort_program() {
  return program<Numbers>(
      +[](Machine& machine, std::span<const std::int64_t> values) { return merge_sort(machine, values); },
      {.name = "merge-sort",
       .what = "n numbers sorted by merging runs of 1, 2, 4, …, all numbers of a level at once",
       .columns = "number in ascending order",
       .source = "Shiloach, Vishkin 1981; JáJá 4.3",
       .model = Rule::crew,
       .needs_more_than = Rule::erew,
       .time = "O(log^2 n)",
       .steps_at_most = merge_sort_steps,
       .work = "O(n log n)",
       .work_at_most = merge_sort_work,
       .degree_at_most = merge_sort_degree,
       .size = {.usual = 1 << 13, .bytes_each = 3 * sizeof(std::int64_t) + processor_bytes},
       .oracle = oracle::sorted,
       .against = "std::sort"});
}

}  // namespace pram::programs
