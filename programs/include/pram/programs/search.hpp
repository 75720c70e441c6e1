#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <pram/machine.hpp>

/// Searching.
namespace pram::programs {

/// The most values that maximum_all_pairs() takes: every pair has a processor.
inline constexpr std::uint64_t most_compared_values = 65535;

/// The index of the largest value; of several equal ones the lowest index. Every pair of values is compared at once and
/// marks its loser.
///
/// Model: CRCW common, not CREW (all values that beat a value mark it). Time: T = 5 for n >= 2, 4 for n = 1. Work:
/// O(n^2) on n^2 processors.
///
/// Source: Shiloach, Vishkin, Finding the maximum, merging and sorting in a parallel computation model, J. Algorithms 2
/// (1981); JáJá, An Introduction to Parallel Algorithms (1992), Section 2.6.
/// @throws ConfigError if there are no values or more than most_compared_values
std::uint64_t maximum_all_pairs(Machine& machine, std::span<const std::int64_t> values);

/// The index of the largest value; of several equal ones the lowest index. A processor finds the largest of each block
/// of b = ⌈log2 log2 n⌉ values. On each level of a tree the values that are left are compared all with all in groups,
/// twice as large as there are blocks to a value: 2, 4, 16, 128, …
///
/// Model: CRCW common, not CREW. Time: T = b + 1 and 8 steps a level, O(log log n). Work: W <= 12n; at most √(2n) + 1
/// requests for one cell.
///
/// Source: Valiant, Parallelism in comparison problems, SIAM J. Computing 4 (1975); Shiloach, Vishkin (1981), see
/// above; JáJá, An Introduction to Parallel Algorithms (1992), Section 2.6.
/// @throws ConfigError if there are no values
std::uint64_t maximum_doubly_logarithmic(Machine& machine, std::span<const std::int64_t> values);

/// What maximum_random_sampling() finds.
struct RandomMaximum {
  std::uint64_t index = 0;   ///< of the largest value; of several equal ones the lowest index
  std::uint32_t rounds = 0;  ///< how many samples were drawn
};

/// The largest of n values. All values that may be the largest want random places of a sample of ⌊√n⌋. All pairs of the
/// sample are compared at once, and the values above its largest go on: some √n after one round, few after two.
///
/// Model: CRCW arbitrary, not common. Time: T <= 1 + 14 rounds, O(1) with high probability. Work: W <= n (1 + 14
/// rounds); n requests for one cell.
///
/// Source: Reischuk, Probabilistic parallel algorithms for sorting and selection, SIAM J. Computing 14 (1985); Megiddo,
/// Parallel algorithms for finding the maximum and the median almost surely in constant time (1982), with a sample that
/// concurrent writes draw.
/// @throws ConfigError if there are no values
RandomMaximum maximum_random_sampling(Machine& machine, std::span<const std::int64_t> values);

/// What selection_random_sampling() finds.
struct Selection {
  std::int64_t value = 0;
  std::uint32_t rounds = 0;  ///< how many samples were drawn
};

/// The value of a rank among n values, counted from 0. A round draws a sample of ⌊√m⌋ of the m values that are left,
/// and sorts it by comparing all pairs. Two of the sample stand close on both sides of the value that is sought; how
/// many values are below, between and above them says where it is, and the others are left out by prefix sums. When at
/// most √(8n) values are left, the sample is all of them.
///
/// Model: CREW, not EREW. Time: with L = ⌈log2 n⌉, T <= rounds (23 + 9L) and that of prefix_sums() a round: O(log n)
/// with high probability, as O(1) rounds do. Work: O(n) with high probability; n requests for one cell.
///
/// Source: Floyd, Rivest, Expected time bounds for selection, CACM 18 (1975); Reischuk (1985), see above.
/// @throws ConfigError if the rank is not below n
Selection selection_random_sampling(Machine& machine, std::span<const std::int64_t> values, std::uint64_t rank);

/// Indices of values, from the first to the last, which is one of them: one word.
struct Range {
  std::uint32_t first;
  std::uint32_t last;
};

/// The smallest value of each of q ranges of n values. A table gets the smallest of all 1, 2, 4, … values in a row, of
/// which two make any range.
///
/// Model: CREW, not EREW: the table is made by EREW steps, and only the queries meet. Time: T = 6 + 2 ⌊log2 n⌋, 4 of
/// which are the queries. Work: O(n log n + q); at most q requests for one cell.
///
/// Source: Gabow, Bentley, Tarjan, Scaling and related techniques for geometry problems (1984); JáJá, An Introduction
/// to Parallel Algorithms (1992), Section 3.4, without the blocks that save work.
/// @throws ConfigError for a range that is none
std::vector<std::int64_t> range_minima(Machine& machine, std::span<const std::int64_t> values,
                                       std::span<const Range> ranges);

/// The nearest smaller values on both sides.
struct NearestSmallerValues {
  std::vector<std::uint32_t> left;   ///< per value: the index of the nearest smaller one before it, or pram::no_node
  std::vector<std::uint32_t> right;  ///< per value: of the nearest smaller one behind it, or pram::no_node

  friend bool operator==(const NearestSmallerValues&, const NearestSmallerValues&) = default;
};

/// For each value the nearest smaller one on its left and on its right. A balanced tree has the smallest value of each
/// subtree. A value goes up to the first subtree on one side that holds a smaller one, and down again to the nearest.
///
/// Model: CREW, not EREW. Time: T <= 4 + 7 ⌈log2 n⌉ for n >= 1. Work: O(n log n) on n processors; with N = 2^⌈log2 n⌉,
/// at most N / 2 requests for one cell.
///
/// Source: Berkman, Schieber, Vishkin, Optimal doubly logarithmic parallel algorithms based on finding all nearest
/// smaller values, J. Algorithms 14 (1993), without the blocks that save work.
NearestSmallerValues all_nearest_smaller_values(Machine& machine, std::span<const std::int64_t> values);

/// How many of n sorted values are smaller than a key. In each round p processors part the places that are left into p
/// + 1 equal parts, and compare the values between them with the key.
///
/// Model: CREW, not EREW. Time: T <= 2 + 6 (1 + floor(log n / log (p + 1))). Work: p T; at most p requests for one
/// cell.
///
/// Source: Snir, On parallel searching, SIAM J. Computing 14 (1985); JáJá, An Introduction to Parallel Algorithms
/// (1992), Section 4.1.
/// @throws ConfigError without a processor
std::uint64_t p_ary_search(Machine& machine, std::span<const std::int64_t> values, std::int64_t key, std::uint64_t p);

/// The index of the first bit that is not 0, in constant time. The bits are divided into blocks of s = ceil(sqrt n).
/// The leftmost block that holds a one is found by comparing all pairs of blocks, then the leftmost one of that block
/// by comparing all pairs of its bits.
///
/// Model: CRCW common, not CREW (all ones of a block report it). Time: T = 14 for n >= 1. Work: O(n) on s^2 processors.
///
/// Source: Fich, Ragde, Wigderson, Relations between concurrent-write models of parallel computation, SIAM J. Computing
/// 17 (1988).
/// @returns nothing if all bits are 0
std::optional<std::uint64_t> leftmost_one(Machine& machine, std::span<const std::uint8_t> bits);

}  // namespace pram::programs
