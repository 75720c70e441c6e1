#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <pram/machine.hpp>

/// Sorting and counting of keys.
namespace pram::programs {

/// How many keys fall into each bucket: every processor adds 1 to the count of its key.
///
/// Model: combining CRCW (sum), not CREW. The sum is a named operation, and so runs under any CRCW rule. Time: T = 2
/// for n >= 1. Work: W = 2n.
///
/// Source: combining writes as in Ranade, How to emulate shared memory, JCSS 42 (1991).
/// @param keys  each below buckets
/// @returns the count of each bucket
/// @throws AddressError for a key that is not below buckets
std::vector<std::int64_t> histogram(Machine& machine, std::span<const std::uint32_t> keys, std::uint32_t buckets);

/// The place of each key in the stably sorted sequence, by counting sort: its rank among equal keys by multiprefix,
/// plus the number of smaller keys by prefix sums over the counts.
///
/// Model: CRCW with multiprefix (under any CRCW rule), not CREW. Time: with b = buckets + 1, for n >= 1,
/// T = 6 + 3 (floor(log2 b) + floor(log2(2b / 3))). Work: O(n + buckets).
///
/// Source: Ranade, Fluent parallel computation (PhD thesis, Yale, 1989); Sheffler, Implementing the multiprefix
/// operation on parallel and vector computers, SPAA 1993.
/// @param keys  each below buckets
/// @throws AddressError for a key that is not below buckets
std::vector<std::int64_t> multiprefix_ranks(Machine& machine, std::span<const std::uint32_t> keys,
                                            std::uint32_t buckets);

/// Sorts n numbers by Batcher's bitonic network: pairs are compared and exchanged until runs of 2, 4, 8, … are sorted.
/// The number of cells is a power of two; the cells that are left over hold the largest number.
///
/// Model: EREW. Time: with k = ceil(log2 n), T = 2 k (k + 1) for n >= 2, else 0. Work: O(n log^2 n) on at most n
/// processors.
///
/// Source: Batcher, Sorting networks and their applications, AFIPS Spring Joint Computer Conference (1968); JáJá, An
/// Introduction to Parallel Algorithms (1992), Section 4.4.
std::vector<std::int64_t> bitonic_sort(Machine& machine, std::span<const std::int64_t> values);

/// The same for values in shared memory, whose number is a power of two or 0.
/// @throws ConfigError for another number of values
void bitonic_sort(Machine& machine, const Array<std::int64_t>& values);

/// Sorts n numbers by Batcher's odd-even merges of sorted runs of 1, 2, 4, … The number of cells is a power of two; the
/// cells that are left over hold the largest number.
///
/// Model: EREW. Time: with k = ceil(log2 n), T = 2 k (k + 1) for n >= 2, else 0. Work: O(n log^2 n) on at most n
/// processors.
///
/// Source: Batcher, Sorting networks and their applications, AFIPS Spring Joint Computer Conference (1968); JáJá, An
/// Introduction to Parallel Algorithms (1992), Section 4.4.
std::vector<std::int64_t> odd_even_merge_sort(Machine& machine, std::span<const std::int64_t> values);

/// The most values that rank_sort() takes: every pair has a processor.
inline constexpr std::uint64_t most_ranked_values = 65535;

/// Sorts n numbers: every pair is compared at once and adds to the rank of the larger one.
///
/// Model: combining CRCW (sum), not CREW. The sum is a named operation, and so runs under any CRCW rule. Time: T = 6
/// for n >= 2, 5 for n = 1. Work: O(n^2) on n^2 processors.
///
/// Source: Muller, Preparata, Bounds to complexities of networks for sorting and for switching, JACM 22 (1975).
/// @throws ConfigError if there are more than most_ranked_values
std::vector<std::int64_t> rank_sort(Machine& machine, std::span<const std::int64_t> values);

/// Sorts n keys of b bits, bit by bit from the lowest to the highest: keys with a 0 go before keys with a 1, to places
/// that prefix sums over both give.
///
/// Model: EREW. Time: with b = ceil(log2 buckets), T = b (6 + 2 S) for n >= 1, where S is the time of prefix_sums().
/// Work: O(b n) on n processors.
///
/// Source: Blelloch, Vector models for data-parallel computing (1990): split radix sort.
/// @param keys  each below buckets
/// @throws ConfigError for a key that is not below buckets
std::vector<std::uint32_t> radix_sort(Machine& machine, std::span<const std::uint32_t> keys, std::uint32_t buckets);
/// The same in data-parallel steps (Machine::processors()): the ledger is the same, the host takes less time.
std::vector<std::uint32_t> radix_sort_data_parallel(Machine& machine, std::span<const std::uint32_t> keys,
                                                    std::uint32_t buckets);

/// Merges two sorted sequences, which have n numbers in all. Each number finds by binary search how many numbers of the
/// other sequence go before it. Of equal numbers those of the left sequence go first.
///
/// Model: CREW. Time: T <= 3 + floor(log2 n) for n >= 1. Work: O(n log n) on n processors.
///
/// Source: JáJá, An Introduction to Parallel Algorithms (1992), Section 4.2.
/// @param left, right  ascending, which is not checked
std::vector<std::int64_t> merge_by_ranking(Machine& machine, std::span<const std::int64_t> left,
                                           std::span<const std::int64_t> right);

/// The same with a processor for every k-th number of each sequence, k = ⌈log2 n⌉, which finds its place by binary
/// search, and merges from there up to the next such number, of which there are fewer than 2k.
///
/// Model: CREW, not EREW. Time: T <= 1 + floor(log2 n) + 4k. Work: O(n) on n / k + 2 processors.
///
/// Source: Shiloach, Vishkin, Finding the maximum, merging and sorting in a parallel computation model, J. Algorithms 2
/// (1981); JáJá, An Introduction to Parallel Algorithms (1992), Section 2.4.
/// @param left, right  as for merge_by_ranking()
std::vector<std::int64_t> merge_by_partition(Machine& machine, std::span<const std::int64_t> left,
                                             std::span<const std::int64_t> right);

/// The same in doubly logarithmic time. Every k-th number of each sequence is a sample, k = ⌈log2 log2 n⌉. On every
/// level both sequences of samples are cut into blocks of s, and the ranks of the samples where blocks begin are known:
/// each among the samples of the other sequence. About √s further samples of each block are ranked, by √s processors
/// each; as the ranks of both sequences are known, a sample is sought in one block of the other only. The next level
/// has blocks of about √s: 65536, 256, 16, 4, 2. In the end a processor of every sample merges up to the next sample.
///
/// Model: CREW, not EREW. Time: O(log log n), 16 steps a level and 6k + 2 at the most to merge. Work: W <= 20n; at
/// most n / k + 3 requests for one cell.
///
/// Source: Valiant, Parallelism in comparison problems, SIAM J. Computing 4 (1975); Kruskal, Searching, merging, and
/// sorting in parallel computation, IEEE Transactions on Computers C-32 (1983); JáJá, An Introduction to Parallel
/// Algorithms (1992), Section 4.2. Sampling both sequences takes the place of allocating processors to parts of
/// different lengths.
/// @param left, right  as for merge_by_ranking()
std::vector<std::int64_t> merge_doubly_logarithmic(Machine& machine, std::span<const std::int64_t> left,
                                                   std::span<const std::int64_t> right);

/// The same without concurrent reads: every log n-th number is a sample. A bitonic network sorts the samples of both
/// sequences, which says in what block of the other sequence each one's rank lies. Every log n samples of a block get a
/// copy of it, and one processor merges them. Then what lies between two samples is merged by one processor.
///
/// Model: EREW. Time: T <= 14 + 38 ⌈log2 n⌉ for n >= 1. Work: O(n), some 8n of random numbers.
///
/// Source: Hagerup, Rüb, Optimal merging and sorting on the EREW PRAM, Information Processing Letters 33 (1989), with
/// samples sorted by Batcher's network (1968) and copies of blocks in place of its pipelines.
/// @param left, right  as for merge_by_ranking()
std::vector<std::int64_t> merge_exclusive(Machine& machine, std::span<const std::int64_t> left,
                                          std::span<const std::int64_t> right);

/// The same by a network, with more work. The right sequence follows the left one in reverse order. In every round
/// pairs of cells are compared and exchanged, half as far apart as in the round before.
///
/// Model: EREW. Time: T = 4 ⌈log2 n⌉ for n >= 2, else 0. Work: O(n log n) on at most n processors.
///
/// Source: Batcher, Sorting networks and their applications, AFIPS Spring Joint Computer Conference (1968); JáJá, An
/// Introduction to Parallel Algorithms (1992), Section 4.4.
/// @param left, right  as for merge_by_ranking()
std::vector<std::int64_t> bitonic_merge(Machine& machine, std::span<const std::int64_t> left,
                                        std::span<const std::int64_t> right);

/// Sorts n numbers: neighbours are compared and exchanged, pairs that begin at even and at odd places alternately.
///
/// Model: EREW. Time: T = 4n for n >= 2, else 0. Work: W <= 2 n^2 on n / 2 processors.
///
/// Source: Habermann, Parallel neighbor sort (1972); Knuth, The Art of Computer Programming 3, Section 5.3.4.
std::vector<std::int64_t> odd_even_transposition_sort(Machine& machine, std::span<const std::int64_t> values);

/// Sorts n numbers: runs of 1, 2, 4, … numbers are merged in pairs as by merge_by_partition(), all of them at once.
///
/// Model: CREW, not EREW. Time: O(log^2 n), at most 1 + r + 4 (r + 1) for runs of 2^r numbers. Work: O(n log n) on at
/// most n processors.
///
/// Source: Shiloach, Vishkin (1981), see above; JáJá, An Introduction to Parallel Algorithms (1992), Section 4.3.
std::vector<std::int64_t> merge_sort(Machine& machine, std::span<const std::int64_t> values);

/// The same for values in shared memory.
void merge_sort(Machine& machine, Array<std::int64_t>& values);

/// Sorts n numbers in O(log n) time without concurrent writes. Every node of a balanced tree has a list. In each stage
/// a node's list becomes the merge of samples of its two children's lists. A sample is every 4th item of a list that is
/// not complete. Of a complete list it is every 4th item, then every 2nd, then all, in three stages. So all levels
/// merge at once, and a level is complete three stages after the level below it. Each item knows its ranks in the
/// samples of the next stage. At most three items of a sample lie between two neighbours of the old list, so that a
/// merge takes a constant number of steps.
///
/// Model: CREW, not EREW. Time: T <= 96 ⌈log2 n⌉, 32 in each of 3 ⌈log2 n⌉ stages. Work: O(n log n) on O(n) processors.
/// With N = 2^⌈log2 n⌉, at most max(8, N / 4) requests for one cell: if all numbers of one half are below those of the
/// other, all items of one sample have the same neighbours in the other sample.
///
/// Source: Cole, Parallel merge sort, SIAM J. Computing 17 (1988); JáJá, An Introduction to Parallel Algorithms (1992),
/// Section 4.3.
std::vector<std::int64_t> cole_merge_sort(Machine& machine, std::span<const std::int64_t> values);

/// The same for the first n values of an array in shared memory: 2 steps more.
/// @returns 2^⌈log2 n⌉ cells, of which the first n have the sorted values; none for n = 0
Array<std::int64_t> cole_merge_sort(Machine& machine, const Array<std::int64_t>& values, std::uint64_t n);

/// What quicksort() gives.
struct Quicksort {
  std::vector<std::int64_t> values;  ///< sorted
  std::uint64_t depth = 0;           ///< levels of the tree
};

/// Sorts n numbers by a binary search tree. First each number is thrown at 2n places until it hits a free one, so that
/// the numbers are in random places. All numbers of a subtree write their places into its root, and the winner stays
/// there: a random one, also where the lowest processor wins. Then the sizes of subtrees, from the leaves up, say where
/// in the sorted sequence each begins.
///
/// Model: CRCW arbitrary, not common; who wins may depend on step, processors and what is written, not on the numbers.
/// Time: T <= 12 depth + 3 throws + 2, O(log n) with high probability: the depth is at most 6 log2 n + 1, and a number
/// is thrown at most 24 + log2 n times. Work: O(n log n) with high probability; n requests for one cell.
///
/// Source: Chlebus, Vrt'o, Parallel quicksort, J. Parallel and Distributed Computing 11 (1991), where a write is won by
/// a random processor; JáJá, An Introduction to Parallel Algorithms (1992), Section 9.6.
Quicksort quicksort(Machine& machine, std::span<const std::int64_t> values);

/// What a sample sort gives.
struct SampleSort {
  std::vector<std::int64_t> values;  ///< sorted
  std::uint64_t largest_part = 0;    ///< the most values between two splitters; of BSP: on one process in the end
};

/// Sorts n numbers by n / ⌈log2 n⌉ splitters, a random sample that merge_sort() sorts. A number finds its part by
/// binary search, and its place in the part by multiprefix. Then each number is compared with all others of its part,
/// one a step. The numbers equal to a splitter are a part of their own, which needs no comparisons. For n < 4 there are
/// no splitters and one part.
///
/// Model: CRCW with multiprefix (under any CRCW rule), not CREW. Time: T <= 12 + ⌊log2 n⌋, that of merge_sort() for the
/// sample and of prefix_sums(), and one step for each number of the largest part: O(log^2 n) with high probability.
/// Work: O(n log n) with high probability; n requests for one cell.
///
/// Source: Frazer, McKellar, Samplesort: a sampling approach to minimal storage tree sorting, JACM 17 (1970); Reischuk,
/// Probabilistic parallel algorithms for sorting and selection, SIAM J. Computing 14 (1985); JáJá, An Introduction to
/// Parallel Algorithms (1992), Section 9.6.
SampleSort sample_sort(Machine& machine, std::span<const std::int64_t> values);

/// Sorts n numbers, which lie on p BSP processes in blocks. Each process sorts its block and gives p samples at regular
/// distances to all. Of these p^2 samples every p-th is a splitter: process k gets what lies between splitters k and
/// k + 1, and merges it. Equal numbers are distinguished by their places, so that no process gets more than (2p - 1)
/// ⌈⌈n/p⌉/p⌉ numbers, whatever they are: less than 2n/p + 2p.
///
/// Model: BSP, a process a component. Cost: 3 supersteps, h = 2p (p - 1) and at most the largest part, w = (n/p) log n
/// + p^2 log p + (2n/p) log p comparisons at the most.
///
/// Source: Shi, Schaeffer, Parallel sorting by regular sampling (1992); Bisseling, Parallel Scientific Computation (2nd
/// ed., 2020), Section 1.8.
SampleSort bsp_sample_sort_regular(Machine& machine, std::span<const std::int64_t> values);

/// The same with s = 32 + 2 ⌈log2 n⌉ random samples of each process. Process 0 merges all samples, and broadcasts every
/// s-th as a splitter. For many processes these are fewer than the p^2 samples of regular sampling.
///
/// Model: BSP, a process a component. Cost: 5 supersteps; h = 2s (p - 1), then 4p - 6 in two, then the largest part. No
/// part has more than 3 ⌈n/p⌉ numbers but with a chance below 10^-9.
///
/// Source: Reif, Valiant, A logarithmic time sort for linear size networks (1983); Gerbessiotis, Valiant, Direct
/// bulk-synchronous parallel algorithms (1994); the bound: Blelloch et al., A comparison of sorting algorithms for the
/// Connection Machine CM-2 (1991).
SampleSort bsp_sample_sort_oversampling(Machine& machine, std::span<const std::int64_t> values);

}  // namespace pram::programs
