#pragma once

#include <bit>
#include <cstdint>

/// Who sends to whom in collectives that do not ask which links there are. Networks that carry out collectives and
/// collectives of BSP processes go by the same.
namespace pram {

/// The nodes that go on if those beyond a power of two are joined with a neighbour first, so that any number of nodes
/// can halve and double. Their places keep the order of the nodes.
class FoldedNodes {
 public:
  explicit constexpr FoldedNodes(std::uint32_t nodes) : core_(std::bit_floor(nodes)), joined_(nodes - core_) {}

  /// Places: the largest power of two that is no more than the number of nodes.
  constexpr std::uint32_t core() const { return core_; }
  /// Places whose nodes have joined with the node that follows.
  constexpr std::uint32_t joined() const { return joined_; }
  constexpr std::uint32_t node(std::uint32_t place) const { return place < joined_ ? 2 * place : place + joined_; }
  /// The node has given its values to the one before it, and waits for the result.
  constexpr bool waits(std::uint32_t node) const { return node < 2 * joined_ && node % 2 == 1; }
  /// The place of a node; of one that waits, that of the node before it.
  constexpr std::uint32_t place(std::uint32_t node) const { return node < 2 * joined_ ? node / 2 : node - joined_; }

 private:
  std::uint32_t core_;
  std::uint32_t joined_;
};

/// The first of `blocks` that a place keeps once the exchanges over bits 1, 2, … last_bit have halved what it holds.
constexpr std::uint32_t first_kept(std::uint32_t blocks, std::uint32_t place, std::uint32_t last_bit) {
  std::uint32_t first = 0;
  for (std::uint32_t bit = 1, half = blocks / 2; bit <= last_bit; bit *= 2, half /= 2)
    first += (place & bit) != 0 ? half : 0;
  return first;
}

/// The sum of (-2)^i for i from 0 to s: how far partners are from each other in Swing (De Sensi, Bonato, Saam and
/// Hoefler, NSDI 2024, Section 3).
constexpr std::int64_t swing_distance(std::uint32_t step) {
  std::int64_t sum = 0;
  std::int64_t power = 1;
  for (std::uint32_t i = 0; i <= step; ++i, power *= -2) sum += power;
  return sum;
}
/// @param nodes  2^n
constexpr std::uint32_t swing_partner(std::uint32_t nodes, std::uint32_t node, std::uint32_t step) {
  const std::int64_t distance = swing_distance(step);
  return static_cast<std::uint32_t>(node + (node % 2 == 0 ? distance : -distance)) & (nodes - 1);
}

/// The digits of a number to the base of -2, and back.
constexpr std::uint32_t to_negative_base(std::uint32_t number) { return (0xAAAAAAAA + number) ^ 0xAAAAAAAA; }
constexpr std::uint32_t from_negative_base(std::uint32_t digits) { return (0xAAAAAAAA ^ digits) - 0xAAAAAAAA; }

/// The position of a node among halves of halves: the exchanges of Swing are those of Bine butterflies, in which all
/// that a node keeps are neighbours by position (De Sensi and others, Bine trees, SC 2025, arXiv 2508.17311).
/// @param nodes  2^n
constexpr std::uint32_t swing_position(std::uint32_t nodes, std::uint32_t node) {
  const std::uint32_t digits = to_negative_base(node % 2 == 1 ? node : nodes - node) & (nodes - 1);
  const std::uint32_t gray = digits ^ digits >> 1;
  std::uint32_t position = 0;
  for (std::uint32_t bit = 1; bit < nodes; bit *= 2) position = 2 * position + ((gray & bit) != 0 ? 1 : 0);
  return position;
}

/// A Bine tree of 2^n nodes, counted from the root, goes over bits 2^(n-1), … 2, 1. Who has been reached sends to the
/// node whose number to the base of -2 differs in all digits up to that bit (De Sensi and others, SC 2025).
constexpr std::uint32_t bine_partner(std::uint32_t nodes, std::uint32_t node, std::uint32_t bit) {
  return from_negative_base(to_negative_base(node) ^ (2 * bit - 1)) & (nodes - 1);
}
/// The bit by which a node is reached; the root's is `nodes`.
constexpr std::uint32_t bine_bit(std::uint32_t nodes, std::uint32_t node) {
  if (node == 0) return nodes;
  // The digits that differ all at a time are equal.
  const std::uint32_t digits = to_negative_base(node) & (nodes - 1);
  const std::uint32_t changes = (digits ^ digits >> 1) & (nodes / 2 - 1);
  return changes == 0 ? nodes / 2 : changes & -changes;
}

/// Calls visit(first node that sends, distance) for the steps of the way up, then for those of the way down. In each
/// every 2 · distance-th node sends so far (Brent and Kung, A regular layout for parallel adders, 1982).
template <class Visit>
void two_sweeps(std::uint32_t nodes, Visit&& visit) {
  std::uint32_t distance = 1;
  for (; 2 * distance <= nodes; distance *= 2) visit(distance - 1, distance);
  for (; distance > 0; distance /= 2) {
    if (2 * distance - 1 + distance < nodes) visit(2 * distance - 1, distance);
  }
}

/// Calls visit(weight, digit) for each round of an all-to-all by the digits of the distance (Bruck and others, 1997).
/// Blocks whose distance has this digit of this weight go digit · weight nodes further.
template <class Visit>
void digit_rounds(std::uint32_t nodes, std::uint32_t radix, Visit&& visit) {
  for (std::uint64_t weight = 1; weight < nodes; weight *= radix) {
    for (std::uint64_t digit = 1; digit < radix && digit * weight < nodes; ++digit) visit(weight, digit);
  }
}
/// Blocks that a node sends in such a round: the distances below `nodes` that have the digit.
constexpr std::uint64_t digit_blocks(std::uint64_t nodes, std::uint64_t radix, std::uint64_t weight,
                                     std::uint64_t digit) {
  const std::uint64_t all = weight * radix;
  const std::uint64_t rest = nodes % all;
  const std::uint64_t last = rest <= digit * weight           ? 0
                             : rest - digit * weight < weight ? rest - digit * weight
                                                              : weight;
  return nodes / all * weight + last;
}

}  // namespace pram
