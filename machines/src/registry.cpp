#include <pram/machines.hpp>

#include "collectives/bundled.hpp"
#include "network/bundled.hpp"
#include "topology/bundled.hpp"

namespace pram {

void register_machines() {
  networks().add(ideal_network());
  networks().add(router_network());
  networks().add(bus_network());
  networks().add(shared_memory_network());
  networks().add(ocpc_network());
  register_topologies();
  for (const TopologyEntry& topology : topologies().entries()) networks().add(routed_network(topology));
  register_collectives();
}

}  // namespace pram
