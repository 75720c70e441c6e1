#pragma once

#include <algorithm>
#include <cstdint>

#include <pram/machine.hpp>
#include "logarithm.hpp"

namespace pram::programs {

/// The smallest value of each 1, 2, 4, … consecutive ones of n >= 1 values. Two entries cover any range.
class SparseTable {
 public:
  SparseTable(Machine& machine, const Array<std::int64_t>& values)
      : values_(values.size()), least_(machine.array<std::int64_t>((1 + floor_log2(values_)) * values_, 0, "least")) {
    machine.pardo(values_, [&](Processor self) -> Task<> {
      std::int64_t mine = co_await values[self.id()];
      co_await (least_[self.id()] = mine);
      for (std::uint64_t row = 0; self.id() + (std::uint64_t{2} << row) <= values_; ++row) {
        const std::int64_t behind = co_await least_[row * values_ + self.id() + (std::uint64_t{1} << row)];
        mine = std::min(mine, behind);
        co_await (least_[(row + 1) * values_ + self.id()] = mine);
      }
    });
  }

  /// The smallest value of the indices from first to last, both included: two steps.
  Task<std::int64_t> minimum(std::uint64_t first, std::uint64_t last) const {
    const std::uint64_t row = floor_log2(last - first + 1);
    const std::int64_t left = co_await least_[row * values_ + first];
    const std::int64_t right = co_await least_[row * values_ + last + 1 - (std::uint64_t{1} << row)];
    co_return std::min(left, right);
  }

  /// The steps and the most work to make it.
  static constexpr std::uint64_t steps(std::uint64_t n) { return n == 0 ? 0 : 2 + 2 * floor_log2(n); }
  static constexpr std::uint64_t work(std::uint64_t n) { return n * steps(n); }

 private:
  std::uint64_t values_;
  Array<std::int64_t> least_;  // row k: the smallest of the 2^k values from each index on
};

}  // namespace pram::programs
