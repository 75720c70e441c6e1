#include <pram/programs/search.hpp>

#include <algorithm>

#include "input/sequence/queries/numbers_and_ranges.hpp"
#include "oracle/search/range_scan.hpp"
#include "program.hpp"
#include "programs.hpp"
#include "search/minima/checked_ranges.hpp"
#include "search/minima/sparse_table.hpp"

namespace pram::programs {

std::vector<std::int64_t> range_minima(Machine& machine, std::span<const std::int64_t> values,
                                       std::span<const Range> ranges) {
  check_ranges(ranges, values.size());
  if (ranges.empty()) return {};
  const auto value = machine.array(values, "value");
  const auto range = machine.array(ranges, "range");
  const auto minimum = machine.array<std::int64_t>(ranges.size(), 0, "minimum");
  const SparseTable table(machine, value);
  machine.pardo(ranges.size(), [&](Processor self) -> Task<> {
    const Range mine = co_await range[self.id()];
    const std::int64_t found = co_await table.minimum(mine.first, mine.last);
    co_await (minimum[self.id()] = found);
  });
  return minimum.host();
}

Program range_minima_program() {
  return program(
      +[](Machine& machine, const NumbersAndRanges& input) {
        return range_minima(machine, input.values, input.ranges);
      },
      {.name = "range-minima",
       .what = "the smallest of each of n/2 ranges of n numbers: a table of 1, 2, 4, … numbers, then 4 steps for all",
       .source = "Gabow, Bentley, Tarjan 1984; JáJá 3.4",
       .model = Rule::crew,
       .needs_more_than = Rule::erew,
       .time = "O(log n)",
       .steps =
           [](const NumbersAndRanges& input) {
             return input.ranges.empty() ? 0 : SparseTable::steps(input.values.size()) + 4;
           },
       .work = "O(n log n)",
       .work_at_most =
           [](const NumbersAndRanges& input) {
             return SparseTable::work(input.values.size()) + 4 * input.ranges.size();
           },
       .degree_at_most = [](const NumbersAndRanges& input) { return std::max<std::uint64_t>(1, input.ranges.size()); },
       .size = {.usual = 1 << 13, .bytes_each = 20 * sizeof(std::int64_t) + processor_bytes},
       .oracle =
           [](const NumbersAndRanges& input, const std::vector<std::int64_t>& found) {
             return found == oracle::range_minima(input.values, input.ranges);
           },
       .against = "one pass over each range"});
}

}  // namespace pram::programs
