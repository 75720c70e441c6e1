#include <pram/machines/topology.hpp>

#include <algorithm>
#include <string>
#include <vector>

namespace pram {

Registry<TopologyEntry>& topologies() {
  static Registry<TopologyEntry> table("network");
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
