#include <pram/programs/sort.hpp>

#include <algorithm>

#include <pram/programs/detail/results.hpp>
#include <pram/programs/input/sequence/numbers.hpp>
#include <pram/programs/row.hpp>
#include <pram/programs/scan.hpp>
#include "logarithm.hpp"
#include "oracle/sorted.hpp"
#include "programs.hpp"
#include "scan/prefix_sums_cost.hpp"
#include "sort/merging/merge_sort_cost.hpp"

namespace pram::programs {

namespace {

/// The size of the sample, for parts of log n numbers on average.
std::uint64_t splitters_of(std::uint64_t n) { return n < 4 ? 0 : n / ceil_log2(n); }

}  // namespace

SampleSort sample_sort(Machine& machine, std::span<const std::int64_t> values) {
  const std::uint64_t n = values.size();
  if (n == 0) return {};
  const std::uint64_t s = splitters_of(n);
  const auto value = machine.array(values, "value");
  auto splitter = machine.array<std::int64_t>(s, 0, "splitter");
  // Part 2k lies between splitters k - 1 and k; part 2k + 1 equals splitter k. The count of part i is in cell i + 1.
  const auto smaller = machine.array<std::int64_t>(2 * s + 2, 0, "smaller");
  const auto parted = machine.array<std::int64_t>(n, 0, "parted");
  // Per place: where its part begins, and in the upper half of the word how many values are compared there.
  const auto compared = machine.array<std::uint64_t>(n, 0, "compared");
  const auto sorted = machine.array<std::int64_t>(n, 0, "sorted");
  machine.pardo(s, [&](Processor self) -> Task<> {
    const std::int64_t drawn = co_await value[self.random(n)];
    co_await (splitter[self.id()] = drawn);
  });
  merge_sort(machine, splitter);

  std::vector<std::int64_t> own(n);  // per value: itself, its part, its place there; its processor alone knows them
  std::vector<std::uint64_t> part(n);
  std::vector<std::uint64_t> place(n);
  machine.pardo(n, [&](Processor self) -> Task<> {
    own[self.id()] = co_await value[self.id()];
    std::uint64_t low = 0;
    bool is_splitter = false;
    for (std::uint64_t high = s; low < high;) {
      const std::uint64_t middle = low + (high - low) / 2;
      const std::int64_t other = co_await splitter[middle];
      is_splitter |= other == own[self.id()];
      if (other < own[self.id()]) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    part[self.id()] = 2 * low + (is_splitter ? 1 : 0);
  });
  machine.pardo(n, [&](Processor self) -> Task<> {
    place[self.id()] = static_cast<std::uint64_t>(co_await smaller[part[self.id()] + 1].multiprefix_add(1));
  });
  prefix_sums(machine, smaller);
  machine.pardo(n, [&](Processor self) -> Task<> {
    const auto first = static_cast<std::uint64_t>(co_await smaller[part[self.id()]]);
    const auto end = static_cast<std::uint64_t>(co_await smaller[part[self.id()] + 1]);
    co_await (parted[first + place[self.id()]] = own[self.id()]);
    // Equal values are in order already.
    co_await (compared[first + place[self.id()]] = part[self.id()] % 2 == 0 ? (end - first) << 32 | first : 0);
  });
  // From here on a processor has the value at its place: those of a part stand side by side.
  machine.pardo(n, [&](Processor self) -> Task<> {
    own[self.id()] = co_await parted[self.id()];
    const std::uint64_t all = co_await compared[self.id()];
    place[self.id()] = self.id();
    if (all == 0) co_return;
    const std::uint64_t first = all & 0xFFFFFFFF;
    const std::uint64_t end = first + (all >> 32);
    // Each processor begins with the value after its own, so that no two of them read the same value.
    std::uint64_t rank = first;
    std::uint64_t at = self.id();
    for (std::uint64_t k = 1; k < end - first; ++k) {
      at = at + 1 == end ? first : at + 1;
      const std::int64_t other = co_await parted[at];
      if (other < own[self.id()] || (other == own[self.id()] && at < self.id())) ++rank;
    }
    place[self.id()] = rank;
  });
  machine.pardo(n, [&](Processor self) -> Task<> { co_await (sorted[place[self.id()]] = own[self.id()]); });
  SampleSort found{sorted.host(), 0};
  const std::vector<std::int64_t> ends = smaller.host();
  for (std::uint64_t k = 0; k <= s; ++k)
    found.largest_part = std::max(found.largest_part, static_cast<std::uint64_t>(ends[2 * k + 1] - ends[2 * k]));
  return found;
}

Program sample_sort_program() {
  return program<Numbers>(
      sample_sort,
      {.name = "sample-sort",
       .what = "n numbers sorted by n / log n random splitters; within parts all numbers are compared",
       .columns = "number in ascending order",
       .source = "Frazer, McKellar 1970; Reischuk 1985",
       .model = Model::multiprefix,
       .needs_more_than = Rule::crew,
       .time = "O(log^2 n) with high probability",
       .steps_at_most =
           [](const auto& values, const SampleSort& found) {
             const std::uint64_t n = values.size();
             const std::uint64_t s = splitters_of(n);
             return n == 0 ? 0
                           : 11 + merge_sort_steps(s) + (s == 0 ? 0 : floor_log2(s) + 1) +
                                 prefix_sums_steps(2 * s + 2) + found.largest_part;
           },
       .work = "O(n log n) with high probability",
       .work_at_most =
           [](const auto& values, const SampleSort& found) {
             const std::uint64_t n = values.size();
             const std::uint64_t s = splitters_of(n);
             return n * (9 + (s == 0 ? 0 : floor_log2(s) + 1) + found.largest_part) + merge_sort_work(s) +
                    prefix_sums_work(2 * s + 2) + 2 * s;
           },
       .degree_at_most = [](std::uint64_t n) { return n; },
       .size = {.usual = 1 << 13, .bytes_each = 10 * sizeof(std::int64_t) + processor_bytes},
       .oracle = [](const auto& values, const SampleSort& found) { return found.values == oracle::sorted(values); },
       .against = "std::sort",
       .facts = [](const auto&, const SampleSort& found) -> Facts {
         return {{"largest_part", static_cast<std::int64_t>(found.largest_part)}};
       },
       .write = [](std::ostream& out, const auto&, const SampleSort& found) { write_result(out, found.values); }});
}

}  // namespace pram::programs
