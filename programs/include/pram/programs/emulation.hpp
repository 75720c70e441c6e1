#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <pram/machine.hpp>

/// Concurrent accesses of a stronger model, on an EREW PRAM: requests are sorted by their cells, so that one processor
/// of each group acts for all of them.
namespace pram::programs {

/// Emulates a step of Priority CRCW in which processor i writes values[i] to cell cells[i]: the lowest processor of
/// each group writes.
///
/// Model: EREW. Time: T = 5 and that of bitonic_sort() for p >= 1 processors: O(log^2 p). Work: O(p log^2 p).
///
/// Source: Eckstein, Simultaneous memory accesses (1979); Vishkin, Implementation of simultaneous memory address access
/// in models that forbid it, J. Algorithms 4 (1983); JáJá, An Introduction to Parallel Algorithms (1992), Section 10.1.
/// With Cole's sort instead of Batcher's it takes O(log p).
/// @param cells   each below memory_size
/// @returns the memory, of which cells that nobody writes hold 0
/// @throws AddressError for a cell that is not below memory_size; ConfigError if cells and values differ in number
std::vector<std::int64_t> emulated_priority_write(Machine& machine, std::span<const std::uint32_t> cells,
                                                  std::span<const std::int64_t> values, std::uint64_t memory_size);

/// The most requests of emulated_priority_write_all_pairs(): every two of them have a processor.
inline constexpr std::uint64_t most_paired_requests = 65535;

/// The same on Common CRCW in constant time: of every two requests for one cell the lower processor's beats the other,
/// and who is not beaten writes.
///
/// Model: CRCW common, not CREW. Time: T <= 6 for p >= 1 processors. Work: O(p^2) on p^2 processors; p requests for one
/// cell.
///
/// Source: Kučera, Parallel computation and conflicts in memory access, Information Processing Letters 14 (1982); JáJá,
/// An Introduction to Parallel Algorithms (1992), Section 10.1.
/// @throws as emulated_priority_write(); ConfigError also for more than most_paired_requests
std::vector<std::int64_t> emulated_priority_write_all_pairs(Machine& machine, std::span<const std::uint32_t> cells,
                                                            std::span<const std::int64_t> values,
                                                            std::uint64_t memory_size);

/// The same for a combining CRCW, whose cells get the sum of what is written modulo 2^64: segmented prefix sums over
/// the sorted requests, of which the last of each group writes.
///
/// Model: EREW. Time: T <= 8 and those of bitonic_sort() and segmented_prefix_sums(): O(log^2 p). Work: O(p log^2 p).
///
/// Source: as for emulated_priority_write().
std::vector<std::int64_t> emulated_sum_write(Machine& machine, std::span<const std::uint32_t> cells,
                                             std::span<const std::int64_t> values, std::uint64_t memory_size);

/// The same for a combining CRCW, whose cells get the largest of what is written: a segmented scan of maxima.
///
/// Model: EREW. Time and work: as for emulated_sum_write().
///
/// Source: as for emulated_priority_write().
std::vector<std::int64_t> emulated_maximum_write(Machine& machine, std::span<const std::uint32_t> cells,
                                                 std::span<const std::int64_t> values, std::uint64_t memory_size);

/// The same for Common CRCW: all that is written to a cell must be equal. Each sorted request is compared with the one
/// before it, and prefix sums count those that differ.
///
/// Model: EREW. Time: T <= 8 and those of bitonic_sort() and prefix_sums(): O(log^2 p). Work: O(p log^2 p).
///
/// Source: as for emulated_priority_write().
/// @throws ConfigError also if two values for one cell differ; nobody has written then
std::vector<std::int64_t> emulated_common_write(Machine& machine, std::span<const std::uint32_t> cells,
                                                std::span<const std::int64_t> values, std::uint64_t memory_size);

/// Emulates a step in which processor i reads cell cells[i]: one of each group reads, and segmented prefix sums pass
/// the value on to the others.
///
/// Model: EREW. Time: T <= 8 and those of bitonic_sort() and segmented_prefix_sums(): O(log^2 p). Work: O(p log^2 p).
///
/// Source: as for emulated_priority_write().
/// @returns what each processor has read
/// @throws AddressError for a cell that is not one of the memory
std::vector<std::int64_t> emulated_concurrent_read(Machine& machine, std::span<const std::uint32_t> cells,
                                                   std::span<const std::int64_t> memory);

/// The most requests and the most cells of random_access_read() and random_access_write(): three processors' numbers
/// make a word.
inline constexpr std::uint64_t most_random_accesses = 1 << 21;

/// A step in which processor i reads cell cells[i], as machines without shared memory do it: processor c has cell c,
/// and after the sort all data moves along one dimension of a hypercube at a time. The requests are sorted; the first
/// for each cell gets its rank by prefix sums, moves to the processor of that number (concentrate), from there to the
/// owner of the cell (distribute), and the content takes the same path back, to be copied to the other requests for the
/// cell (generalise). Machines do the same with access protocol `sorting`, and charge each part on their network.
///
/// Model: EREW. Time: with P = 2^k the next power of two to p and the number of cells, T <= 29 + 16k and those of
/// bitonic_sort(), prefix_sums() and segmented_prefix_sums(): O(log^2 p). Work: O(p log^2 p).
///
/// Source: Nassimi, Sahni, Data broadcasting in SIMD computers, IEEE Transactions on Computers C-30 (1981).
/// @returns what each processor has read
/// @throws ConfigError for a cell that is not one of the memory, or beyond most_random_accesses
std::vector<std::int64_t> random_access_read(Machine& machine, std::span<const std::uint32_t> cells,
                                             std::span<const std::int64_t> memory);

/// The same for a step of Priority CRCW in which processor i writes values[i] to cell cells[i]: the first request for
/// each cell takes its value there.
///
/// Model: EREW. Time: T <= 17 + 8k and those of bitonic_sort() and prefix_sums(): O(log^2 p). Work: O(p log^2 p).
///
/// Source: Nassimi, Sahni (1981), see above.
/// @returns the memory, of which cells that nobody writes hold 0
/// @throws ConfigError for a cell that is not below memory_size, beyond most_random_accesses, or if cells and values
///         differ in number
std::vector<std::int64_t> random_access_write(Machine& machine, std::span<const std::uint32_t> cells,
                                              std::span<const std::int64_t> values, std::uint64_t memory_size);

/// Emulates a step of a combining CRCW on BSP processes: request i adds values[i] to cell cells[i], modulo 2^64. The
/// requests are dealt in blocks, and each process adds up its own by cells. In a first phase ⌊√p⌋ groups of neighbours
/// combine what their members write to a cell at one member, which the cell's number determines; in a second phase one
/// process gets the sums of all groups for a cell. So of a cell that all write to a process gets √p sums in a phase,
/// and not p.
///
/// Model: BSP, a process a component. Cost: 3 supersteps. With groups of s or s + 1 processes and m cells, a process
/// sends or gets at most (s + 1) ⌈m / s⌉ sums of two words in the first phase, and ⌊√p⌋ ⌈m / p⌉ or ⌈m / s⌉ in the
/// second.
///
/// Source: Valiant, A combining mechanism for parallel computers, TR-24-92, Harvard University (1992): multi-phase
/// combining, here with cells dealt by number instead of hashing. Access protocol `combining` routes PRAM steps so.
/// @returns the memory, of which cells that nobody writes hold 0
/// @throws ConfigError if cells and values differ in number, or a cell is not below memory_size
std::vector<std::int64_t> bsp_combining_write(Machine& machine, std::span<const std::uint32_t> cells,
                                              std::span<const std::int64_t> values, std::uint64_t memory_size);

}  // namespace pram::programs
