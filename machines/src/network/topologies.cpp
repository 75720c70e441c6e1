#include <pram/machines/topology.hpp>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "../topology/request.hpp"
#include "bundled.hpp"

namespace pram {

namespace {

/// Sees to it that what the entry makes has as many terminals as are wanted, and makes it a network, too.
void adopt(TopologyEntry& entry) {
  entry.make = [make = std::move(entry.make)](const Spec& spec, std::uint32_t terminals) {
    if (make == nullptr) spec.refuse("network", "one whose factory is given, not empty");
    std::unique_ptr<Topology> topology = make(spec, terminals);
    if (topology == nullptr) spec.refuse("network", "one whose factory returns an object, not null");
    TopologyRequest{spec, terminals}.match(topology->terminals());
    return topology;
  };
  networks().add(routed_network(entry));
}

}  // namespace

Registry<TopologyEntry>& topologies() {
  static Registry<TopologyEntry> table("network", adopt);
  return table;
}

std::unique_ptr<Topology> make_topology(const Spec& topology, std::uint32_t terminals) {
  if (!topology.options.empty()) topology.refuse("network", "a topology, which has sizes and no options");
  const std::vector<std::string> known = topologies().names();
  if (std::ranges::find(known, topology.name) == known.end())
    topology.refuse("network", allowed_names(topology.name, known));
  return topologies().make(topology, terminals);
}

}  // namespace pram
