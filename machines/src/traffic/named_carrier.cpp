#include <pram/named_carrier.hpp>

#include <string>

#include "carrier/named_options.hpp"

namespace pram {

namespace {

/// "torus:64x64" says how many terminals it has, "torus:3d" does not.
std::shared_ptr<const Topology> topology_of(const std::string& shape, std::uint32_t terminals, bool strictly) {
  if (!strictly && shape.find(':') != std::string::npos) {
    try {
      return make_topology(shape);
    } catch (const ConfigError&) {
    }
  }
  return make_topology(shape, terminals);
}

}  // namespace

NamedCarrier make_named_carrier(std::string_view name, std::uint32_t terminals, bool strictly) {
  const auto [shape, options] = detail::parse_network(name);
  const std::shared_ptr<const Topology> topology = topology_of(shape, terminals, strictly);
  return {topology->name() + detail::to_string(options), options, make_carrier(topology, options)};
}

}  // namespace pram
