#include <pram/machines/topology.hpp>

#include <memory>
#include <string>
#include <utility>

#include "../topology/request.hpp"
#include "network_entries.hpp"

namespace pram {

namespace {

/// Sees to it that what the entry makes has as many terminals as are wanted, and makes it a network, too.
void adopt(TopologyEntry& entry) {
  if (entry.make != nullptr) {
    entry.make = [make = std::move(entry.make)](const Spec& spec, std::uint32_t terminals) {
      std::unique_ptr<Topology> topology = make(spec, terminals);
      if (topology != nullptr) TopologyRequest{spec, terminals}.match(topology->terminals());
      return topology;
    };
  }
  networks().add(routed_network(entry));
}

}  // namespace

Registry<TopologyEntry>& topologies() {
  static Registry<TopologyEntry> table("network", adopt);
  return table;
}

std::unique_ptr<Topology> make_topology(const Spec& topology, std::uint32_t terminals) {
  if (!topology.options.empty()) topology.refuse("network", "a topology, which has sizes and no options");
  if (!topologies().contains(topology.name))
    topology.refuse("network", allowed_names(topology.name, topologies().names()));
  return topologies().make(topology, terminals);
}

}  // namespace pram
