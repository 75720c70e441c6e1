#pragma once

#include <cstdint>
#include <tuple>
#include <vector>

#include <pram/programs/tree.hpp>
#include "input/kind.hpp"

namespace pram::programs {

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
  static const UntypedKind& untyped();
};

template <>
struct KindOf<const TreeAndPairs&> : TreesAndPairs {
  static std::tuple<const TreeAndPairs&> arguments(const Value& input) { return {input}; }
};

}  // namespace pram::programs
