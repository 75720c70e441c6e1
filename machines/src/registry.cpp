#include <pram/machines.hpp>

#include "bundled.hpp"
#include "topology/bundled.hpp"

namespace pram {

void register_machines() {
  networks().add(ideal_network());
  networks().add(router_network());
  register_topologies();
}

}  // namespace pram
