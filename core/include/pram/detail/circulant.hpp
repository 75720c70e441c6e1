#pragma once

#include <cstdint>
#include <vector>

/// Träff's schedules on circulant graphs, in the fewest rounds for any number of nodes. Collectives of networks and
/// those of BSP processes go by them.
namespace pram {

/// Skips that halve the number of nodes, rounded up: 1, …, ⌈p / 4⌉, ⌈p / 2⌉, p. The circulant graph of p nodes has
/// links from every node to those so many places further.
std::vector<std::uint32_t> circulant_skips(std::uint32_t nodes);

/// The blocks that a node receives in the rounds of the broadcast schedule on a circulant graph, for the first blocks;
/// those below 0 came a phase of q rounds before, q = ⌈log2 p⌉ (Träff, arXiv 2205.10072 and 2407.18004).
/// @param node  counted from the root
std::vector<std::int32_t> circulant_receives(std::uint32_t nodes, std::uint32_t node);

/// A block that a node gets, for the first time. Nodes are counted from the root.
struct CirculantSend {
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  std::uint32_t block = 0;
};

/// The sends of all rounds of a broadcast of so many blocks: blocks - 1 + q rounds. In each a node sends at most once
/// and receives at most once.
std::vector<std::vector<CirculantSend>> circulant_broadcast(std::uint32_t nodes, std::uint32_t blocks);

}  // namespace pram
