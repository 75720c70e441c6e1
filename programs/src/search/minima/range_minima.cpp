#include <pram/programs/search.hpp>

#include <pram/programs/input/sequence/queries.hpp>
#include <pram/programs/row.hpp>
#include "oracle/search/range_scan.hpp"
#include "programs.hpp"
#include "search/minima/minima_of_ranges.hpp"
#include "search/minima/sparse_table.hpp"

namespace pram::programs {

std::vector<std::int64_t> range_minima(Machine& machine, std::span<const std::int64_t> values,
                                       std::span<const Range> ranges) {
  return minima_of_ranges<SparseTable>(machine, values, ranges);
}

Program range_minima_program() {
  return program<RangesOfNumbers>(
      range_minima,
      {.name = "range-minima",
       .what = "the smallest of each of n/2 ranges of n numbers: a table of 1, 2, 4, … numbers, then 4 steps for all",
       .columns = "smallest value of the range",
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
       .degree_at_most = range_degree,
       .size = {.usual = 1 << 13, .bytes_each = 20 * sizeof(std::int64_t) + processor_bytes},
       .oracle = oracle::range_minima,
       .against = "one pass over each range"});
}

}  // namespace pram::programs
