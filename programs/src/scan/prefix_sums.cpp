#include <pram/programs/scan.hpp>

#include "input/sequence/numbers.hpp"
#include "oracle/running_sums.hpp"
#include "program.hpp"
#include "programs.hpp"
#include "scan/prefix_sums_cost.hpp"

namespace pram::programs {

namespace {

/// A sum that wraps, as the sums of the machine do.
constexpr std::int64_t wrapping_sum(std::int64_t a, std::int64_t b) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
}

/// Adds cell first + k stride to the cell `half` further on, for all k < pairs.
void add_pairs(Machine& machine, const Array<std::int64_t>& values, std::uint64_t pairs, std::uint64_t first,
               std::uint64_t stride, std::uint64_t half) {
  machine.pardo(pairs, [&](Processor self) -> Task<> {
    const std::uint64_t from = first + self.id() * stride;
    const std::int64_t left = co_await values[from];
    const std::int64_t right = co_await values[from + half];
    co_await (values[from + half] = wrapping_sum(left, right));
  });
}

}  // namespace

void prefix_sums(Machine& machine, const Array<std::int64_t>& values) {
  const std::uint64_t n = values.size();
  std::uint64_t half = 1;
  for (; 2 * half <= n; half *= 2)
    add_pairs(machine, values, n / (2 * half), half - 1, 2 * half,
              half);  // the last cell of a block gets the block's sum
  for (half /= 2; half >= 1; half /= 2) add_pairs(machine, values, (n / half - 1) / 2, 2 * half - 1, 2 * half, half);
}

std::vector<std::int64_t> prefix_sums(Machine& machine, std::span<const std::int64_t> values) {
  const auto shared = machine.array(values, "values");
  prefix_sums(machine, shared);
  return shared.host();
}

Program prefix_sums_program() {
  return program(+[](Machine& machine, std::span<const std::int64_t> values) { return prefix_sums(machine, values); },
                 {.name = "prefix-sums",
                  .alias = "scan",
                  .what = "running sums on a balanced tree",
                  .source = "Ladner, Fischer 1980; Brent, Kung 1982; JáJá 2.1",
                  .model = Rule::erew,
                  .time = "O(log n)",
                  .steps = prefix_sums_steps,
                  .work = "O(n)",
                  .work_at_most = prefix_sums_work,
                  .degree_at_most = 1,
                  .size = {.usual = 1 << 17, .bytes_each = 2 * sizeof(std::int64_t) + processor_bytes / 2},
                  .oracle = oracle::running_sums,
                  .against = "sums one by one",
                  .facts = [](const auto&, const auto& sums) -> Facts {
                    return {{"total", sums.empty() ? 0 : sums.back()}};
                  }});
}

}  // namespace pram::programs
