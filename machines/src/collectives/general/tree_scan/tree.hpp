#pragma once

#include <cstdint>
#include <vector>

#include "ways.hpp"

/// Scans along a tree: what subtrees combine goes up, and what comes before them goes down.
namespace pram {

/// A binary tree of all nodes with data, in order: what is in a subtree are consecutive nodes, those of its left part
/// before its root, and those of its right part behind.
struct ScanTree {
  struct Place {
    std::uint32_t parent = no_node;
    std::uint32_t left = no_node;
    std::uint32_t right = no_node;
  };
  std::vector<Place> places;
  std::uint32_t root = 0;
};

/// Where the root of a run of nodes may lie.
enum class RootChoice : std::uint8_t {
  middle,         ///< in the middle: the lowest tree
  middle_half,    ///< of the middle half the node that is nearest to the root above
  middle_thirds,  ///< the same of the middle two thirds
  last,           ///< at the end: the tree is a chain, and each node gets one vector
  low,            ///< so that the fewest wires lead from the last leaf to the root; up to 128 nodes
  low_and_short,  ///< so that these, and all from nodes to their parents on average, are few
  short_ways      ///< so that these are the fewest, above all
};
inline constexpr RootChoice all_root_choices[] = {
    RootChoice::middle, RootChoice::middle_half,   RootChoice::middle_thirds, RootChoice::last,
    RootChoice::low,    RootChoice::low_and_short, RootChoice::short_ways};

/// Whether a tree of so many nodes is made by this choice: the last three look at all runs and roots.
constexpr bool makes_tree(RootChoice choice, std::uint32_t nodes) {
  constexpr std::uint32_t most_nodes_of_all_roots = 128;
  return choice < RootChoice::low || nodes <= most_nodes_of_all_roots;
}

ScanTree scan_tree(const ShortestWays& ways, std::uint32_t nodes, RootChoice choice);

/// A partial result that is made at a node, of its vector and of products that come there. The last products of a scan
/// are the results of its nodes, in their order.
struct ScanProduct {
  std::uint32_t origin = 0;
  std::vector<std::uint32_t> parts = {};    ///< products that it is made of, in the order in which they are combined
  std::vector<std::uint32_t> targets = {};  ///< nodes that need it; none: it is not sent
};

/// Product v of the k nodes is what the subtree of v combines, for its parent. Product k + v is what all nodes up to v
/// combine: the result of v, for the root of its right part and those down the left side of that.
std::vector<ScanProduct> scan_products(const ScanTree& tree);

/// A scan in levels of runs of 1, r, r², … nodes: what each run combines goes from its last node to all nodes of the
/// next runs, up to r runs together. All of it goes to many nodes, over few levels.
std::vector<ScanProduct> scan_products_in_levels(std::uint32_t nodes, std::uint32_t radix);

}  // namespace pram
