#pragma once

#include <pram/machines/topology.hpp>

namespace pram {

/// A topology of the library's own. Tests go through all its links and routes, so that switching techniques carry over
/// it without the checks that a user's topology gets (check/checked_topology.hpp).
class BundledTopology : public Topology {};

}  // namespace pram
