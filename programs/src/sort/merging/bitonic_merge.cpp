#include <pram/programs/sort.hpp>

#include <algorithm>
#include <bit>
#include <limits>

#include <pram/programs/input/sequence/sorted.hpp>
#include <pram/programs/row.hpp>
#include "logarithm.hpp"
#include "oracle/merged.hpp"
#include "programs.hpp"

namespace pram::programs {

std::vector<std::int64_t> bitonic_merge(Machine& machine, std::span<const std::int64_t> left,
                                        std::span<const std::int64_t> right) {
  const std::uint64_t n = left.size() + right.size();
  const std::uint64_t cells = std::bit_ceil(n);
  // The left sequence, the largest number in cells that are left over, and the right sequence from its end: bitonic.
  std::vector<std::int64_t> both(left.begin(), left.end());
  both.resize(cells - right.size(), std::numeric_limits<std::int64_t>::max());
  both.insert(both.end(), right.rbegin(), right.rend());
  const auto cell = machine.array(both, "cell");
  machine.pardo(cells / 2, [&](Processor self) -> Task<> {
    for (std::uint64_t half = cells / 2; half >= 1; half /= 2) {
      const std::uint64_t low = self.id() / half * 2 * half + self.id() % half;
      const std::int64_t one = co_await cell[low];
      const std::int64_t other = co_await cell[low + half];
      co_await (cell[low] = std::min(one, other));
      co_await (cell[low + half] = std::max(one, other));
    }
  });
  std::vector<std::int64_t> merged = cell.host();
  merged.resize(n);
  return merged;
}

Program bitonic_merge_program() {
  return program<SortedPairs>(
      bitonic_merge,
      {.name = "bitonic-merge",
       .what = "two sorted sequences of n numbers together, by Batcher's network without concurrent reads",
       .columns = "number in ascending order",
       .source = "Batcher 1968; JáJá 4.4",
       .model = Rule::erew,
       .time = "O(log n)",
       .steps = [](std::uint64_t n) { return n < 2 ? 0 : 4 * ceil_log2(n); },
       .work = "O(n log n)",
       .work_at_most = [](std::uint64_t n) { return n < 2 ? 0 : 2 * std::bit_ceil(n) * ceil_log2(n); },
       .degree_at_most = 1,
       .size = {.usual = 1 << 15, .bytes_each = 2 * sizeof(std::int64_t) + processor_bytes},
       .oracle = oracle::merged,
       .against = "std::merge"});
}

}  // namespace pram::programs
