#include "spread_shape.hpp"

#include <pram/machines/detail/named_switching.hpp>

namespace pram::detail {

const RcnFull* spread_shape(const Topology& topology, const SwitchingOptions& options) {
  if (options.routing != SwitchingOptions::Routing::spread_all) return nullptr;
  const auto* shape = dynamic_cast<const RcnFull*>(&topology);
  if (shape == nullptr) {
    throw ConfigError("network", topology.name() + ",routing=spread-all",
                      "routing=spread-all on rcn-full:A,L alone, of which nothing has failed");
  }
  return shape;
}

}  // namespace pram::detail

namespace pram {

std::vector<std::uint32_t> spread_route(const Topology& topology, std::uint32_t from, std::uint32_t to) {
  const RcnFull& shape = *detail::spread_shape(topology, {.routing = SwitchingOptions::Routing::spread_all});
  std::vector<std::uint32_t> links;
  for (std::uint32_t crossed = 0; from != to;) {
    const RcnFull::SpreadHop hop = shape.spread_hop(from, to, crossed);
    links.push_back(from * shape.ports() + hop.port);
    from = shape.neighbour(from, hop.port);
    crossed = hop.crossed;
  }
  return links;
}

}  // namespace pram
