#include <pram/programs/sort.hpp>

#include <algorithm>

#include <pram/programs/input/sequence/sorted.hpp>
#include <pram/programs/row.hpp>
#include "logarithm.hpp"
#include "oracle/merged.hpp"
#include "programs.hpp"

namespace pram::programs {

std::vector<std::int64_t> merge_by_ranking(Machine& machine, std::span<const std::int64_t> left,
                                           std::span<const std::int64_t> right) {
  const auto a = machine.array(left, "left");
  const auto b = machine.array(right, "right");
  const auto merged = machine.array<std::int64_t>(left.size() + right.size(), 0, "merged");
  machine.pardo(merged.size(), [&](Processor self) -> Task<> {
    const bool of_left = self.id() < a.size();
    const std::uint64_t place = of_left ? self.id() : self.id() - a.size();
    const std::int64_t mine = co_await (of_left ? a : b)[place];
    // The smaller numbers of the other sequence go before it; before a number of the right sequence also the equal
    // ones.
    const Array<std::int64_t>& others = of_left ? b : a;
    std::uint64_t low = 0;
    for (std::uint64_t high = others.size(); low < high;) {
      const std::uint64_t middle = low + (high - low) / 2;
      const std::int64_t other = co_await others[middle];
      if (other < mine || (other == mine && !of_left)) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    co_await (merged[place + low] = mine);
  });
  return merged.host();
}

Program merge_by_ranking_program() {
  return program<SortedPairs>(merge_by_ranking,
                              {.name = "merge-by-ranking",
                               .alias = "merge",
                               .what = "two sorted sequences of n numbers together, each by a binary search",
                               .columns = "number in ascending order",
                               .source = "JáJá 4.2",
                               .model = Rule::crew,
                               .needs_more_than = Rule::erew,
                               .time = "O(log n)",
                               .steps_at_most = [](std::uint64_t n) { return n == 0 ? 0 : 3 + floor_log2(n); },
                               .work = "O(n log n)",
                               .work_at_most = [](std::uint64_t n) { return n == 0 ? 0 : n * (3 + floor_log2(n)); },
                               .degree_at_most =
                                   [](const SortedPairs::Value& pair) {
                                     return std::max<std::uint64_t>({1, pair.left.size(), pair.right.size()});
                                   },
                               .size = {.usual = 1 << 17, .bytes_each = 3 * sizeof(std::int64_t) + processor_bytes},
                               .oracle = oracle::merged,
                               .against = "std::merge"});
}

}  // namespace pram::programs
