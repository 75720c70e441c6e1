#include <pram/programs/scan.hpp>

#include <pram/programs/input/sequence/numbers.hpp>
#include <pram/programs/row.hpp>
#include "logarithm.hpp"
#include "oracle/running_sums.hpp"
#include "programs.hpp"

namespace pram::programs {

std::vector<std::int64_t> prefix_sums_doubling(Machine& machine, std::span<const std::int64_t> values) {
  const auto sum = machine.array(values, "sum");
  machine.pardo(values.size(), [&](Processor self) -> Task<> {
    auto mine = static_cast<std::uint64_t>(co_await sum[self.id()]);
    for (std::uint64_t span = 1; span <= self.id(); span *= 2) {
      mine += static_cast<std::uint64_t>(co_await sum[self.id() - span]);
      co_await (sum[self.id()] = static_cast<std::int64_t>(mine));
    }
  });
  return sum.host();
}

Program prefix_sums_doubling_program() {
  return program<Numbers>(prefix_sums_doubling,
                          {.name = "prefix-sums-doubling",
                           .alias = "hillis-steele",
                           .what = "running sums, each over twice as many numbers in every round",
                           .columns = "sum of the numbers up to this one",
                           .source = "Kogge, Stone 1973; Hillis, Steele 1986",
                           .model = Rule::erew,
                           .time = "O(log n)",
                           .steps = [](std::uint64_t n) { return n == 0 ? 0 : 1 + 2 * ceil_log2(n); },
                           .work = "O(n log n)",
                           .work_at_most = [](std::uint64_t n) { return n == 0 ? 0 : n * (1 + 2 * ceil_log2(n)); },
                           .degree_at_most = 1,
                           .size = {.usual = 1 << 17, .bytes_each = 2 * sizeof(std::int64_t) + processor_bytes},
                           .oracle = oracle::running_sums,
                           .against = "sums one by one",
                           .facts = [](const auto&, const auto& sums) -> Facts {
                             return {{"total", sums.empty() ? 0 : sums.back()}};
                           }});
}

}  // namespace pram::programs
