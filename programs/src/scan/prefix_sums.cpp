#include <pram/programs/scan.hpp>

#include <pram/programs/input/sequence/numbers.hpp>
#include <pram/programs/row.hpp>
#include "oracle/running_sums.hpp"
#include "programs.hpp"
#include "scan/balanced_tree.hpp"
#include "scan/prefix_sums_cost.hpp"

namespace pram::programs {

namespace {

/// A sum that wraps, as the sums of the machine do.
constexpr std::int64_t wrapping_sum(std::int64_t a, std::int64_t b) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
}

}  // namespace

void prefix_sums(Machine& machine, const Array<std::int64_t>& values, std::uint64_t n) {
  sweep_balanced_tree(machine, n, [&values](std::uint64_t left, std::uint64_t right) -> Task<> {
    const std::int64_t before = co_await values[left];
    const std::int64_t own = co_await values[right];
    co_await (values[right] = wrapping_sum(before, own));
  });
}

void prefix_sums(Machine& machine, const Array<std::int64_t>& values) { prefix_sums(machine, values, values.size()); }

std::vector<std::int64_t> prefix_sums(Machine& machine, std::span<const std::int64_t> values) {
  const auto shared = machine.array(values, "values");
  prefix_sums(machine, shared);
  return shared.host();
}

Program prefix_sums_program() {
  return program<Numbers>(
      +[](Machine& machine, std::span<const std::int64_t> values) { return prefix_sums(machine, values); },
      {.name = "prefix-sums",
       .alias = "scan",
       .what = "running sums on a balanced tree",
       .columns = "sum of the numbers up to this one",
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
