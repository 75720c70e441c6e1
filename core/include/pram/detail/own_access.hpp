#pragma once

#include <string>

#include <pram/spec.hpp>

namespace pram {

struct MachineOptions;

namespace detail {

/// The access protocol that a network names among its options: "ranade" for "butterfly:64,access=ranade". Such a
/// network takes the requests of a step as a whole, and no other protocol serves it. "": the network carries messages
/// for any.
std::string own_access(const Spec& network);

/// Refuses a protocol that does not serve a network which has its own.
/// @throws ConfigError
void check_own_access(const Spec& network, const Spec& access);

/// Has the network's own protocol, if there is one, serve a machine whose options leave the protocol open: "combining",
/// as MachineOptions has it.
/// @throws ConfigError if the options ask for another
void take_own_access(MachineOptions& options);

}  // namespace detail

}  // namespace pram
