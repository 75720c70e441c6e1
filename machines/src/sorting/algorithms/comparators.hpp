#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <span>
#include <string>
#include <vector>

#include <pram/detail/memory_account.hpp>
#include <pram/error.hpp>

/// The comparisons of sorting routines between two nodes, which hold a record each or a sorted block each.
namespace pram::detail {

/// Compares one record a node.
template <class Record, class Less>
class RecordComparator {
 public:
  explicit RecordComparator(Less less) : less_(less) {}

  /// Compare-exchange: the smaller record to `low`, or to `high` if descending.
  void compare_exchange(Record& low, Record& high, bool descending) const {
    // Both outcomes are computed: random records would mislead every branch.
    const bool swap = less_(high, low) != descending;
    const Record a = low;
    const Record b = high;
    low = swap ? b : a;
    high = swap ? a : b;
  }

  /// Whether `next` may stand after `record`.
  bool ordered(const Record& record, const Record& next) const { return !less_(next, record); }

  // What a sort of single records needs: how many a node has, all of some nodes, and the same back.
  std::size_t each() const { return 1; }
  bool less(const Record& a, const Record& b) const { return less_(a, b); }
  CountedVector<Record> gather(std::span<const Record> records) const { return {records.begin(), records.end()}; }
  void scatter(const CountedVector<Record>& all, std::span<Record> records) const {
    std::copy(all.begin(), all.end(), records.begin());
  }

  void sort(std::span<Record> records, bool descending) const {
    std::sort(records.begin(), records.end(), less_);
    if (descending) std::reverse(records.begin(), records.end());
  }

 private:
  [[no_unique_address]] Less less_;
};

/// Compares blocks of q records, one a node, each block sorted upwards. Nodes hold the blocks' numbers, so that
/// routines for one record a node serve blocks too (Baudet and Stevenson 1978: compare-exchange becomes merge-split).
template <class Record, class Less>
class BlockComparator {
 public:
  BlockComparator(std::span<Record> records, std::size_t block, Less less)
      : records_(records), block_(block), less_(less), merged_(2 * block) {
    for (std::size_t first = 0; first < records.size(); first += block)
      std::sort(records.begin() + static_cast<std::ptrdiff_t>(first),
                records.begin() + static_cast<std::ptrdiff_t>(first + block), less_);
  }

  /// Merge-split: the smaller half of both blocks to `low`, or to `high` if descending.
  void compare_exchange(std::uint32_t low, std::uint32_t high, bool descending) {
    if (descending) std::swap(low, high);
    if (ordered(low, high)) return;
    const std::span<Record> a = at(low);
    const std::span<Record> b = at(high);
    std::merge(a.begin(), a.end(), b.begin(), b.end(), merged_.begin(), less_);
    const auto middle = merged_.begin() + static_cast<std::ptrdiff_t>(block_);
    std::copy(merged_.begin(), middle, a.begin());
    std::copy(middle, merged_.end(), b.begin());
  }

  bool ordered(std::uint32_t block, std::uint32_t next) const { return !less_(at(next).front(), at(block).back()); }

  std::size_t each() const { return block_; }
  bool less(const Record& a, const Record& b) const { return less_(a, b); }
  CountedVector<Record> gather(std::span<const std::uint32_t> blocks) const {
    CountedVector<Record> all;
    for (const std::uint32_t block : blocks) all.insert(all.end(), at(block).begin(), at(block).end());
    return all;
  }
  void scatter(const CountedVector<Record>& all, std::span<std::uint32_t> blocks) const {
    for (std::size_t k = 0; k < blocks.size(); ++k) {
      const auto first = all.begin() + static_cast<std::ptrdiff_t>(block_ * k);
      std::copy(first, first + static_cast<std::ptrdiff_t>(block_), at(blocks[k]).begin());
    }
  }

  void sort(std::span<std::uint32_t> blocks, bool descending) {
    CountedVector<Record> all = gather(blocks);
    std::sort(all.begin(), all.end(), less_);
    for (std::size_t k = 0; k < blocks.size(); ++k) {
      const auto first = all.begin() + static_cast<std::ptrdiff_t>(block_ * (descending ? blocks.size() - 1 - k : k));
      std::copy(first, first + static_cast<std::ptrdiff_t>(block_), at(blocks[k]).begin());
    }
  }

 private:
  std::span<Record> at(std::uint32_t block) const { return records_.subspan(block * block_, block_); }

  std::span<Record> records_;
  std::size_t block_;
  Less less_;
  CountedVector<Record> merged_;
};

/// Sorts what the nodes hold, the records evenly dealt: sorter(comparator, what each node holds, records a node) sorts
/// one record, or the number of one block, a node.
template <class Machine, class Record, class Less, class Sorter>
void sort_shares(Machine& machine, std::span<Record> records, Less less, Sorter&& sorter) {
  const std::uint32_t nodes = machine.nodes();
  const std::size_t share = records.size() / nodes;
  if (share == 0 || share * nodes != records.size())
    throw ConfigError("records", std::to_string(records.size()),
                      "the same number for each node of " + machine.network());
  if (share == 1) return sorter(RecordComparator<Record, Less>(less), records, std::uint64_t{1});
  BlockComparator<Record, Less> comparator(records, share, less);
  machine.ledger().charge_local();
  CountedVector<std::uint32_t> blocks(nodes);
  std::iota(blocks.begin(), blocks.end(), 0u);
  sorter(comparator, std::span<std::uint32_t>(blocks), std::uint64_t{share});
  CountedVector<Record> sorted;
  sorted.reserve(records.size());
  for (const std::uint32_t block : blocks) {
    const auto first = records.begin() + static_cast<std::ptrdiff_t>(block * share);
    sorted.insert(sorted.end(), first, first + static_cast<std::ptrdiff_t>(share));
  }
  std::copy(sorted.begin(), sorted.end(), records.begin());
}

}  // namespace pram::detail
