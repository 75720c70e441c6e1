#pragma once

#include <pram/network.hpp>

namespace pram {

/// One unit a phase, whatever it carries: the textbook PRAM.
NetworkEntry ideal_network();

/// A phase that is a (q,r)-pattern costs g max(q, r) + l (TR-24-92, Section 2, with g = 1 and l = 0).
NetworkEntry router_network();

}  // namespace pram
