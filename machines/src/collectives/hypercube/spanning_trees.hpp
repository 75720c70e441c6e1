#pragma once

#include <cstdint>

/// Spanning trees of the n-cube that use all ports of their root. Nodes are counted from it: c is node xor root
/// (Johnsson and Ho, Optimum broadcasting and personalized communication in hypercubes, IEEE TC 38(9), 1989).
namespace pram {

/// The parent of a node, not 0, in tree j of the n edge-disjoint spanning binomial trees: no two of these trees use a
/// link in the same direction. In tree j node 2^j is the child of the root, and all others are below it.
std::uint32_t disjoint_tree_parent(std::uint32_t dimensions, std::uint32_t tree, std::uint32_t node);

/// The dimension over which the way to a node, not 0, leaves the root of the spanning balanced n-tree, all of whose
/// subtrees have nearly 2^n / n nodes: the least rotation to the right that makes the number of the node least.
std::uint32_t balanced_tree_base(std::uint32_t dimensions, std::uint32_t node);

/// The parent of a node, not 0, in that tree. Its links are as many as the node has ones.
std::uint32_t balanced_tree_parent(std::uint32_t dimensions, std::uint32_t node);

}  // namespace pram
