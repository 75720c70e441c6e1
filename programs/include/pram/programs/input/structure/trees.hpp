#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <pram/programs/input/kind.hpp>
#include <pram/programs/tree.hpp>

namespace pram::programs {

/// Rooted trees: the parent of each node. A root is its own parent.
struct Forest {
  std::vector<std::uint32_t> parent;
};

/// Rooted trees; a file has the parent of each node, -1 or itself for a root.
struct Forests {
  using Value = Forest;
  static constexpr const char* file = "numbers";
  static Shapes<Value> shapes();
  /// @throws InputError also if a parent is no node, or some nodes form a cycle
  static Value read(const InputRequest& request, const Sizes& sizes);
  static InputSizes sizes(const Value& forest) { return {{"n", forest.parent.size()}}; }
};

/// The forest of these parents, -1 or itself for a root.
/// @param file  for errors
/// @throws InputError if a parent is no node, or some nodes form a cycle
Forest forest_of(const std::vector<std::int64_t>& parents, const std::string& file);

/// For each node, the number of edges to its root.
/// @returns nothing if some nodes form a cycle
std::vector<std::uint32_t> depths_of(const Forest& forest);

/// The lists of neighbours of a tree, in the order of the nodes' numbers.
/// @param forest  one tree; its root becomes that of the lists
AdjacencyTree adjacency_of(const Forest& forest);

/// Passes a forest on if it is one tree.
/// @param file  for errors
/// @throws InputError if it is not
Forest one_tree(Forest forest, const std::string& file);

/// Trees as lists of neighbours; a file has the parent of each node, -1 or itself for the root.
struct AdjacencyTrees {
  using Value = AdjacencyTree;
  static constexpr const char* file = "numbers";
  static Shapes<Value> shapes();
  /// @throws InputError also if it is not one tree
  static Value read(const InputRequest& request, const Sizes& sizes);
  static InputSizes sizes(const Value& tree) { return {{"n", tree.first.size()}}; }
};

/// A tree, and pairs of its nodes.
struct TreeAndPairs {
  AdjacencyTree tree;
  std::vector<NodePair> pairs;
};

/// Trees of n nodes with half as many pairs. A file has n, then the parent of each node, -1 or itself for the root,
/// then two nodes for each pair.
struct TreesAndPairs {
  using Value = TreeAndPairs;
  static constexpr const char* file = "numbers";
  static Shapes<Value> shapes();
  /// @throws InputError also if it is not one tree, or a pair has a number that is no node's
  static Value read(const InputRequest& request, const Sizes& sizes);
  static InputSizes sizes(const Value& input) {
    return {{"n", input.tree.first.size()}, {"pairs", input.pairs.size()}};
  }
};

extern template const UntypedKind& untyped_kind<Forests>();
extern template const UntypedKind& untyped_kind<AdjacencyTrees>();
extern template const UntypedKind& untyped_kind<TreesAndPairs>();

}  // namespace pram::programs
