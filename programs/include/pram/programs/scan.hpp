#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <pram/machine.hpp>

/// Sums over prefixes, reductions, and concurrent access to one cell.
namespace pram::programs {

/// Replaces value i by the sum of values 0..i, modulo 2^64: up a balanced binary tree, then down again.
///
/// Model: EREW. Time: T = 3 (floor(log2 n) + floor(log2(2n / 3))) for n >= 2, else 0. Work: W < 6n on at most n / 2
/// processors.
///
/// Source: Ladner, Fischer, Parallel prefix computation, JACM 27 (1980), laid out in place as by Brent, Kung, A regular
/// layout for parallel adders (1982); JáJá, An Introduction to Parallel Algorithms (1992), Section 2.1.
void prefix_sums(Machine& machine, const Array<std::int64_t>& values);

/// The same for the first n of the values.
void prefix_sums(Machine& machine, const Array<std::int64_t>& values, std::uint64_t n);

/// The same on a shared copy of host values.
std::vector<std::int64_t> prefix_sums(Machine& machine, std::span<const std::int64_t> values);

/// prefix_sums() in data-parallel steps (Machine::processors()): the ledger is the same, the host takes less time.
void prefix_sums_data_parallel(Machine& machine, const Array<std::int64_t>& values);
std::vector<std::int64_t> prefix_sums_data_parallel(Machine& machine, std::span<const std::int64_t> values);

/// All processors read one cell in one step: the hot spot against which networks and access protocols are measured.
///
/// Model: CREW. Time: T = 1 for processors >= 1. Work: W = processors.
///
/// Source: the hot spot of Pfister and Norton, IEEE Transactions on Computers C-34 (1985), with every request to it.
/// @returns what each processor read
std::vector<std::int64_t> concurrent_read(Machine& machine, std::int64_t value, std::uint64_t processors);

/// Running sums modulo 2^64: in rounds 0, 1, 2, … a processor adds the sum 1, 2, 4, … places before its own.
///
/// Model: EREW, as a processor keeps its own sum. Time: T = 1 + 2 ceil(log2 n) for n >= 1. Work: O(n log n) on n
/// processors.
///
/// Source: Kogge, Stone, A parallel algorithm for the efficient solution of a general class of recurrence equations,
/// IEEE Transactions on Computers C-22 (1973); Hillis, Steele, Data parallel algorithms, CACM 29 (1986).
std::vector<std::int64_t> prefix_sums_doubling(Machine& machine, std::span<const std::int64_t> values);

/// Replaces value i by the largest of values 0..i, on the same tree as prefix_sums().
///
/// Model: EREW. Time: at most that of prefix_sums(). Work: W < 6n on at most n / 2 processors.
///
/// Source: Ladner, Fischer (1980), see prefix_sums().
void prefix_maxima(Machine& machine, const Array<std::int64_t>& values);

/// The same on a shared copy of host values.
std::vector<std::int64_t> prefix_maxima(Machine& machine, std::span<const std::int64_t> values);

/// Running sums modulo 2^64 of every segment of n numbers, on one balanced tree. A sum takes in nothing from the left
/// once it covers the beginning of a segment.
///
/// Model: EREW. Time: at most twice that of prefix_sums(). Work: O(n) on at most n / 2 processors.
///
/// Source: Blelloch, Scans as primitive parallel operations, IEEE Transactions on Computers 38 (1989).
/// @param heads  per number: not 0 where a segment begins
/// @throws ConfigError if there are not as many heads as values
std::vector<std::int64_t> segmented_prefix_sums(Machine& machine, std::span<const std::int64_t> values,
                                                std::span<const std::uint8_t> heads);

/// The same for values in shared memory. The heads are overwritten.
void segmented_prefix_sums(Machine& machine, const Array<std::int64_t>& values, const Array<std::uint8_t>& heads);

/// The modulus of linear recurrences, the prime 2^31 - 1.
inline constexpr std::uint32_t recurrence_modulus = 0x7FFFFFFF;

/// The function x -> factor x + summand modulo recurrence_modulus: one word.
struct LinearFunction {
  std::uint32_t factor;
  std::uint32_t summand;

  friend bool operator==(const LinearFunction&, const LinearFunction&) = default;
};

/// The first n values of a linear recurrence of the first order, x_i = f_i(x_(i-1)), from x_(-1) = first on. Functions
/// that follow each other are one linear function, and so a scan composes them, on the tree of prefix_sums().
///
/// Model: EREW. Time: T = 2 and that of prefix_sums() for n >= 1. Work: W < 8n on at most n processors.
///
/// Source: Kogge, Stone (1973), see above; Blelloch, Prefix sums and their applications (1990); JáJá, An Introduction
/// to Parallel Algorithms (1992), Section 8.1.
/// @param functions  factors and summands below recurrence_modulus
std::vector<std::uint32_t> linear_recurrence(Machine& machine, std::span<const LinearFunction> functions,
                                             std::uint32_t first = 0);

/// A linear recurrence of order m: x_i = a_(i,1) x_(i-1) + … + a_(i,m) x_(i-m) + b_i modulo recurrence_modulus.
struct LinearRecurrence {
  std::uint64_t order = 1;  ///< m
  /// For each value its m factors and the summand: a_(i,1), …, a_(i,m), b_i, all below recurrence_modulus.
  std::vector<std::uint32_t> coefficients;

