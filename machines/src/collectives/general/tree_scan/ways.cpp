#include "ways.hpp"

#include <pram/network/poll.hpp>

namespace pram {

ShortestWays::ShortestWays(const Wires& wires)
    : nodes_(wires.nodes()),
      distance_(std::size_t{nodes_} * nodes_, no_node),
      wire_(std::size_t{nodes_} * nodes_, no_node) {
  std::vector<std::uint32_t> reached;
  for (std::uint32_t from = 0; from < nodes_; ++from) {
    reached.assign(1, from);
    distance_[place(from, from)] = 0;
    for (std::size_t k = 0; k < reached.size(); ++k) {
      const std::vector<std::uint32_t>& leaving = wires.leaving(reached[k]);
      // Each origin begins with another wire, so that the ways of all do not go over the same ones.
      for (std::size_t turn = 0; turn < leaving.size(); ++turn) {
        const std::uint32_t wire = leaving[(turn + from) % leaving.size()];
        const std::uint32_t next = wires[wire].to;
        if (distance_[place(from, next)] != no_node) continue;
        distance_[place(from, next)] = distance_[place(from, reached[k])] + 1;
        wire_[place(from, next)] = wire;
        reached.push_back(next);
      }
    }
  }
}

std::uint32_t ShortestWays::distance(std::uint32_t from, std::uint32_t to) const {
  const std::uint32_t wires = distance_[place(from, to)];
  if (wires == no_node) throw NetworkError("a collective cannot reach every node: links lead from some only away");
  return wires;
}

}  // namespace pram
