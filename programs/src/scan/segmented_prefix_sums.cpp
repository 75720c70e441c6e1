#include <pram/programs/scan.hpp>

#include <string>

#include <pram/programs/input/sequence/numbers.hpp>
#include <pram/programs/row.hpp>
#include "programs.hpp"
#include "scan/prefix_sums_cost.hpp"
#include "scan/segmented_scan.hpp"

namespace pram::programs {

void segmented_prefix_sums(Machine& machine, const Array<std::int64_t>& sum, const Array<std::uint8_t>& head) {
  segmented_scan(machine, sum, head, [](std::int64_t before, std::int64_t own) {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(before) + static_cast<std::uint64_t>(own));
  });
}

std::vector<std::int64_t> segmented_prefix_sums(Machine& machine, std::span<const std::int64_t> values,
                                                std::span<const std::uint8_t> heads) {
  if (heads.size() != values.size())
    throw ConfigError("heads", std::to_string(heads.size()), "as many as values: " + std::to_string(values.size()));
  const auto sum = machine.array(values, "sum");
  segmented_prefix_sums(machine, sum, machine.array(heads, "head"));
  return sum.host();
}

Program segmented_prefix_sums_program() {
  return program<SegmentedSequences>(
      +[](Machine& machine, std::span<const std::int64_t> values, std::span<const std::uint8_t> heads) {
        return segmented_prefix_sums(machine, values, heads);
      },
      {.name = "segmented-prefix-sums",
       .alias = "segmented-scan",
       .what = "running sums of each segment of n numbers, on one balanced tree",
       .columns = "sum of the segment's numbers up to this one",
       .source = "Blelloch 1989",
       .model = Rule::erew,
       .time = "O(log n)",
       .steps_at_most = [](std::uint64_t n) { return 2 * prefix_sums_steps(n); },
       .work = "O(n)",
       .work_at_most = [](std::uint64_t n) { return 2 * prefix_sums_work(n); },
       .degree_at_most = 1,
       .size = {.usual = 1 << 16, .bytes_each = 2 * sizeof(std::int64_t) + 2 + processor_bytes / 2},
       .oracle =
           [](std::span<const std::int64_t> values, std::span<const std::uint8_t> heads) {
             std::vector<std::int64_t> sums;
             std::uint64_t sum = 0;
             for (std::size_t i = 0; i < values.size(); ++i) {
               sum = (heads[i] != 0 ? 0 : sum) + static_cast<std::uint64_t>(values[i]);
               sums.push_back(static_cast<std::int64_t>(sum));
             }
             return sums;
           },
       .against = "sums one by one"});
}

}  // namespace pram::programs
