#pragma once

#include <cstdint>

#include <pram/machine.hpp>
#include <pram/programs/tree.hpp>

namespace pram::programs {

/// A tree by lists of neighbours in shared memory, as AdjacencyTree has them.
struct SharedTree {
  Array<std::uint32_t> from;  ///< per arc, as `next` and `twin`: the node where it begins
  Array<std::uint32_t> next;
  Array<std::uint32_t> twin;
  std::uint32_t root = 0;
  std::uint32_t first = 0;  ///< an arc that begins at the root, or no_node
  std::uint64_t nodes = 1;
};

/// A copy of a tree in shared memory.
inline SharedTree shared_tree(Machine& machine, const AdjacencyTree& tree) {
  return {machine.array(tree.from, "from"),
          machine.array(tree.next, "next"),
          machine.array(tree.twin, "twin"),
          tree.root,
          tree.first[tree.root],
          tree.first.size()};
}

}  // namespace pram::programs
