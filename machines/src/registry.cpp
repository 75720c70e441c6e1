#include <pram/machines.hpp>

#include "collectives/algorithm_families.hpp"
#include "network/network_entries.hpp"
#include "topology/topology_families.hpp"

namespace pram {

namespace {

void register_family(const std::vector<TopologyEntry>& family) {
  for (const TopologyEntry& topology : family) topologies().add(topology);
}

}  // namespace

void register_machines() {
#define NETWORK(name) networks().add(name##_network());
#include "network/networks.def"
#define TOPOLOGIES(family, ...) register_family(family##_topologies());
#include "topology/topologies.def"
  register_collectives();
}

}  // namespace pram
