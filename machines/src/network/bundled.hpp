#pragma once

#include <pram/network.hpp>
#include <pram/topology.hpp>

namespace pram {

/// One unit a phase, whatever it carries: the textbook PRAM.
NetworkEntry ideal_network();

/// A phase that is a (q,r)-pattern costs g max(q, r) + l (TR-24-92, Section 2, with g = 1 and l = 0).
NetworkEntry router_network();

/// One message at a time; a value that many await is heard by all at once (Saad and Schultz, Section 2).
NetworkEntry bus_network();

/// At most k* components at a time reach the common memory (Saad and Schultz, Section 2).
NetworkEntry shared_memory_network();

/// An optical crossbar on which a component gets a message only if nobody else aims at it in the cycle (S*PRAM;
/// Anderson and Miller 1988, Geréb-Graus and Tsantilas 1992).
NetworkEntry ocpc_network();

/// A topology on which every message is carried link by link.
NetworkEntry routed_network(const TopologyEntry& topology);

}  // namespace pram
