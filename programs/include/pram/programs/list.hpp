#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <pram/machine.hpp>
#include <pram/no_node.hpp>

/// Linked lists.
namespace pram::programs {

/// The successor of the last node of a list.
using pram::no_node;

/// The distance of each node to the end of its linked list (0 for the last one), by pointer jumping: each round doubles
/// the stretch that a node's pointer spans, until it spans all that is left.
///
/// Model: EREW. A node keeps its own pointer and rank in its processor, nobody else points where it points, and it
/// leaves once it has reached the end. Time: T = 1 + 4 ceil(log2 n) for one list of n >= 1 nodes. Work: O(n log n) on n
/// processors.
///
/// Source: Wyllie, The complexity of parallel computations (PhD thesis, Cornell, 1979).
/// @param next  successor of each node, or no_node; disjoint lists without cycles
/// @throws ConflictError (under EREW) if two nodes have one successor; AddressError if there is no such node.
///         A cycle never ends
std::vector<std::uint32_t> list_ranking_wyllie(Machine& machine, std::span<const std::uint32_t> next);

/// The same by random mate: log2 n nodes a processor, each of which takes its first remaining node out of the list if a
/// coin says so, and not the node before it too. After 4 log2 n rounds the few nodes that are left double their
/// pointers as by Wyllie, and the others come back in the opposite order.
///
/// Model: EREW. Time: with b = max(1, ceil(log2 n)), T <= 3 + 40 b + 2 ceil(log2 n). Work: W <= 45 n + 40 b with high
/// probability, O(n), on n processors for a step or two and n / b after that.
///
/// Source: Anderson, Miller, A simple randomized parallel algorithm for list-ranking, Information Processing Letters 33
/// (1990).
std::vector<std::uint32_t> list_ranking_random_mate(Machine& machine, std::span<const std::uint32_t> next);

}  // namespace pram::programs
