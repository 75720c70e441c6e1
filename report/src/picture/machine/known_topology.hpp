#pragma once

#include <memory>

#include <pram/ledger.hpp>
#include <pram/machines/topology.hpp>

namespace pram::report {

/// The topology whose links a load is of: the machine's own, or that of its name where the load was read from a file.
/// Null if neither is known, or if it has other links than the load: then there are no pictures of links.
std::shared_ptr<const Topology> known_topology(const NetworkLoad& load);

}  // namespace pram::report
