#include <pram/programs/sort.hpp>

#include <algorithm>
#include <bit>

#include <pram/programs/input/sequence/numbers.hpp>
#include <pram/programs/row.hpp>
#include "logarithm.hpp"
#include "oracle/sorted.hpp"
#include "programs.hpp"
#include "sort/comparators/padded.hpp"

namespace pram::programs {

std::vector<std::int64_t> odd_even_merge_sort(Machine& machine, std::span<const std::int64_t> values) {
  const std::uint64_t cells = std::bit_ceil(values.size());
  const auto cell = machine.array<std::int64_t>(cells, 0, "cell");
  cell.assign(padded(values, cells));
  machine.pardo(cells / 2, [&](Processor self) -> Task<> {
    for (std::uint64_t run = 1; run < cells; run *= 2) {  // sorted runs of this length are merged in pairs
      self.show("run", run);
      for (std::uint64_t half = run; half >= 1; half /= 2) {
        self.show("half", half);
        const std::uint64_t low = self.id() / half * 2 * half + self.id() % half + (half == run ? 0 : half);
        const std::uint64_t high = low + half;
        if (low / (2 * run) != high / (2 * run)) {
          co_await self.idle(4);
          continue;
        }
        const std::int64_t left = co_await cell[low];
        const std::int64_t right = co_await cell[high];
        co_await (cell[low] = std::min(left, right));
        co_await (cell[high] = std::max(left, right));
      }
    }
  });
  std::vector<std::int64_t> sorted = cell.host();
  sorted.resize(values.size());
  return sorted;
}

Program odd_even_merge_sort_program() {
  const auto steps = [](std::uint64_t n) { return n < 2 ? 0 : 2 * ceil_log2(n) * (ceil_log2(n) + 1); };
  return program<Numbers>(odd_even_merge_sort,
                          {.name = "odd-even-merge-sort",
                           .what = "n numbers sorted by Batcher's odd-even merges",
                           .columns = "number in ascending order",
                           .source = "Batcher 1968; JáJá 4.4",
                           .model = Rule::erew,
                           .time = "O(log^2 n)",
                           .steps = steps,
                           .work = "O(n log^2 n)",
                           .work_at_most = [steps](std::uint64_t n) { return std::bit_ceil(n) / 2 * steps(n); },
                           .degree_at_most = 1,
                           .size = {.usual = 1 << 14, .bytes_each = 2 * sizeof(std::int64_t) + processor_bytes / 2},
                           .oracle = oracle::sorted,
                           .against = "std::sort"});
}

}  // namespace pram::programs
