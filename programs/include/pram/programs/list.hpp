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
/// Source: Wyllie, The complexity of parallel computations (PhD thesis, Cornell, 1979).
/// @param next  the successor of each node, or no_node; disjoint lists without cycles. On a cycle the run never ends
/// @throws ConflictError (under EREW) if two nodes have one successor; AddressError if a successor is no node
std::vector<std::uint32_t> list_ranking_wyllie(Machine& machine, std::span<const std::uint32_t> next);

/// The same ranks by random mate. A processor has log2 n nodes. In each round it takes its first remaining node out of
/// the list, if a coin says so and the node before it does not leave as well. After 4 log2 n rounds the few nodes that
/// remain double their pointers as in Wyllie's algorithm, and the others come back in the opposite order.
///
/// Model: EREW. Time: with b = max(1, ceil(log2 n)), T <= 3 + 40 b + 2 ceil(log2 n). Work: W <= 45 n + 40 b with high
/// probability, O(n), on n processors for a step or two and n / b after that.
///
/// Source: Anderson, Miller, A simple randomized parallel algorithm for list-ranking, Information Processing Letters 33
/// (1990).
/// @param next  as for list_ranking_wyllie()
std::vector<std::uint32_t> list_ranking_random_mate(Machine& machine, std::span<const std::uint32_t> next);

}  // namespace pram::programs
