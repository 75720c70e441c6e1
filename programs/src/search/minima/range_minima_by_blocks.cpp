#include <pram/programs/search.hpp>

#include <algorithm>
#include <bit>

#include <pram/programs/input/sequence/queries.hpp>
#include <pram/programs/row.hpp>
#include "logarithm.hpp"
#include "oracle/search/range_scan.hpp"
#include "programs.hpp"
#include "search/minima/minima_of_ranges.hpp"
#include "search/minima/sparse_table.hpp"

namespace pram::programs {

namespace {

/// Blocks of log n values. Per value stands the set of values of its block that are smaller than all behind them up to
/// itself, as bits of a word.
class BlocksOfMinima {
 public:
  /// How many values a block has; at most 32, as there are less than 2^32 values.
  static constexpr std::uint64_t length(std::uint64_t n) { return std::max<std::uint64_t>(1, ceil_log2(n)); }
  static constexpr std::uint64_t blocks(std::uint64_t n) { return (n + length(n) - 1) / length(n); }

  BlocksOfMinima(Machine& machine, const Array<std::int64_t>& values)
      : machine_(machine),
        values_(values),
        length_(length(values.size())),
        minima_(machine.array<std::uint32_t>(values.size(), 0, "minima")),
        least_(machine.array<std::int64_t>(blocks(values.size()), 0, "block_least")),
        table_(scan_blocks(), least_) {}

  /// The smallest value of a range: at most 6 steps.
  Task<std::int64_t> minimum(std::uint64_t first, std::uint64_t last) const {
    const std::uint64_t first_block = first / length_;
    const std::uint64_t last_block = last / length_;
    if (first_block == last_block) co_return co_await within(first, last);
    const std::int64_t head = co_await within(first, (first_block + 1) * length_ - 1);
    const std::int64_t tail = co_await within(last_block * length_, last);
    const std::int64_t ends = std::min(head, tail);
    if (first_block + 1 == last_block) co_return ends;
    const std::int64_t between = co_await table_.minimum(first_block + 1, last_block - 1);
    co_return std::min(ends, between);
  }

  /// The most steps and work to make it.
  static constexpr std::uint64_t steps(std::uint64_t n) {
    return n == 0 ? 0 : 2 * length(n) + 1 + SparseTable::steps(blocks(n));
  }
  static constexpr std::uint64_t work(std::uint64_t n) {
    return n == 0 ? 0 : 2 * n + blocks(n) + SparseTable::work(blocks(n));
  }

 private:
  /// A processor reads each block from the left, and keeps the values that are smaller than all behind them.
  Machine& scan_blocks() {
    machine_.pardo(least_.size(), [&](Processor self) -> Task<> {
      const std::uint64_t first = self.id() * length_;
      const std::uint64_t end = std::min(first + length_, values_.size());
      std::int64_t kept[32] = {};  // the values whose bits are set, each at its place
      std::uint32_t bits = 0;
      for (std::uint64_t i = first; i < end; ++i) {
        const std::int64_t mine = co_await values_[i];
        while (bits != 0 && kept[floor_log2(bits)] >= mine) bits ^= std::bit_floor(bits);
        kept[i - first] = mine;
        bits |= std::uint32_t{1} << (i - first);
        co_await (minima_[i] = bits);
      }
      co_await (least_[self.id()] = kept[std::countr_zero(bits)]);
    });
    return machine_;
  }

  /// The smallest value from first to last, both of one block: two steps.
  Task<std::int64_t> within(std::uint64_t first, std::uint64_t last) const {
    const std::uint32_t bits = co_await minima_[last];
    const std::uint64_t skipped = first % length_;
    const auto beyond = static_cast<std::uint64_t>(std::countr_zero(bits >> skipped));
    co_return co_await values_[first + beyond];
  }

  Machine& machine_;
  const Array<std::int64_t>& values_;
  std::uint64_t length_;
  Array<std::uint32_t> minima_;
  Array<std::int64_t> least_;  // per block
  SparseTable table_;
};

}  // namespace

std::vector<std::int64_t> range_minima_by_blocks(Machine& machine, std::span<const std::int64_t> values,
                                                 std::span<const Range> ranges) {
  return minima_of_ranges<BlocksOfMinima>(machine, values, ranges);
}

Program range_minima_by_blocks_program() {
  return program<RangesOfNumbers>(
      range_minima_by_blocks,
      {.name = "range-minima-by-blocks",
       .what = "the smallest of each of n/2 ranges of n numbers: a table of blocks of log n, and bits within blocks",
       .columns = "smallest value of the range",
       .source = "JáJá 3.4; Alstrup, Gavoille, Kaplan, Rauhe 2002",
       .model = Rule::crew,
       .needs_more_than = Rule::erew,
       .time = "O(log n)",
       .steps_at_most =
           [](const NumbersAndRanges& input) {
             return input.ranges.empty() ? 0 : BlocksOfMinima::steps(input.values.size()) + 8;
           },
       .work = "O(n)",
       .work_at_most =
           [](const NumbersAndRanges& input) {
             return BlocksOfMinima::work(input.values.size()) + 8 * input.ranges.size();
           },
       .degree_at_most = range_degree,
       .size = {.usual = 1 << 13, .bytes_each = 6 * sizeof(std::int64_t) + processor_bytes},
       .oracle = oracle::range_minima,
       .against = "one pass over each range"});
}

}  // namespace pram::programs
