#include <pram/programs/search.hpp>

#include <algorithm>

#include <pram/detail/no_node.hpp>
#include <pram/programs/input/sequence/numbers.hpp>
#include <pram/programs/row.hpp>
#include "oracle/search/smaller_value_stack.hpp"
#include "programs.hpp"
#include "search/minima/nearest_smaller_result.hpp"
#include "search/minima/smaller_values_before.hpp"

namespace pram::programs {

NearestSmallerValues all_nearest_smaller_values_by_blocks(Machine& machine, std::span<const std::int64_t> values) {
  const std::uint64_t n = values.size();
  if (n == 0) return {};
  const auto value = machine.array(values, "value");
  const auto left = machine.array<std::uint32_t>(n, no_node, "left");
  const auto right = machine.array<std::uint32_t>(n, no_node, "right");
  SmallerValuesBefore(machine, value, false, left).find();
  SmallerValuesBefore(machine, value, true, right).find();
  return {left.host(), right.host()};
}

Program all_nearest_smaller_values_by_blocks_program() {
  return program<Numbers>(
      all_nearest_smaller_values_by_blocks,
      {.name = "all-nearest-smaller-values-by-blocks",
       .what =
           "for each of n numbers the nearest smaller one on both sides: within blocks of log n, then between blocks",
       .columns = "index of the nearest smaller one on the left or -1 for none, the same on the right",
       .source = "Berkman, Schieber, Vishkin 1993",
       .model = Rule::crew,
       .needs_more_than = Rule::erew,
       .time = "O(log n)",
       .steps_at_most = [](std::uint64_t n) { return 2 * SmallerValuesBefore::steps(n); },
       .work = "O(n)",
       .work_at_most = [](std::uint64_t n) { return 2 * SmallerValuesBefore::work(n); },
       .degree_at_most = [](std::uint64_t n) { return std::max<std::uint64_t>(1, n); },
       .size = {.usual = 1 << 14, .bytes_each = 6 * sizeof(std::int64_t) + processor_bytes, .most = most_items / 2},
       .oracle = oracle::nearest_smaller_values,
       .against = "one pass with a stack",
       .facts = [](const auto&, const NearestSmallerValues& found) { return facts_of(found); }});
}

}  // namespace pram::programs
