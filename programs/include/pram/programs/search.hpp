#pragma once

#include <array>
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
/// of b = ⌈log2 log2 n⌉ values. On each level of a tree the m values that are left form groups of 2M / m, where M is
/// the number of blocks: groups of 2, 4, 16, 256, … All pairs of a group are compared at once.
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

/// The largest of n values. One in √n of them, drawn by coins, writes itself to a random place of a sample of ⌊√n⌋. All
/// pairs of the sample are compared at once. The values above the largest of the sample remain, some √n. Of these one
/// in n^(1/4) writes itself to the next sample, which leaves some n^(1/4), and then all do, until none is left. Values
/// that meet at one place are few, and so it does not matter which of them wins.
///
/// Model: CRCW arbitrary, not common. Time: T <= 1 + 14 rounds, O(1) with high probability: about three rounds, more
/// than 32 with a chance below 10^-7. Work: W <= n (1 + 14 rounds); n requests for one cell.
///
/// Source: Reischuk, Probabilistic parallel algorithms for sorting and selection, SIAM J. Computing 14 (1985); Megiddo,
/// Parallel algorithms for finding the maximum and the median almost surely in constant time (1982).
/// @throws ConfigError if there are no values
RandomMaximum maximum_random_sampling(Machine& machine, std::span<const std::int64_t> values);

/// What a selection finds.
struct Selection {
  std::int64_t value = 0;
  std::uint32_t rounds = 0;  ///< how many samples were drawn, or medians of medians found; the last sort is one, too
};

/// The value of a rank among n values, counted from 0. A round draws a sample of ⌊√m⌋ of the m values that are left,
/// and sorts it by comparing all pairs. Two values of the sample lie close below and above the value that is sought,
/// with high probability. The numbers of values below, between and above them say where the sought value is. Prefix
/// sums gather the values there, and the others are left out. When at most √(8n) or at most 16 values are left, the
/// sample is all of them.
///
/// Model: CREW, not EREW. Time: with L = ⌈log2 n⌉, T <= rounds (23 + 9L) and that of prefix_sums() a round: O(log n)
/// with high probability, as O(1) rounds do. Work: O(n) with high probability; n requests for one cell.
///
/// Source: Floyd, Rivest, Expected time bounds for selection, CACM 18 (1975); Reischuk (1985), see above.
/// @throws ConfigError if the rank is not below n
Selection selection_random_sampling(Machine& machine, std::span<const std::int64_t> values, std::uint64_t rank);

/// The same without random choices. A round divides the m values that are left into blocks of b = 4 ⌈log2 n⌉, and a
/// processor finds the median of each block. cole_merge_sort() sorts the medians. A quarter of the values, but for less
/// than a block, is at most as large as the median of medians, and a quarter at least as large. Prefix sums gather the
/// values below it, or those above it. When at most n / b values or 2b are left, they are sorted.
///
/// Model: CREW, not EREW, as the sort is; the other steps but for broadcasts are EREW. Time: O(log n log log n) in
/// O(log log n) rounds. A processor's own search for the median of numbers that it has read takes no requests. Work:
/// O(n); n requests for one cell.
///
/// Source: Vishkin, An optimal parallel algorithm for selection, Advances in Computing Research 4 (1987); JáJá, An
/// Introduction to Parallel Algorithms (1992), Section 4.5.
/// @throws ConfigError if the rank is not below n
Selection selection_deterministic(Machine& machine, std::span<const std::int64_t> values, std::uint64_t rank);

/// The indices from first to last, both included: one word.
struct Range {
  std::uint32_t first;
  std::uint32_t last;
};

/// The smallest value of each of q ranges of n values. A table holds the smallest of every 1, 2, 4, … consecutive
/// values (a sparse table). Two entries of the table cover any range.
///
/// Model: CREW, not EREW: EREW steps make the table, and only the queries read cells concurrently. Time: T = 6 +
/// 2 ⌊log2 n⌋ for q >= 1, 4 of which are the queries, else 0. Work: O(n log n + q); at most q requests for one cell.
///
/// Source: Gabow, Bentley, Tarjan, Scaling and related techniques for geometry problems (1984); JáJá, An Introduction
/// to Parallel Algorithms (1992), Section 3.4, without the blocks that save work.
/// @throws ConfigError for a range whose first index is above its last, or whose last is not below n
std::vector<std::int64_t> range_minima(Machine& machine, std::span<const std::int64_t> values,
                                       std::span<const Range> ranges);

/// The same with linear work. Blocks have b = ⌈log2 n⌉ values. A processor reads each block from the left, and writes
/// down for each value which values of the block are smaller than all behind them up to there, as bits of a word. The
/// lowest of these bits in a range of the block is that of its smallest value. A sparse table holds the smallest values
/// of blocks. A range has a part of two blocks at most, and whole blocks between them.
///
/// Model: CREW, not EREW. Time: T <= 11 + 2b + 2 ⌊log2 ⌈n / b⌉⌋ for q >= 1, 8 of which are the queries, else 0. Work:
/// O(n + q); at most q requests for one cell.
///
/// Source: JáJá, An Introduction to Parallel Algorithms (1992), Section 3.4; the bits: Alstrup, Gavoille, Kaplan,
/// Rauhe, Nearest common ancestors: a survey and a new distributed algorithm (2002).
/// @throws ConfigError for a range whose first index is above its last, or whose last is not below n
std::vector<std::int64_t> range_minima_by_blocks(Machine& machine, std::span<const std::int64_t> values,
                                                 std::span<const Range> ranges);

/// The nearest smaller values on both sides.
struct NearestSmallerValues {
  std::vector<std::uint32_t> left;   ///< per value: the index of the nearest smaller one before it, or pram::no_node
  std::vector<std::uint32_t> right;  ///< per value: the index of the nearest smaller one after it, or pram::no_node

