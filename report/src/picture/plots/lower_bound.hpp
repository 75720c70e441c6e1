#pragma once

#include <string>

#include <pram/machine.hpp>
#include <pram/network.hpp>
#include <pram/report/detail/run/lower_bound.hpp>
#include <pram/report/detail/run/run.hpp>

namespace pram::report {

/// The bound of a run's machine: what the run says, or that of its parts by name.
LowerBound lower_bound(const RunSummary& run);

/// The bound of a network and an access protocol as they are known by name; none for what is not known here.
LowerBound lower_bound(const MachineOptions& machine);

/// Why there is no bound: "no lower bound by h that is known of this network".
std::string missing(const LowerBound& bound);

/// The bound as a formula: "h / 4 + 5".
std::string formula(const LeastCharge& least);

}  // namespace pram::report
