#include <pram/programs/scan.hpp>

#include <algorithm>

#include <pram/programs/input/sequence/numbers.hpp>
#include <pram/programs/row.hpp>
#include "programs.hpp"
#include "scan/balanced_tree.hpp"
#include "scan/prefix_sums_cost.hpp"

namespace pram::programs {

void prefix_maxima(Machine& machine, const Array<std::int64_t>& values) {
  sweep_balanced_tree(machine, values.size(), [&values](std::uint64_t left, std::uint64_t right) -> Task<> {
    const std::int64_t before = co_await values[left];
    const std::int64_t own = co_await values[right];
    if (before > own) co_await (values[right] = before);
  });
}

std::vector<std::int64_t> prefix_maxima(Machine& machine, std::span<const std::int64_t> values) {
  const auto shared = machine.array(values, "values");
  prefix_maxima(machine, shared);
  return shared.host();
}

Program prefix_maxima_program() {
  return program<Numbers>(
      +[](Machine& machine, std::span<const std::int64_t> values) { return prefix_maxima(machine, values); },
      {.name = "prefix-maxima",
       .what = "the largest of the first i of n numbers, for all i, on a balanced tree",
       .columns = "largest of the numbers up to this one",
       .source = "Ladner, Fischer 1980; JáJá 2.1",
       .model = Rule::erew,
       .time = "O(log n)",
       .steps_at_most = prefix_sums_steps,
       .work = "O(n)",
       .work_at_most = prefix_sums_work,
       .degree_at_most = 1,
       .size = {.usual = 1 << 16, .bytes_each = 2 * sizeof(std::int64_t) + processor_bytes / 2},
       .oracle =
           [](std::span<const std::int64_t> values) {
             std::vector<std::int64_t> largest(values.begin(), values.end());
             for (std::size_t i = 1; i < largest.size(); ++i) largest[i] = std::max(largest[i], largest[i - 1]);
             return largest;
           },
       .against = "one pass over the values",
       .facts = [](const auto&, const auto& largest) -> Facts {
         return {{"maximum", largest.empty() ? 0 : largest.back()}};
       }});
}

}  // namespace pram::programs
