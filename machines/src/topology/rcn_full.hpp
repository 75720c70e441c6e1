#pragma once

#include <cassert>
#include <cstdint>
#include <string>
#include <vector>

#include "bundled_topology.hpp"
#include "divider.hpp"

namespace pram {

/// The routings of Hamdi's RCN-FULL paper. Algorithm 2 spreads messages from one row to another over many links.
enum class RcnRouting {
  algorithm_1,
  algorithm_2,           ///< with Algorithm 1 inside rows
  algorithm_2_recursive  ///< with Algorithm 2 inside rows too
};

/// RCN-FULL (N_A, L) (Hamdi): N = N_A^(2^L) nodes in sqrt(N) rows, each row an RCN-FULL (N_A, L - 1), and a transpose
/// link from (i, j) to (j, i). Level 0 is a complete graph, the atom.
///
/// Port j < N_A - 1 leads j + 1 further round the atom, port N_A - 2 + l is the transpose link of level l, which nodes
/// on that level's diagonal lack. Routing is Algorithm 1, which is shortest for L <= 1.
class RcnFull final : public BundledTopology {
 public:
  /// @param atom  N_A, at least 2; at most 2^20 nodes in all
  RcnFull(std::uint32_t atom, std::uint32_t levels);

  std::string name() const override;
  TopologyShape shape() const override {
    return {TopologyShape::Kind::rows_of_rows, {{TopologyFactor::Kind::complete, atom_.divisor()}}, levels()};
  }
  std::uint32_t nodes() const override { return nodes_; }
  std::uint32_t ports() const override { return atom_.divisor() - 1 + levels(); }
  std::uint32_t levels() const { return static_cast<std::uint32_t>(side_.size()); }

  std::uint32_t neighbour(std::uint32_t node, std::uint32_t port) const override {
    assert(node < nodes_ && port < ports());
    const std::uint32_t atom = atom_.divisor();
    if (port < atom - 1) {
      const std::uint32_t first = atom_.quotient(node) * atom;
      const std::uint32_t next = node - first + port + 1;
      return first + (next < atom ? next : next - atom);
    }
    const std::uint32_t level = port - (atom - 1);
    const Divider& side = side_[level];
    const std::uint32_t within = level + 1 < levels() ? side_[level + 1].remainder(node) : node;
    const std::uint32_t row = side.quotient(within);
    const std::uint32_t column = within - row * side.divisor();
    return row == column ? no_node : node - within + column * side.divisor() + row;
  }

  Leg next_leg(std::uint32_t node, std::uint32_t destination) const override {
    assert(node < nodes_ && destination < nodes_ && node != destination);
    const std::uint32_t atom = atom_.divisor();
    for (std::uint32_t level = levels(); level-- > 0;) {
      const Divider& side = side_[level];
      const std::uint32_t row = side.quotient(node);
      const std::uint32_t column = node - row * side.divisor();
      const std::uint32_t row_wanted = side.quotient(destination);
      if (row != row_wanted && column == row_wanted) return {atom - 1 + level, 1};
      // Inside the row: to the destination's column, or to where the link to its row is.
      destination = row == row_wanted ? destination - row * side.divisor() : row_wanted;
      node = column;
    }
    return {(destination > node ? destination - node : destination + atom - node) - 1, 1};
  }

  /// Algorithm 2: if source and destination lie in different rows, the message first crosses the transpose link;
  /// Algorithm 1 leads on from there.
  std::uint32_t spreading_stop(std::uint32_t from, std::uint32_t to) const override {
    if (levels() == 0) return to;
    const Divider& side = side_.back();
    const std::uint32_t row = side.quotient(from);
    const std::uint32_t column = from - row * side.divisor();
    return row == side.quotient(to) || row == column ? to : column * side.divisor() + row;
  }

  /// A hop under Algorithm 2 at every level.
  struct SpreadHop {
    std::uint32_t port = 0;
    std::uint32_t channel_class = 0;  ///< below spread_classes()
    std::uint32_t crossed = 0;        ///< what the message has crossed when the hop is done
  };

  /// The next hop under Algorithm 2 inside rows, too, at every level. A message that comes to the row where it is
  /// wanted goes on within it, though steps 2 and 3 as printed would leave it for a while. Longest: 3 · 2^L - 2 hops.
  /// @param crossed  0 as a message sets out, then what the hop before gave: bit l - 1 is set where the first transpose
  /// link of level l is behind it, or is none (on the diagonal)
  SpreadHop spread_hop(std::uint32_t node, std::uint32_t destination, std::uint32_t crossed) const {
    assert(node < nodes_ && destination < nodes_ && node != destination);
    const std::uint32_t atom = atom_.divisor();
    std::uint32_t piece = 0;
    for (std::uint32_t level = levels(); level-- > 0;) {
      const Divider& side = side_[level];
      const std::uint32_t bit = 1u << level;
      const std::uint32_t row = side.quotient(node);
      const std::uint32_t column = node - row * side.divisor();
      const std::uint32_t row_wanted = side.quotient(destination);
      if (row == row_wanted) {
        piece |= bit;
        destination -= row * side.divisor();
      } else {
        // Behind a transpose link the levels below begin anew.
        if ((crossed & bit) == 0) {
          crossed = (crossed | bit) & ~(bit - 1);
          if (row != column) return {atom - 1 + level, piece, crossed};
        }
        if (column == row_wanted) return {atom - 1 + level, (piece | (bit - 1)) + 1, crossed & ~(bit - 1)};
        destination = row_wanted;
      }
      node = column;
    }
    const std::uint32_t its_class = levels() == 0 ? 0 : piece + 1;
    return {(destination > node ? destination - node : destination + atom - node) - 1, its_class, crossed};
  }

  /// Classes of channels of such routes: 2^L + 1, and one for an atom alone. Pieces between the links that Algorithm 1
  /// has, too, are numbered as for channel_class(). Piece k has class k for the transpose links that spread before it,
  /// and class k + 1 for the atom's link and the transpose link behind it. In class k routes climb from the atom's link
  /// of piece k - 1 to the transpose link of its level, and from there down the levels below, to the atom of piece k.
  std::uint32_t spread_classes() const { return levels() == 0 ? 1 : (1u << levels()) + 1; }

  std::uint32_t distance(std::uint32_t from, std::uint32_t to) const override {
    return distance_within(levels(), from, to);
  }

  /// One class for each piece of a route between transpose links: 2^L. The class is the number of the piece, with a bit
  /// for each level, which is set once the message is in the row to which it goes. Routes climb: inside a piece from
  /// the atom's link to the transpose link behind it, and over that link into a higher piece.
  std::uint32_t channel_classes() const override { return 1u << levels(); }
  std::uint32_t channel_class(std::uint32_t node, std::uint32_t port, std::uint32_t destination) const override;

  TopologyProperties properties() const override;

  /// Chips are whole rows, or equal parts of rows (Theorems 2 and 3).
  std::optional<std::uint64_t> pins(std::uint32_t size) const override;

  /// The nodes of a route, both ends included.
  std::vector<std::uint32_t> path(std::uint32_t from, std::uint32_t to, RcnRouting routing) const;

 private:
  std::uint32_t distance_within(std::uint32_t level, std::uint32_t from, std::uint32_t to) const;
  std::optional<std::uint64_t> pins_within(std::uint32_t level, std::uint32_t size) const;

  Divider atom_;
  std::vector<Divider> side_;  ///< rows (and columns) of a network of level l + 1
  std::uint32_t nodes_;
};

}  // namespace pram
