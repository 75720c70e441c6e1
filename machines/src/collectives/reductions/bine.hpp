#pragma once

#include <cstdint>
#include <vector>

namespace pram {

/// A message of a Bine tree. Nodes are counted from the root.
struct BineSend {
  std::uint32_t from = 0;
  std::uint32_t to = 0;
};

/// The steps of a broadcast down the Bine tree of 2^n nodes: a binomial tree whose messages go to nodes 1, 1, 3, 5, 11,
/// … away instead of 1, 2, 4, 8, 16, …, so that on a ring they cross a third fewer links. Partners differ in the lowest
/// digits of their numbers to the base of -2 (De Sensi and others, Bine trees, SC 2025, arXiv 2508.17311).
std::vector<std::vector<BineSend>> bine_tree(std::uint32_t nodes);

}  // namespace pram
