#include <pram/machines.hpp>

#include "bundled.hpp"

namespace pram {

void register_machines() {
  networks().add(ideal_network());
  networks().add(router_network());
}

}  // namespace pram
