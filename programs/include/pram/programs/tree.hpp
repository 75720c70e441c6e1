#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include <pram/machine.hpp>

/// Rooted trees.
namespace pram::programs {

/// The root of each node, by pointer jumping: each round doubles the stretch that a node's pointer spans, until it
/// reaches the root.
///
/// Model: CREW. Time: for trees of height h >= 1, T = 2 + 2 ceil(log2 h), else 2 for n >= 1. Work: O(n log h) on n
/// processors; up to n requests for one cell.
///
/// Source: JáJá, An Introduction to Parallel Algorithms (1992), Section 2.2.
/// @param parents  the parent of each node; a root is its own parent. On a cycle the run never ends
std::vector<std::uint32_t> forest_roots(Machine& machine, std::span<const std::uint32_t> parents);

/// A tree by the lists of neighbours of its nodes. Every edge is two arcs, one for each direction. The arcs that begin
/// at a node form a circular list.
struct AdjacencyTree {
  std::vector<std::uint32_t> from = {};   ///< per arc: the node where it begins
  std::vector<std::uint32_t> next = {};   ///< per arc: the next one from the same node
  std::vector<std::uint32_t> twin = {};   ///< per arc: the same edge in the other direction
  std::vector<std::uint32_t> first = {};  ///< per node: an arc that begins there, or no_node
  std::uint32_t root = 0;
};

/// The Euler tour of a tree, a cycle of all arcs: the successor of an arc is the arc that follows its twin in the list
/// of the node where it ends.
///
/// Model: EREW. Time: T = 3 for n >= 2. Work: W = 6 (n - 1) on 2 (n - 1) processors.
///
/// Source: Tarjan, Vishkin, An efficient parallel biconnectivity algorithm, SIAM J. Computing 14 (1985); JáJá, An
/// Introduction to Parallel Algorithms (1992), Section 3.2.
/// @returns the successor of each arc
std::vector<std::uint32_t> euler_tour(Machine& machine, const AdjacencyTree& tree);

/// What the Euler tour of a rooted tree says of each node.
struct TreeFunctions {
  std::vector<std::uint32_t> parent;       ///< per node; the root is its own parent
  std::vector<std::uint32_t> preorder;     ///< per node: its number, 0 for the root
  std::vector<std::uint32_t> postorder;    ///< per node: its number, n - 1 for the root
  std::vector<std::uint32_t> level;        ///< per node: edges to the root
  std::vector<std::uint32_t> descendants;  ///< per node: nodes of its subtree, itself among them

  friend bool operator==(const TreeFunctions&, const TreeFunctions&) = default;
};

/// Roots a tree, and finds orders, levels and sizes of subtrees. The Euler tour is ranked as a list, by random mate. An
/// arc that comes before its twin leads down. Prefix sums count the arcs that lead down, up to each place of the tour.
/// All other functions follow from these counts.
///
/// Model: EREW. Time: for n >= 2, T <= 15 steps and those of list_ranking_random_mate() and prefix_sums() for 2 (n - 1)
/// arcs: O(log n). Work: O(n) with high probability.
///
/// Source: Tarjan, Vishkin (1985), see above; JáJá, An Introduction to Parallel Algorithms (1992), Section 3.2.
/// @param tree  of n >= 1 nodes; children come in the order of the circular lists, from the root's first arc on
TreeFunctions tree_functions(Machine& machine, const AdjacencyTree& tree);

/// Two nodes of a tree: one word.
struct NodePair {
  std::uint32_t left;
  std::uint32_t right;
};

/// The lowest common ancestors of q pairs of nodes. The tree is divided into paths that lead downwards. Each path has a
/// number, a node of the complete binary tree over the preorder numbers. Each path on the way from the root to a node
/// sets one bit of that node's word; sums along the Euler tour make these words. The words of two nodes say on which
/// path their lowest common ancestor lies.
///
/// Model: CREW, not EREW. Time: that of tree_functions() and prefix_sums() and 11 steps, O(log n), then T <= 12 for all
/// queries. Work: O(n) with high probability and O(q). A cell gets at most as many requests as there are queries, or
/// as a node has children.
///
/// Source: Schieber, Vishkin, On finding lowest common ancestors: simplification and parallelization, SIAM J. Computing
/// 17 (1988); JáJá, An Introduction to Parallel Algorithms (1992), Section 3.4.
/// @param tree   of n >= 1 nodes
/// @param pairs  any two nodes each, also the same twice
/// @returns per pair: the common ancestor farthest from the root, which may be one of the two nodes
/// @throws ConfigError if a number of a pair is no node
std::vector<std::uint32_t> lowest_common_ancestors(Machine& machine, const AdjacencyTree& tree,
                                                   std::span<const NodePair> pairs);

/// Expressions are evaluated modulo this prime, 2^31 - 1.
inline constexpr std::uint32_t expression_modulus = 0x7FFFFFFF;

/// An expression as a tree: its leaves are numbers, and every other node adds or multiplies its two children.
struct ExpressionTree {
  std::vector<std::uint32_t> left = {};       ///< per node: its left child; no_node for a leaf
  std::vector<std::uint32_t> right = {};      ///< per node: its right child; no_node for a leaf
  std::vector<std::uint32_t> value = {};      ///< per node: the number of a leaf, below expression_modulus
  std::vector<std::uint8_t> multiplies = {};  ///< per node: whether it multiplies; else it adds
  std::uint32_t root = 0;

