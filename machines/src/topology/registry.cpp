#include <pram/topology.hpp>

namespace pram {

Registry<TopologyEntry>& topologies() {
  static Registry<TopologyEntry> table("network");
  return table;
}

std::unique_ptr<Topology> make_topology(const Spec& topology, std::uint32_t terminals) {
  if (!topology.options.empty()) topology.refuse("network", "a topology, which has sizes and no options");
  return topologies().make(topology, terminals);
}

}  // namespace pram
