#pragma once

#include <memory>

#include <pram/machines/detail/routines.hpp>
#include <pram/machines/switching.hpp>

namespace pram::detail {

// Each function has a source file of its own, as each instantiates all routines for its machine.

std::unique_ptr<Routines> make_rcn_routines(std::uint32_t atom, std::uint32_t levels, const PortModel& model,
                                            const SortOptions& options);
std::unique_ptr<Routines> make_hypercube_routines(std::uint32_t dimension, const PortModel& model);
std::unique_ptr<Routines> make_routed_routines(std::shared_ptr<const Topology> topology,
                                               const SwitchingOptions& switching, const SortOptions& options);

}  // namespace pram::detail
