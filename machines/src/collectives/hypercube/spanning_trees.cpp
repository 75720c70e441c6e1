#include "spanning_trees.hpp"

namespace pram {

namespace {

bool has(std::uint32_t node, std::uint32_t bit) { return (node >> bit & 1) != 0; }

std::uint32_t flipped(std::uint32_t node, std::uint32_t bit) { return node ^ 1U << bit; }

/// The first one at a bit below this, or at the highest ones after bit 0, or at this itself.
std::uint32_t next_one(std::uint32_t dimensions, std::uint32_t node, std::uint32_t bit) {
  std::uint32_t k = bit;
  do k = (k + dimensions - 1) % dimensions;
  while (!has(node, k) && k != bit);
  return k;
}

}  // namespace

std::uint32_t disjoint_tree_parent(std::uint32_t dimensions, std::uint32_t tree, std::uint32_t node) {
  if (!has(node, tree)) return flipped(node, tree);
  return flipped(node, next_one(dimensions, node, tree));
}

std::uint32_t balanced_tree_base(std::uint32_t dimensions, std::uint32_t node) {
  const std::uint32_t all = (1U << dimensions) - 1;
  std::uint32_t base = 0;
  std::uint32_t least = node;
  for (std::uint32_t j = 1; j < dimensions; ++j) {
    const std::uint32_t rotated = (node >> j | node << (dimensions - j)) & all;
    if (rotated >= least) continue;
    least = rotated;
    base = j;
  }
  return base;
}

std::uint32_t balanced_tree_parent(std::uint32_t dimensions, std::uint32_t node) {
  return flipped(node, next_one(dimensions, node, balanced_tree_base(dimensions, node)));
}

}  // namespace pram
