#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include <pram/machines/detail/routines.hpp>
#include <pram/machines/switching.hpp>

namespace pram::detail {

/// Whether accesses can be served by sorting on so many terminals: a power of two, or any on RCN-FULL, whose own
/// routines go by the digits of a node's number to the base N_A.
/// @param topology  null: a network without one
/// @returns what is allowed instead; empty: they can
std::string instead_of_sorting(const Topology* topology, std::uint32_t terminals, const SwitchingOptions& switching,
                               const SortOptions& options);

// Each function has a source file of its own, as each instantiates all routines for its machine.

std::unique_ptr<Routines> make_rcn_routines(std::uint32_t atom, std::uint32_t levels, const PortModel& model,
                                            const SortOptions& options);
std::unique_ptr<Routines> make_hypercube_routines(std::uint32_t dimension, const PortModel& model);
std::unique_ptr<Routines> make_routed_routines(std::shared_ptr<const Topology> topology,
                                               const SwitchingOptions& switching, const SortOptions& options);

}  // namespace pram::detail
