#pragma once

#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include <pram/programs/tree.hpp>
#include "input/kind.hpp"
#include "input/tree/forest.hpp"

namespace pram::programs {

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
  static const UntypedKind& untyped();
};

template <>
struct KindOf<const AdjacencyTree&> : AdjacencyTrees {
  static std::tuple<const AdjacencyTree&> arguments(const Value& tree) { return {tree}; }
};

}  // namespace pram::programs
