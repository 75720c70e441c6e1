#pragma once

#include <vector>

#include <pram/machines/topology.hpp>

namespace pram {

#define TOPOLOGIES(family, ...) std::vector<TopologyEntry> family##_topologies();
#include "topologies.def"

}  // namespace pram
