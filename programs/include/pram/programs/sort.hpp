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
/// @param keys     each below buckets
/// @throws AddressError for a key that is not
std::vector<std::int64_t> histogram(Machine& machine, std::span<const std::uint32_t> keys, std::uint32_t buckets);

/// The place of each key in the stably sorted sequence: its rank among equal keys by multiprefix, plus the number of
/// smaller keys by prefix sums over the counts: counting sort.
///
/// Model: CRCW with multiprefix (under any CRCW rule), not CREW. Time: with b = buckets + 1, for n >= 1,
/// T = 6 + 3 (floor(log2 b) + floor(log2(2b / 3))). Work: O(n + buckets).
///
/// Source: Ranade, Fluent parallel computation (PhD thesis, Yale, 1989); Sheffler, Implementing the multiprefix
/// operation on parallel and vector computers, SPAA 1993.
/// @param keys  each below buckets
/// @throws AddressError for a key that is not
std::vector<std::int64_t> multiprefix_ranks(Machine& machine, std::span<const std::uint32_t> keys,
                                            std::uint32_t buckets);

/// Sorts n numbers by Batcher's bitonic network: sorted runs of 2, 4, 8, … by comparing and exchanging pairs. The
/// number of cells is a power of two; those that are left over hold the largest number.
///
/// Model: EREW. Time: with k = ceil(log2 n), T = 2 k (k + 1) for n >= 2, else 0. Work: O(n log^2 n) on at most n
/// processors.
///
/// Source: Batcher, Sorting networks and their applications, AFIPS Spring Joint Computer Conference (1968); JáJá, An
/// Introduction to Parallel Algorithms (1992), Section 4.4.
std::vector<std::int64_t> bitonic_sort(Machine& machine, std::span<const std::int64_t> values);

}  // namespace pram::programs
