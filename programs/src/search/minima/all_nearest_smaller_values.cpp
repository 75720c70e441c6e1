#include <pram/programs/search.hpp>

#include <algorithm>
#include <bit>

#include <pram/detail/no_node.hpp>
#include <pram/programs/input/sequence/numbers.hpp>
#include <pram/programs/row.hpp>
#include "logarithm.hpp"
#include "oracle/search/smaller_value_stack.hpp"
#include "programs.hpp"
#include "search/minima/nearest_smaller_result.hpp"
#include "search/minima/tree_of_minima.hpp"

namespace pram::programs {

NearestSmallerValues all_nearest_smaller_values(Machine& machine, std::span<const std::int64_t> values) {
  const std::uint64_t n = values.size();
  const auto value = machine.array(values, "value");
  const auto left = machine.array<std::uint32_t>(n, no_node, "left");
  const auto right = machine.array<std::uint32_t>(n, no_node, "right");
  TreeOfMinima tree(machine, n);
  std::vector<std::int64_t> own(n);  // per processor: its value, which it alone knows
  machine.pardo(n, [&](Processor self) -> Task<> {
    own[self.id()] = co_await value[self.id()];
    co_await (tree.least[tree.leaves + self.id()] = own[self.id()]);
  });
  tree.build();
  for (const bool on_left : {true, false}) {
    machine.pardo(n, [&](Processor self) -> Task<> {
      const std::uint32_t nearest = co_await tree.nearest_smaller(self, own[self.id()], on_left);
      if (nearest != no_node) co_await ((on_left ? left : right)[self.id()] = nearest);
    });
  }
  return {left.host(), right.host()};
}

Program all_nearest_smaller_values_program() {
  return program<Numbers>(
      all_nearest_smaller_values,
      {.name = "all-nearest-smaller-values",
       .alias = "nearest-smaller",
       .what = "for each of n numbers the nearest smaller one on its left and on its right, on a tree of minima",
       .columns = "index of the nearest smaller one on the left or -1 for none, the same on the right",
       .source = "Berkman, Schieber, Vishkin 1993",
       .model = Rule::crew,
       .needs_more_than = Rule::erew,
       .time = "O(log n)",
       .steps_at_most = [](std::uint64_t n) { return n == 0 ? 0 : 4 + 7 * ceil_log2(n); },
       .work = "O(n log n)",
       .work_at_most = [](std::uint64_t n) { return n == 0 ? 0 : n * (4 + 4 * ceil_log2(n)) + 3 * std::bit_ceil(n); },
       .degree_at_most = [](std::uint64_t n) { return std::max<std::uint64_t>(1, std::bit_ceil(n) / 2); },
       .size = {.usual = 1 << 14, .bytes_each = 6 * sizeof(std::int64_t) + processor_bytes, .most = most_items / 2},
       .oracle = oracle::nearest_smaller_values,
       .against = "one pass with a stack",
       .facts = [](const auto&, const NearestSmallerValues& found) { return facts_of(found); }});
}

}  // namespace pram::programs
