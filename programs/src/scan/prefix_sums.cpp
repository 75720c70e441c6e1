#include <pram/programs/scan.hpp>

#include <numeric>

#include "input/numbers.hpp"
#include "logarithm.hpp"
#include "program.hpp"
#include "programs.hpp"

namespace pram::programs {

namespace {

/// Sums wrap, as the machine's do.
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
    add_pairs(machine, values, n / (2 * half), half - 1, 2 * half, half);  // a block's last cell gets its sum
  for (half /= 2; half >= 1; half /= 2) add_pairs(machine, values, (n / half - 1) / 2, 2 * half - 1, 2 * half, half);
}

std::vector<std::int64_t> prefix_sums(Machine& machine, std::span<const std::int64_t> values) {
  const auto shared = machine.array(values, "values");
  prefix_sums(machine, shared);
  return shared.host();
}

Program prefix_sums_program() {
  return program(
      +[](Machine& machine, std::span<const std::int64_t> values) { return prefix_sums(machine, values); },
      {.name = "prefix-sums",
       .alias = "scan",
       .what = "running sums on a balanced tree",
       .source = "Ladner, Fischer 1980; Brent, Kung 1982; JáJá 2.1",
       .model = Rule::erew,
       .time = "O(log n)",
       .steps = [](std::uint64_t n) { return n < 2 ? 0 : 3 * (floor_log2(n) + (n == 2 ? 0 : floor_log2(2 * n / 3))); },
       .work = "O(n)",
       .work_at_most = [](std::uint64_t n) { return 6 * n; },
       .degree_at_most = 1,
       .size = {.usual = 1 << 17, .bytes_each = 2 * sizeof(std::int64_t) + processor_bytes / 2},
       .oracle =
           [](std::span<const std::int64_t> values) {
             std::vector<std::int64_t> sums(values.size());
             std::inclusive_scan(values.begin(), values.end(), sums.begin(), wrapping_sum);
             return sums;
           },
       .against = "sums one by one",
       .facts = [](const auto&, const auto& sums) -> Facts {
         return {{"total", sums.empty() ? 0 : sums.back()}};
       }});
}

}  // namespace pram::programs
