#include "known_topology.hpp"

#include <cstdint>
#include <utility>

#include <pram/error.hpp>

namespace pram::report {

std::shared_ptr<const Topology> known_topology(const NetworkLoad& load) {
  std::shared_ptr<const Topology> topology = load.shape;
  try {
    if (topology == nullptr) topology = make_topology(load.topology);
  } catch (const Error&) {
    return nullptr;  // a network of the user's own may call its links anything
  }
  const std::uint64_t links = std::uint64_t{topology->nodes()} * topology->ports();
  if (load.forward.busy.size() != links || load.back.busy.size() != links) return nullptr;
  return topology;
}

}  // namespace pram::report
