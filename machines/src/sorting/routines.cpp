#include "routines.hpp"

#include <bit>

#include <fmt/format.h>

#include "switching/named_options.hpp"
#include "topology/check/checked_topology.hpp"

namespace pram {

namespace {

/// The options that a native schedule can follow. All others (routing, buffers, …) belong to the switching technique.
bool only_port_model(const SwitchingOptions& options) {
  return options.routing == SwitchingOptions::Routing::own && options.combining == SwitchingOptions::Combining::none &&
         options.switching == SwitchingOptions::Technique::store_and_forward && options.buffers == 0;
}

bool of_rows(const Topology& topology) { return topology.shape().kind == TopologyShape::Kind::rows_of_rows; }

}  // namespace

std::string detail::instead_of_sorting(const Topology* topology, std::uint32_t terminals,
                                       const SwitchingOptions& switching, const SortOptions& options) {
  using Method = SortOptions::Method;
  if (std::has_single_bit(terminals)) return {};
  const bool by_digits =
      options.method == Method::own || options.method == Method::rcn_sort || options.method == Method::rotatesort;
  if (topology != nullptr && of_rows(*topology) && only_port_model(switching) && by_digits) return {};
  return fmt::format(
      "direct or combining for {} components: sorting needs a power of two, or RCN-FULL with its own sorters and "
      "routing",
      terminals);
}

std::unique_ptr<Routines> make_routines(const Spec& network, const SortOptions& options, std::uint32_t terminals) {
  const SwitchingOptions switching = detail::carrier_options(network);
  return make_routines(topologies().make(network, terminals), switching, options);
}

std::unique_ptr<Routines> make_routines(std::shared_ptr<const Topology> topology, const SwitchingOptions& switching,
                                        const SortOptions& options) {
  using Method = SortOptions::Method;
  topology = detail::checked(std::move(topology));
  if (switching.bandwidth == 0)
    throw ConfigError("network", topology->name(), "a bandwidth of at least one word a step");
  const PortModel model{switching.ports, switching.duplex, switching.startup, switching.bandwidth};
  const TopologyShape of = topology->shape();
  const bool rcn = of_rows(*topology);
  const bool of_rcn = options.method == Method::rcn_sort || options.method == Method::rotatesort;
  const bool native = only_port_model(switching) && options.method != Method::odd_even_merge;
  if (of_rcn && (!rcn || !native))
    throw ConfigError("sort", options.method == Method::rcn_sort ? "rcn_sort" : "rotatesort",
                      "only on RCN-FULL, its ports, duplex, startup and bandwidth alone changed");
  if (native && options.method != Method::shear) {
    if (rcn) return detail::make_rcn_routines(of.factors.front().size, of.levels, model, options);
    if (of.kind == TopologyShape::Kind::hypercube) return detail::make_hypercube_routines(topology->ports(), model);
  }
  return detail::make_routed_routines(std::move(topology), switching, options);
}

}  // namespace pram
