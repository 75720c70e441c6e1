#pragma once

#include <pram/machines/topology.hpp>

namespace pram {

/// Refuses a topology in which some terminal does not reach some other.
/// @throws ConfigError of option "network"
void refuse_parts(const Topology& topology);

}  // namespace pram