  std::uint64_t values() const { return coefficients.size() / (order + 1); }
};

/// The largest order of a recurrence.
inline constexpr std::uint64_t most_recurrence_order = 64;

/// The n values of a linear recurrence of order m; values before the first one are 0. A step of the recurrence is a
/// matrix of m + 1 rows and columns, and a scan multiplies matrices, on the tree of prefix_sums(). A processor for each
/// entry of a product reads a row of one matrix and a column of the other, skewed as in matrix_product_skewed().
///
/// Model: EREW. Time: O(m log n), T = 4 + (2m + 3) (floor(log2 n) + floor(log2(2n / 3))) for n >= 3. Work: O(m^3 n) on
/// at most n (m + 1)^2 processors.
///
/// Source: Kogge, Stone (1973), see above; JáJá, An Introduction to Parallel Algorithms (1992), Section 8.1.
/// @throws ConfigError for an order of 0 or above most_recurrence_order, or coefficients that are not m + 1 a value
std::vector<std::uint32_t> linear_recurrence_of_order(Machine& machine, const LinearRecurrence& recurrence);

/// The sum of n numbers modulo 2^64 on a balanced tree.
///
/// Model: EREW. Time: T = 3 ceil(log2 n) for n >= 1. Work: W = 3 (n - 1) on n / 2 processors.
///
/// Source: JáJá, An Introduction to Parallel Algorithms (1992), Section 1.3.
std::int64_t sum_tree(Machine& machine, std::span<const std::int64_t> values);

/// The indices of the bits that are not 0, in ascending order. Prefix sums over the bits say where each index goes.
///
/// Model: EREW. Time: for n >= 1 that of prefix_sums() and 5 steps, 3 if all bits are 0. Work: O(n) on n processors.
///
/// Source: JáJá, An Introduction to Parallel Algorithms (1992), Section 2.1.
std::vector<std::uint64_t> compaction(Machine& machine, std::span<const std::uint8_t> bits);

/// Whether any bit is not 0: every processor whose bit is not 0 writes the answer.
///
/// Model: CRCW common, not CREW. Time: T = 2, or 1 if all n >= 1 bits are 0. Work: W <= 2n on n processors.
///
/// Source: JáJá, An Introduction to Parallel Algorithms (1992), Section 1.3.
bool boolean_or(Machine& machine, std::span<const std::uint8_t> bits);

/// Puts n values into a shared queue and takes them out again, a value a processor. A multiprefix on its tail and one
/// on its head hand out tickets, so that nobody waits: first in, first out, in the order of processors.
///
/// Model: CRCW with multiprefix (under any CRCW rule), not CREW. Time: T = 6 for n >= 1. Work: W = 6n; n requests for
/// one cell.
///
/// Source: Gottlieb, Lubachevsky, Rudolph, Basic techniques for the efficient coordination of very large numbers of
/// cooperating sequential processors, ACM Transactions on Programming Languages and Systems 5 (1983).
/// @returns what each processor took out
std::vector<std::int64_t> queue_tickets(Machine& machine, std::span<const std::int64_t> values);

/// Copies a value to as many cells as there are processors: in every round the cells that have the value give it to as
/// many more.
///
/// Model: EREW. Time: T = 2 ceil(log2 processors) for processors >= 1. Work: W = 2 (processors - 1).
///
/// Source: JáJá, An Introduction to Parallel Algorithms (1992), Section 1.3.
/// @returns the cells
std::vector<std::int64_t> broadcast_doubling(Machine& machine, std::int64_t value, std::uint64_t processors);

/// Broadcasts the n numbers of BSP process 0, which sends all of them to each of the p processes.
///
/// Model: BSP, a process a component. Cost: h = (p - 1) n in one superstep.
///
/// Source: Bisseling, Parallel Scientific Computation (2nd ed., 2020), Section 2.4.
/// @returns the numbers as each process has them
std::vector<std::vector<std::int64_t>> bsp_broadcast_one_phase(Machine& machine, std::span<const std::int64_t> values);

/// The same in two phases: process 0 sends a block to each process, and every process sends its block to all others.
///
/// Model: BSP, a process a component. Cost: with b = ⌈n/p⌉, h = n - b and (p - 1) b in 2 supersteps, 2n in all.
///
/// Source: Bisseling, Parallel Scientific Computation (2nd ed., 2020), Section 2.4.
/// @returns the numbers as each process has them
std::vector<std::vector<std::int64_t>> bsp_broadcast_two_phase(Machine& machine, std::span<const std::int64_t> values);

/// Running sums, modulo 2^64, of numbers that lie on p BSP processes in blocks. Each process adds up its block, an
/// exclusive scan gives it the sum of the blocks before its own, and it goes on from there.
///
/// Model: BSP, a process a component. Cost: h = p - 1 in one of 2 supersteps, w = ⌈n/p⌉ and p - 1 + ⌊n/p⌋.
///
/// Source: Bisseling, Parallel Scientific Computation (2nd ed., 2020), Chapter 1; Blelloch, Prefix sums and their
/// applications (1990); the scan: pram::bsp::exclusive_scan(), in one phase.
std::vector<std::int64_t> bsp_prefix_sums(Machine& machine, std::span<const std::int64_t> values);

}  // namespace pram::programs