  friend bool operator==(const NearestSmallerValues&, const NearestSmallerValues&) = default;
};

/// For each value the nearest smaller one on its left and on its right. A balanced tree holds the smallest value of
/// each subtree. For each side a processor goes up from its leaf to the first subtree on that side that holds a smaller
/// value, and down again to the nearest such value.
///
/// Model: CREW, not EREW. Time: T <= 4 + 7 ⌈log2 n⌉ for n >= 1. Work: O(n log n) on n processors; with N = 2^⌈log2 n⌉,
/// at most N / 2 requests for one cell.
///
/// Source: Berkman, Schieber, Vishkin, Optimal doubly logarithmic parallel algorithms based on finding all nearest
/// smaller values, J. Algorithms 14 (1993), without the blocks that save work.
NearestSmallerValues all_nearest_smaller_values(Machine& machine, std::span<const std::int64_t> values);

/// The same with linear work. A processor goes through each block of b = ⌈log2 n⌉ values with a stack. What finds no
/// smaller value on the left in its block does so in a block that can be seen from there: one whose smallest value is
/// smaller than all between. There are less than two such pairs of blocks for each block: with the nearest block on the
/// left whose smallest value is smaller, and with the nearest on the right whose smallest value is no larger. The tree
/// of all_nearest_smaller_values() finds them, on the blocks' smallest values. A processor then merges what is left
/// over in the two blocks of each pair. The other side goes by the same steps from the end.
///
/// Model: CREW, not EREW. Time: O(log n). Work: O(n) on ⌈n / b⌉ processors.
///
/// Source: Berkman, Schieber, Vishkin (1993), see above.
NearestSmallerValues all_nearest_smaller_values_by_blocks(Machine& machine, std::span<const std::int64_t> values);

/// The number of n sorted values that are smaller than a key. In each round p processors divide the remaining places
/// into p + 1 equal parts, and compare the values at the borders of the parts with the key.
///
/// Model: CREW, not EREW. Time: T <= 2 + 6 (1 + floor(log n / log (p + 1))). Work: p T; at most p requests for one
/// cell.
///
/// Source: Snir, On parallel searching, SIAM J. Computing 14 (1985); JáJá, An Introduction to Parallel Algorithms
/// (1992), Section 4.1.
/// @param values  ascending, which is not checked
/// @throws ConfigError if p = 0
std::uint64_t p_ary_search(Machine& machine, std::span<const std::int64_t> values, std::int64_t key, std::uint64_t p);

/// What is done with a dictionary: keys are inserted, then deleted, then looked up. No key is the largest number.
struct DictionaryBatch {
  std::vector<std::int64_t> keys;      ///< ascending, each once: those of the dictionary before
  std::vector<std::int64_t> inserted;  ///< ascending, each once; may be there already
  std::vector<std::int64_t> deleted;   ///< ascending, each once; those that are not there are left out
  std::vector<std::int64_t> sought;    ///< in any order
};

/// A dictionary as a 2-3 tree: all leaves are on one level, and all other nodes have two or three children.
struct DictionaryAnswer {
  std::uint32_t root = 0;
  std::vector<std::int64_t> key;                       ///< per node, also of nodes that are no part of the tree
  std::vector<std::array<std::uint32_t, 3>> children;  ///< per node, from the left; pram::no_node: none
  std::vector<std::uint8_t> found;                     ///< per key that is looked up: 1 if it is there

  friend bool operator==(const DictionaryAnswer&, const DictionaryAnswer&) = default;
};

/// Inserts a batch of k keys into a dictionary of n keys at once, deletes another, and looks up a third one, on a 2-3
/// tree that is made of the n keys first. Each key has a processor, which goes down the tree to its leaf.
/// Insertion: of the keys that stand between the same two leaves the middle one goes first, then the middle ones of
/// both halves, and so on: in each of log k waves a leaf gets one new neighbour at most. A wave climbs a level in each
/// round, splits nodes with more than three children, and has the next wave behind it (a pipeline). Deletion: in each
/// of log k waves the leaves go, but for one of a node that would lose all of them. A wave climbs a level in each
/// round, where the children of neighbours are dealt out anew if one of these has a single child left. The tree has
/// another leaf behind all keys.
///
/// Model: CREW, not EREW: processors meet on their way down, and the three at most that climb to one node read its
/// children. Time: O(log n + log k). Work: O(n + k (log n + log k)); memory O(n + k log (n + k)).
///
/// Source: Paul, Vishkin, Wagener, Parallel dictionaries on 2-3 trees, ICALP (1983); JáJá, An Introduction to Parallel
/// Algorithms (1992), Section 2.5.
/// @throws ConfigError if keys, inserted or deleted are not ascending, or hold the largest number
DictionaryAnswer two_three_tree(Machine& machine, const DictionaryBatch& batch);

/// The index of the first bit that is not 0, in constant time. The bits are divided into blocks of s = ceil(sqrt n).
/// All pairs of blocks are compared to find the leftmost block that holds a one. Then all pairs of bits of that block
/// are compared to find its leftmost one.
///
/// Model: CRCW common, not CREW (all ones of a block report it). Time: T = 14 for n >= 1. Work: O(n) on s^2 processors.
/// Contention: at most s requests for a cell.
///
/// Source: Fich, Ragde, Wigderson, Relations between concurrent-write models of parallel computation, SIAM J. Computing
/// 17 (1988).
/// @returns nothing if all bits are 0
std::optional<std::uint64_t> leftmost_one(Machine& machine, std::span<const std::uint8_t> bits);

}  // namespace pram::programs
