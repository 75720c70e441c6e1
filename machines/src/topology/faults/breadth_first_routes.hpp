#pragma once

#include <cstdint>

#include <pram/detail/memory_account.hpp>
#include <pram/machines/topology.hpp>

namespace pram {

/// Shortest routes over the links of any topology, by a table of the next port for each node and terminal.
///
/// A link leads up if it leads to a node of a higher number. A route's valleys are the nodes where it goes on upwards
/// after it came down. Of all shortest routes those of the fewest valleys are taken, so that few classes of channels
/// are enough: a message changes its class at each valley, as in up*/down* routing it may never do (Schroeder et al.
/// 1991). Within a class it goes up, then down, which is the order of links that keeps worms from waiting in a circle.
/// A hash decides between routes of equally many valleys.
class BreadthFirstRoutes {
 public:
  /// @param topology  is asked for its links alone, and stays while this does; of at most 2^16 - 1 ports
  explicit BreadthFirstRoutes(const Topology& topology);

  bool reaches(std::uint32_t node, std::uint32_t terminal) const {
    return node == terminal || table_[place(node, terminal)] != no_port;
  }
  /// The port through which a route to another node leaves; there must be one.
  std::uint32_t port(std::uint32_t node, std::uint32_t terminal) const { return table_[place(node, terminal)]; }

  struct Route {
    std::uint32_t hops = 0;
    std::uint32_t valleys = 0;
  };
  /// The route between two nodes; there must be one.
  Route route(std::uint32_t node, std::uint32_t terminal) const;

  /// Of all terminals that reach each other, each itself, too.
  std::uint64_t pairs() const { return pairs_; }
  std::uint64_t distances() const { return distances_; }  ///< added up over these pairs
  std::uint32_t diameter() const { return diameter_; }
  std::uint32_t most_valleys() const { return most_valleys_; }

 private:
  class Search;

  static constexpr std::uint16_t no_port = 0xffff;

  std::size_t place(std::uint32_t node, std::uint32_t terminal) const { return std::size_t{terminal} * nodes_ + node; }

  const Topology& topology_;
  std::uint32_t nodes_;
  detail::CountedVector<std::uint16_t> table_;
  std::uint64_t pairs_ = 0;
  std::uint64_t distances_ = 0;
  std::uint32_t diameter_ = 0;
  std::uint32_t most_valleys_ = 0;
};

}  // namespace pram
