#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <pram/detail/no_node.hpp>
#include <pram/machine.hpp>

/// Linked lists.
namespace pram::programs {

/// The successor of the last node of a list.
using pram::no_node;

/// The distance of each node to the end of its linked list (0 for the last node), by pointer jumping: each round
/// doubles the stretch that a node's pointer spans, until it reaches the end.
///
/// Model: EREW. A node keeps its own pointer and rank in its processor, nobody else points where it points, and it
/// leaves once it has reached the end. Time: T = 1 + 4 ceil(log2 n) for one list of n >= 1 nodes. Work: O(n log n) on n
/// processors.
///
/// Source: Wyllie, The complexity of parallel computations (PhD thesis, Cornell, 1979); JáJá, An Introduction to
/// Parallel Algorithms (1992), Section 3.1.
/// @param next  the successor of each node, or no_node; disjoint lists without cycles. On a cycle the run never ends
/// @throws ConflictError (under EREW) if two nodes have one successor; AddressError if a successor is no node
std::vector<std::uint32_t> list_ranking_wyllie(Machine& machine, std::span<const std::uint32_t> next);
/// The same in data-parallel steps (Machine::processors()): the ledger is the same, the host takes less time.
std::vector<std::uint32_t> list_ranking_wyllie_data_parallel(Machine& machine, std::span<const std::uint32_t> next);

/// The same ranks by random mate. A processor has log2 n nodes. In each round it tosses a coin for its first remaining
/// node, which leaves the list if the coin says so and the coin of the node before it does not. After 4 log2 n rounds
/// pointer jumping ranks the few nodes that remain, as in Wyllie's algorithm. The others come back in the opposite
/// order.
///
/// Model: EREW. Time: with b = max(1, ceil(log2 n)), T <= 3 + 40 b + 2 ceil(log2 n). Work: W <= 45 n + 40 b with high
/// probability, O(n), on n processors for a step or two and n / b after that.
///
/// Source: Anderson, Miller, A simple randomized parallel algorithm for list-ranking, Information Processing Letters 33
/// (1990).
/// @param next  as for list_ranking_wyllie()
std::vector<std::uint32_t> list_ranking_random_mate(Machine& machine, std::span<const std::uint32_t> next);

/// The same for a list in shared memory: 4 steps more.
Array<std::uint32_t> list_ranking_random_mate(Machine& machine, const Array<std::uint32_t>& next);

/// The same ranks by a sparse ruling set. The rulers are a random node of each block of k = ⌈log2 n⌉ nodes, and the
/// first node of every list. A processor walks from each ruler along its list up to the next ruler. Pointer jumping
/// ranks the rulers alone, as in Wyllie's algorithm. Then each processor walks the same path again, and gives ranks to
/// the nodes that it passes.
///
/// Model: EREW. Time: with K the nodes of the longest walk, T <= 14 + 4K + 2 ⌈log2 n⌉ and that of prefix_sums(); K <= k
/// (⌊log2 n⌋ + 21) with high probability, and so T = O(log^2 n). Work: W <= 34 n for a list, O(n) with high
/// probability, on n processors for some steps and about n / k after that.
///
/// Source: Helman, JáJá, Designing practical efficient algorithms for symmetric multiprocessors (1999); Reid-Miller,
/// List ranking and list scan on the Cray C-90 (1994).
/// @param next  as for list_ranking_wyllie()
std::vector<std::uint32_t> list_ranking_sparse_ruling_set(Machine& machine, std::span<const std::uint32_t> next);

/// The same ranks with linear work and without random choices. As long as more than n / ⌈log2 n⌉ nodes are left, last
/// ones apart, a third of them at least leaves in a round. Two rounds of deterministic coin tossing, as in
/// three_colouring(), leave C = O(log log n) colours, and counting sort gathers the nodes of each colour. Colour by
/// colour those nodes are chosen that have no chosen neighbour; they leave, and prefix sums gather the others. Pointer
/// jumping ranks the nodes that remain. The others come back in the opposite order.
///
/// Model: EREW. Time: T = O(log n log log n), at most log_1.5 log2 n + 1 rounds of O(log n) steps. Work: W <= 100 n, on
/// a processor for each node that is left, or for ⌈log2 n⌉ of them where colours are counted.
///
/// Source: Cole, Vishkin (1986), see three_colouring(); JáJá, An Introduction to Parallel Algorithms (1992), Section
/// 3.1, with a maximal independent set in place of one from three colours.
/// @param next  as for list_ranking_wyllie()
std::vector<std::uint32_t> list_ranking_deterministic(Machine& machine, std::span<const std::uint32_t> next);

/// Colours the nodes of directed cycles with 0, 1 and 2, so that no node has the colour of its successor. At first the
/// colour of a node is its number. In each round a node's new colour is the place of the lowest bit in which its colour
/// differs from its successor's, together with the bit itself. Then three of the last six colours are given up one by
/// one.
///
/// Model: EREW. Time: T = 13 + 2r for n >= 2, where r <= log* n + 1 is how often n can be made 2 ⌈log2 n⌉ before it is
/// at most 6. Work: n T.
///
/// Source: Cole, Vishkin, Deterministic coin tossing with applications to optimal parallel list ranking, Information
/// and Control 70 (1986); JáJá, An Introduction to Parallel Algorithms (1992), Section 2.7.
/// @param next  the successor of each node; no node is its own, as a cycle of one node has no colouring
/// @throws ConflictError (under EREW) if two nodes have one successor; AddressError if a successor is no node
std::vector<std::uint32_t> three_colouring(Machine& machine, std::span<const std::uint32_t> next);

/// The same ranks by BSP processes, among which nodes lie in blocks. In each of R = 3 ⌈log2 p⌉ rounds a node leaves its
/// list if a coin says so and that of the node before it does not. Some n/p nodes are left then, which process 0 ranks.
/// The others come back in the opposite order, each by the rank of the node that was next to it. Coins are hashes of
/// round and node, so that nobody has to ask for them.
///
/// Model: BSP, a process a component. Cost: 2R + 3 supersteps; with high probability h and w are O(n/p) in all.
/// Whatever the coins say, h is at most 4 ⌈n/p⌉ in a round and ⌈n/p⌉ on its way back.
///
/// Source: Anderson, Miller (1990), see above; in rounds of few processors: Reid-Miller, List ranking and list scan on
/// the Cray C-90 (1994); Dehne, Song, Randomized parallel list ranking for distributed memory multiprocessors (1997).
/// @param next  as for list_ranking_wyllie()
std::vector<std::uint32_t> bsp_list_ranking(Machine& machine, std::span<const std::uint32_t> next);

}  // namespace pram::programs
