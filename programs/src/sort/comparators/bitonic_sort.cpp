#include <pram/programs/sort.hpp>

#include <algorithm>
#include <bit>
#include <string>

#include <pram/programs/input/sequence/numbers.hpp>
#include <pram/programs/row.hpp>
#include "oracle/sorted.hpp"
#include "programs.hpp"
#include "sort/comparators/bitonic_sort_cost.hpp"
#include "sort/comparators/padded.hpp"

namespace pram::programs {

void bitonic_sort(Machine& machine, const Array<std::int64_t>& cell) {
  const std::uint64_t cells = cell.size();
  if (cells != 0 && !std::has_single_bit(cells)) throw ConfigError("cells", std::to_string(cells), "a power of two");
  machine.pardo(cells / 2, [&](Processor self) -> Task<> {
    for (std::uint64_t run = 2; run <= cells; run *= 2) {
      for (std::uint64_t half = run / 2; half >= 1; half /= 2) {
        const std::uint64_t low = self.id() / half * 2 * half + self.id() % half;
        // Two sorted runs are compared end to end, so that all comparators point upwards. After that the runs are
        // bitonic and are compared side by side.
        const std::uint64_t high = 2 * half == run ? low / run * run + run - 1 - low % run : low + half;
        const std::int64_t left = co_await cell[low];
        const std::int64_t right = co_await cell[high];
        co_await (cell[low] = std::min(left, right));
        co_await (cell[high] = std::max(left, right));
      }
    }
  });
}

std::vector<std::int64_t> bitonic_sort(Machine& machine, std::span<const std::int64_t> values) {
  const std::uint64_t cells = std::bit_ceil(values.size());
  const auto cell = machine.array<std::int64_t>(cells, 0, "cell");
  cell.assign(padded(values, cells));
  bitonic_sort(machine, cell);
  std::vector<std::int64_t> sorted = cell.host();
  sorted.resize(values.size());
  return sorted;
}

Program bitonic_sort_program() {
  return program<Numbers>(
      +[](Machine& machine, std::span<const std::int64_t> values) { return bitonic_sort(machine, values); },
      {.name = "bitonic-sort",
       .what = "n numbers sorted by Batcher's network",
       .columns = "number in ascending order",
       .source = "Batcher 1968; JáJá 4.4",
       .model = Rule::erew,
       .time = "O(log^2 n)",
       .steps = bitonic_sort_steps,
       .work = "O(n log^2 n)",
       .work_at_most = [](std::uint64_t n) { return std::bit_ceil(n) / 2 * bitonic_sort_steps(n); },
       .degree_at_most = 1,
       .size = {.usual = 1 << 14, .bytes_each = 2 * sizeof(std::int64_t) + processor_bytes / 2},
       .oracle = oracle::sorted,
       .against = "std::sort"});
}

}  // namespace pram::programs
