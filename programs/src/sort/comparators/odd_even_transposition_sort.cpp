#include <pram/programs/sort.hpp>

#include <algorithm>

#include <pram/programs/input/sequence/numbers.hpp>
#include <pram/programs/row.hpp>
#include "oracle/sorted.hpp"
#include "programs.hpp"

namespace pram::programs {

std::vector<std::int64_t> odd_even_transposition_sort(Machine& machine, std::span<const std::int64_t> values) {
  const std::uint64_t n = values.size();
  const auto cell = machine.array(values, "cell");
  machine.pardo(n / 2, [&](Processor self) -> Task<> {
    for (std::uint64_t round = 0; round < n; ++round) {
      const std::uint64_t low = 2 * self.id() + round % 2;
      if (low + 1 >= n) {
        co_await self.idle(4);
        continue;
      }
      const std::int64_t left = co_await cell[low];
      const std::int64_t right = co_await cell[low + 1];
      co_await (cell[low] = std::min(left, right));
      co_await (cell[low + 1] = std::max(left, right));
    }
  });
  return cell.host();
}

Program odd_even_transposition_sort_program() {
  return program<Numbers>(
      odd_even_transposition_sort,
      {.name = "odd-even-transposition-sort",
       .what = "n numbers sorted by exchanges of neighbours, even and odd ones by turns",
       .columns = "number in ascending order",
       .source = "Habermann 1972; Knuth 5.3.4",
       .model = Rule::erew,
       .time = "O(n)",
       .steps = [](std::uint64_t n) { return n < 2 ? 0 : 4 * n; },
       .work = "O(n^2)",
       .work_at_most = [](std::uint64_t n) { return 2 * n * n; },
       .degree_at_most = 1,
       .size = {.usual = 512, .bytes_each = 2 * sizeof(std::int64_t) + processor_bytes, .tested = 32},
       .oracle = oracle::sorted,
       .against = "std::sort"});
}

}  // namespace pram::programs
