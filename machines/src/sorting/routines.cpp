#include "routines.hpp"

#include "carrier/named_options.hpp"

namespace pram {

namespace {

/// Options that a native schedule can follow; others (routing, buffers, …) are the carrier's.
bool only_port_model(const CarrierOptions& options) {
  return options.routing == CarrierOptions::Routing::own && options.combining == CarrierOptions::Combining::none &&
         options.switching == CarrierOptions::Switching::store_and_forward && options.buffers == 0;
}

}  // namespace

std::unique_ptr<Routines> make_routines(const Spec& network, const SortOptions& options, std::uint32_t terminals) {
  const CarrierOptions carrier = detail::carrier_options(network);
  return make_routines(topologies().make(network, terminals), carrier, options);
}

std::unique_ptr<Routines> make_routines(std::shared_ptr<const Topology> topology, const CarrierOptions& carrier,
                                        const SortOptions& options) {
  using Method = SortOptions::Method;
  if (carrier.bandwidth == 0) throw ConfigError("network", topology->name(), "a bandwidth of at least one word a step");
  const PortModel model{carrier.ports, carrier.duplex, carrier.startup, carrier.bandwidth};
  const TopologyShape of = topology->shape();
  const bool rcn = of.kind == TopologyShape::Kind::rows_of_rows;
  const bool of_rcn = options.method == Method::rcn_sort || options.method == Method::rotatesort;
  const bool native = only_port_model(carrier) && options.method != Method::odd_even_merge;
  if (of_rcn && (!rcn || !native))
    throw ConfigError("sort", options.method == Method::rcn_sort ? "rcn_sort" : "rotatesort",
                      "only on RCN-FULL, its ports, duplex, startup and bandwidth alone changed");
  if (native && options.method != Method::shear) {
    if (rcn) return detail::make_rcn_routines(of.factors.front().size, of.levels, model, options);
    if (of.kind == TopologyShape::Kind::hypercube) return detail::make_hypercube_routines(topology->ports(), model);
  }
  return detail::make_routed_routines(std::move(topology), carrier, options);
}

}  // namespace pram
