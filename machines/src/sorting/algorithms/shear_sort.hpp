#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include <pram/machines/detail/lockstep.hpp>

namespace pram::detail {

/// Shear sort (Scherson, Sen and Shamir 1986) on a grid whose node of row i and column j has number i · columns + j.
/// ⌈log2 rows⌉ times it sorts all rows, every second one leftwards, then all columns; at last it sorts all rows
/// rightwards. Lines are sorted by odd-even transposition. Costs ⌈log2 rows⌉ (rows + columns) + columns steps.
/// @throws ScheduleError if the nodes are not linked as such a grid
template <class Shape>
class ShearSort {
 public:
  ShearSort(Lockstep<Shape>& lockstep, std::uint32_t rows, std::uint32_t columns)
      : lockstep_(lockstep), rows_(rows), columns_(columns) {
    for (const std::uint32_t parity : {0u, 1u}) {
      row_pairs_.push_back(
          lockstep.matching([=](std::uint32_t x) { return x - x % columns + other(x % columns, columns, parity); }));
      column_pairs_.push_back(
          lockstep.matching([=](std::uint32_t x) { return other(x / columns, rows, parity) * columns + x % columns; }));
    }
  }

  template <class Comparator, class Record>
  void sort(Comparator comparator, std::span<Record> records, std::uint64_t words) {
    for (std::uint32_t reach = 1; reach < rows_; reach *= 2) {
      sort_lines(row_pairs_, columns_, comparator, records, words, true);
      sort_lines(column_pairs_, rows_, comparator, records, words, false);
    }
    sort_lines(row_pairs_, columns_, comparator, records, words, false);
  }

 private:
  /// The partner of a node in the odd-even transposition of a line.
  static std::uint32_t other(std::uint32_t x, std::uint32_t length, std::uint32_t parity) {
    const bool low = x % 2 == parity;
    if (low) return x + 1 < length ? x + 1 : x;
    return x > 0 ? x - 1 : x;
  }

  template <class Comparator, class Record>
  void sort_lines(const std::vector<Matching>& pairs, std::uint32_t length, Comparator& comparator,
                  std::span<Record> records, std::uint64_t words, bool snake) {
    for (std::uint32_t step = 0; step < length; ++step) {
      lockstep_.exchange(pairs[step % 2], words, [&](std::uint32_t x, std::uint32_t p) {
        comparator.compare_exchange(records[x], records[p], snake && x / columns_ % 2 == 1);
      });
    }
  }

  Lockstep<Shape>& lockstep_;
  std::uint32_t rows_;
  std::uint32_t columns_;
  std::vector<Matching> row_pairs_;
  std::vector<Matching> column_pairs_;
};

}  // namespace pram::detail
