#pragma once

#include <cstdint>

#include <pram/machines/topology.hpp>

namespace pram::detail {

inline constexpr std::uint32_t no_link = 0xFFFFFFFF;

/// The link of the same wire in the other direction; none if wires have one direction or the port is unused.
inline std::uint32_t opposite_of(const Topology& topology, std::uint32_t link) {
  const std::uint32_t ports = topology.ports();
  const std::uint32_t node = link / ports;
  const std::uint32_t other = topology.neighbour(node, link % ports);
  if (other == no_node || !topology.two_way()) return no_link;
  for (std::uint32_t port = 0; port < ports; ++port) {
    if (topology.neighbour(other, port) == node) return other * ports + port;
  }
  return no_link;
}

}  // namespace pram::detail