  std::uint64_t nodes() const { return left.size(); }
};

/// The value of an expression of n numbers, by tree contraction. An Euler tour numbers the leaves. In each round every
/// other leaf is raked, left children before right ones. A raked leaf leaves the tree together with its parent, and its
/// sibling gets a linear function that stands for both.
///
/// Model: EREW. Time: T <= 19 + 24 (1 + floor(log2 (n - 2))) for n >= 3, and the steps of list_ranking_random_mate()
/// and prefix_sums() for 4n - 2 items: O(log n). Work: O(n) with high probability.
///
/// Source: Kosaraju, Delcher, Optimal parallel evaluation of tree-structured computations by raking (1988); Abrahamson,
/// Dadoun, Kirkpatrick, Przytycka, A simple parallel tree contraction algorithm, J. Algorithms 10 (1989); JáJá, An
/// Introduction to Parallel Algorithms (1992), Section 3.3.
/// @param tree  of at least one leaf
std::uint32_t tree_contraction(Machine& machine, const ExpressionTree& tree);

/// What rake_and_compress() finds.
struct SubtreeSizes {
  std::vector<std::uint32_t> nodes;  ///< per node: how many its subtree has, itself among them
  std::uint32_t rounds = 0;
};

/// The number of nodes in the subtree of every node of rooted trees, whose nodes may have any number of children. In a
/// round all leaves add what they have to their parents and go (rake). Of a node with one child left, the child takes
/// over what it has, and its place below its parent, if coins say so: the child's coin shows heads, the node's shows
/// tails (compress). So no two nodes that go are neighbours. Multiprefix gathers the nodes that are left, and those
/// that were compressed; these learn their sizes in the opposite order, each from its child.
///
/// Model: CRCW with combining writes and multiprefix (under any CRCW rule), not CREW. Time: T <= 2 + 24 rounds, O(log
/// n) with high probability. Work: O(n) with high probability, a processor for each node that is left; up to n requests
/// for one cell.
///
/// Source: Miller, Reif, Parallel tree contraction and its application (1985); Reif (ed.), Synthesis of Parallel
/// Algorithms (1993), with random mate in place of pointer jumping.
/// @param parents  as for forest_roots()
SubtreeSizes rake_and_compress(Machine& machine, std::span<const std::uint32_t> parents);

/// The partner of each of n parentheses, or no_node if it has none. Depths come from prefix sums. The partner of an
/// opening parenthesis is the first place behind it with a smaller depth, found on a balanced tree of smallest depths.
///
/// Model: CREW, not EREW. Time: T <= 7 + 5 ⌈log2 n⌉ and the steps of prefix_sums(). Work: O(n log n) on n processors.
///
/// Source: Bar-On, Vishkin, Optimal parallel generation of a computation tree form, ACM Transactions on Programming
/// Languages and Systems 7 (1985), without the blocks that save work: see matching_parentheses_by_blocks(); JáJá, An
/// Introduction to Parallel Algorithms (1992), Section 3.4 and exercise 2.5.
/// @param text  of ( and )
std::vector<std::uint32_t> matching_parentheses(Machine& machine, std::string_view text);

/// The same with linear work. The first place of a smaller depth behind each parenthesis is found as
/// all_nearest_smaller_values_by_blocks() finds it: within blocks of log n places, then between blocks.
///
/// Model: CREW, not EREW. Time: O(log n). Work: O(n), in some steps on n processors, in others on n / log n.
///
/// Source: Bar-On, Vishkin (1985); Berkman, Schieber, Vishkin (1993), see all_nearest_smaller_values_by_blocks().
/// @param text  of ( and )
std::vector<std::uint32_t> matching_parentheses_by_blocks(Machine& machine, std::string_view text);

}  // namespace pram::programs
