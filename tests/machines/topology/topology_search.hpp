#pragma once

#include <bit>
#include <cstdint>
#include <limits>
#include <vector>

#include <pram/machines/topology.hpp>

/// What can be learnt of a topology by nothing but walking its links.
namespace pram::testing {

/// The nodes that a node's links lead to, in order of ports.
inline std::vector<std::uint32_t> neighbours(const Topology& topology, std::uint32_t node) {
  std::vector<std::uint32_t> found;
  for (std::uint32_t port = 0; port < topology.ports(); ++port) {
    const std::uint32_t next = topology.neighbour(node, port);
    if (next != no_node) found.push_back(next);
  }
  return found;
}

/// Links from a node to every node, no_node where there is no path. Terminals that pass no messages on are entered, and
/// not passed through.
inline std::vector<std::uint32_t> search(const Topology& topology, std::uint32_t from) {
  std::vector<std::uint32_t> distance(topology.nodes(), no_node);
  std::vector<std::uint32_t> queue = {from};
  distance[from] = 0;
  for (std::size_t head = 0; head < queue.size(); ++head) {
    const std::uint32_t node = queue[head];
    if (!topology.terminals_pass_on() && node < topology.terminals() && node != from) continue;
    for (const std::uint32_t next : neighbours(topology, node)) {
      if (distance[next] != no_node) continue;
      distance[next] = distance[node] + 1;
      queue.push_back(next);
    }
  }
  return distance;
}

/// Fewest links between two halves, by trying all of them. For at most 20 nodes or so.
inline std::uint64_t smallest_cut(const Topology& topology) {
  const std::uint32_t nodes = topology.nodes();
  std::vector<std::uint32_t> linked(nodes, 0);
  for (std::uint32_t node = 0; node < nodes; ++node) {
    for (const std::uint32_t next : neighbours(topology, node)) linked[node] |= 1u << next;
  }
  std::uint64_t fewest = std::numeric_limits<std::uint64_t>::max();
  for (std::uint32_t half = 0; half < 1u << nodes; ++half) {
    if (std::popcount(half) != static_cast<int>(nodes / 2)) continue;
    std::uint64_t cut = 0;
    for (std::uint32_t node = 0; node < nodes; ++node) {
      if (half >> node & 1) cut += static_cast<std::uint64_t>(std::popcount(linked[node] & ~half));
    }
    fewest = cut < fewest ? cut : fewest;
  }
  return fewest;
}

/// Most links that leave one of the chips to which the nodes are dealt.
inline std::uint64_t most_leaving(const Topology& topology, const std::vector<std::uint32_t>& chip_of) {
  std::vector<std::uint64_t> leaving(topology.nodes(), 0);
  for (std::uint32_t node = 0; node < topology.nodes(); ++node) {
    for (const std::uint32_t next : neighbours(topology, node))
      leaving[chip_of[node]] += chip_of[node] != chip_of[next];
  }
  std::uint64_t most = 0;
  for (const std::uint64_t links : leaving) most = links > most ? links : most;
  return most;
}

}  // namespace pram::testing
