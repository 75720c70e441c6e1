#include <pram/programs/scan.hpp>

#include <pram/programs/input/sequence/numbers.hpp>
#include <pram/programs/row.hpp>
#include "logarithm.hpp"
#include "oracle/running_sums.hpp"
#include "programs.hpp"

namespace pram::programs {

std::int64_t sum_tree(Machine& machine, std::span<const std::int64_t> values) {
  const auto value = machine.array(values, "value");
  for (std::uint64_t left = values.size(); left > 1; left = (left + 1) / 2) {
    const std::uint64_t half = (left + 1) / 2;
    machine.pardo(left / 2, [&](Processor self) -> Task<> {
      const auto mine = static_cast<std::uint64_t>(co_await value[self.id()]);
      const auto other = static_cast<std::uint64_t>(co_await value[half + self.id()]);
      co_await (value[self.id()] = static_cast<std::int64_t>(mine + other));
    });
  }
  return values.empty() ? 0 : value.get(0);
}

Program sum_tree_program() {
  return program<Numbers>(sum_tree,
                          {.name = "sum-tree",
                           .alias = "sum",
                           .what = "the sum of n numbers on a balanced tree",
                           .columns = "sum",
                           .source = "JáJá 1.3",
                           .model = Rule::erew,
                           .time = "O(log n)",
                           .steps = [](std::uint64_t n) { return n == 0 ? 0 : 3 * ceil_log2(n); },
                           .work = "O(n)",
                           .work_at_most = [](std::uint64_t n) { return 3 * n; },
                           .degree_at_most = 1,
                           .size = {.usual = 1 << 17, .bytes_each = 2 * sizeof(std::int64_t) + processor_bytes / 2},
                           .oracle =
                               [](std::span<const std::int64_t> values) {
                                 return values.empty() ? 0 : oracle::running_sums(values).back();
                               },
                           .against = "sums one by one",
                           .facts = [](const auto&, std::int64_t sum) -> Facts {
                             return {{"total", sum}};
                           }});
}

}  // namespace pram::programs
