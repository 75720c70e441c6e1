#include <pram/machines/detail/named_switching.hpp>

#include "switching/named_options.hpp"

namespace pram {

namespace {

/// The topology of a name. "torus:64x64" says how many terminals it has; "torus:3d" does not.
std::shared_ptr<const Topology> topology_of(const Spec& network, std::uint32_t terminals, bool strictly) {
  if (!strictly && !network.values.empty()) {
    try {
      return topologies().make(network, 0U);
    } catch (const ConfigError&) {
    }
  }
  return topologies().make(network, terminals);
}

}  // namespace

NamedSwitching make_named_switching(const Spec& network, std::uint32_t terminals, bool strictly) {
  const SwitchingOptions options = detail::carrier_options(network);
  const std::shared_ptr<const Topology> topology = topology_of(network, terminals, strictly);
  return {topology->name() + detail::to_string(options), options, make_switching(topology, options)};
}

}  // namespace pram
