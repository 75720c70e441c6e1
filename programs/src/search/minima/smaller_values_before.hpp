#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include <pram/detail/no_node.hpp>
#include <pram/machine.hpp>
#include "logarithm.hpp"
#include "search/minima/sparse_table.hpp"
#include "search/minima/tree_of_minima.hpp"

namespace pram::programs {

/// The nearest smaller values before all values, or, if the sequence is read from its end, behind them.
class SmallerValuesBefore {
 public:
  /// How many values a block has.
  static constexpr std::uint64_t length(std::uint64_t n) { return std::max<std::uint64_t>(1, ceil_log2(n)); }
  static constexpr std::uint64_t blocks(std::uint64_t n) { return (n + length(n) - 1) / length(n); }

  SmallerValuesBefore(Machine& machine, const Array<std::int64_t>& value, bool from_end,
                      const Array<std::uint32_t>& found)
      : machine_(machine),
        n_(value.size()),
        length_(length(n_)),
        from_end_(from_end),
        value_(value),
        found_(found),
        open_(machine.array<std::uint32_t>(n_, no_node, "open")),
        chain_(machine.array<std::uint32_t>(n_, no_node, "chain")),
        least_(machine.array<std::int64_t>(blocks(n_), 0, "block_least")) {}

  void find() {
    search_within_blocks();
    match_blocks();
  }

  /// The most steps and work.
  static constexpr std::uint64_t steps(std::uint64_t n) {
    if (n == 0) return 0;
    const std::uint64_t tree = ceil_log2(blocks(n));
    return 14 * length(n) + 20 + 7 * tree + SparseTable::steps(blocks(n));
  }
  static constexpr std::uint64_t work(std::uint64_t n) {
    return n == 0 ? 0 : 14 * n + blocks(n) * (26 + 4 * ceil_log2(blocks(n))) + SparseTable::work(blocks(n));
  }

 private:
  static constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();

  /// Where the i-th value that is read stands.
  std::uint64_t at(std::uint64_t i) const { return from_end_ ? n_ - 1 - i : i; }

  std::uint64_t end_of(std::uint64_t block) const { return std::min(n_, (block + 1) * length_); }

  /// A processor goes through each block with a stack. Left are the values that have no smaller one before them in
  /// their block (open: no one is larger than the one before it), and those that are smaller than all behind them (the
  /// chain: each is larger than the one before it).
  void search_within_blocks() {
    machine_.pardo(least_.size(), [&](Processor self) -> Task<> {
      const std::uint64_t first = self.id() * length_;
      std::int64_t kept[32] = {};  // the stack: values and their indices
      std::uint32_t index[32] = {};
      std::uint64_t height = 0;
      std::uint64_t unmatched = first;
      for (std::uint64_t i = first; i < end_of(self.id()); ++i) {
        const std::int64_t mine = co_await value_[at(i)];
        while (height > 0 && kept[height - 1] >= mine) --height;
        if (height > 0) {
          co_await (found_[at(i)] = index[height - 1]);
        } else {
          co_await (open_[unmatched] = static_cast<std::uint32_t>(at(i)));
          ++unmatched;
        }
        kept[height] = mine;
        index[height++] = static_cast<std::uint32_t>(at(i));
      }
      co_await (least_[self.id()] = kept[0]);
      for (std::uint64_t k = 0; k < height; ++k) co_await (chain_[first + k] = index[k]);
    });
  }

  /// The values that are open in a block find theirs in the chains of the blocks before it that can be seen from it:
  /// those whose smallest value is smaller than all between. Such blocks are the nearest one with a smaller smallest
  /// value; and each one from which this block is the nearest behind it whose smallest value is no larger. So each
  /// block has part in at most two searches that it is answerable for.
  void match_blocks() {
    const std::uint64_t blocks = least_.size();
    TreeOfMinima tree(machine_, blocks);
    std::vector<std::int64_t> own(blocks);  // per processor: its block's smallest value, which it alone knows
    machine_.pardo(blocks, [&](Processor self) -> Task<> {
      own[self.id()] = co_await least_[self.id()];
      co_await (tree.least[tree.leaves + self.id()] = own[self.id()]);
    });
    tree.build();
    const SparseTable table(machine_, least_);
    machine_.pardo(blocks, [&](Processor self) -> Task<> {
      const std::uint32_t before = co_await tree.nearest_smaller(self, own[self.id()], true);
      if (before != no_node) co_await match(table, before, own[self.id()], true, self.id());
    });
    machine_.pardo(blocks, [&](Processor self) -> Task<> {
      std::uint32_t behind = no_node;
      if (own[self.id()] < largest) {
        behind = co_await tree.nearest_smaller(self, own[self.id()] + 1, false);
      } else if (self.id() + 1 < blocks) {
        behind = static_cast<std::uint32_t>(self.id() + 1);
      }
      if (behind != no_node) co_await match(table, self.id(), own[self.id()], false, behind);
    });
  }

  /// Matches the open values of a block that are larger than the smallest one of a block before it, and no larger than
  /// all values between the two.
  /// @param known     the smallest value of one of them
  /// @param of_later  whether it is that of the later one
  Task<> match(const SparseTable& table, std::uint64_t earlier, std::int64_t known, bool of_later,
               std::uint64_t later) const {
    std::int64_t least = known;
    if (of_later) least = co_await least_[earlier];
    std::int64_t most = largest;
    if (earlier + 1 < later) most = co_await table.minimum(earlier + 1, later - 1);
    std::uint64_t top = end_of(earlier);  // behind the part of the chain that may still match
    std::int64_t candidate = largest;
    std::uint32_t place = no_node;
    for (std::uint64_t k = later * length_; k < end_of(later); ++k) {
      const std::uint32_t open = co_await open_[k];
      if (open == no_node) break;
      const std::int64_t mine = co_await value_[open];
      if (mine > most) continue;
      if (mine <= least) break;
      while (place == no_node || candidate >= mine) {
        --top;
        place = co_await chain_[top];
        if (place != no_node) candidate = co_await value_[place];
      }
      co_await (found_[open] = place);
    }
  }

  Machine& machine_;
  std::uint64_t n_;
  std::uint64_t length_;
  bool from_end_;
  const Array<std::int64_t>& value_;
  const Array<std::uint32_t>& found_;
  Array<std::uint32_t> open_;   // per block, from its first cell on: where its open values stand
  Array<std::uint32_t> chain_;  // the same of its chain
  Array<std::int64_t> least_;   // per block
};

}  // namespace pram::programs
