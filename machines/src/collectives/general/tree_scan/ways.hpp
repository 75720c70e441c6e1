#pragma once

#include <cstdint>
#include <vector>

#include "collectives/model/wires.hpp"

namespace pram {

/// A shortest way between any two nodes; those from one node are a tree.
class ShortestWays {
 public:
  explicit ShortestWays(const Wires& wires);

  /// Wires from one node to another.
  /// @throws NetworkError if there is no way
  std::uint32_t distance(std::uint32_t from, std::uint32_t to) const;
  /// The last wire of the way.
  std::uint32_t last_wire(std::uint32_t from, std::uint32_t to) const { return wire_[place(from, to)]; }

 private:
  std::size_t place(std::uint32_t from, std::uint32_t to) const { return std::size_t{from} * nodes_ + to; }

  std::uint32_t nodes_;
  std::vector<std::uint32_t> distance_;
  std::vector<std::uint32_t> wire_;
};

}  // namespace pram
