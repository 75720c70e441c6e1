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

}  // namespace pram::programs
