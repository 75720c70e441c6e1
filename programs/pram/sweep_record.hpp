#pragma once

#include <nlohmann/json.hpp>

#include <pram/perf/sweep.hpp>

namespace pram::perf {

/// A run as --resume keeps it.
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(SweepRun, n, seed, network, access, steps, work, requests, forward, back, exchanges,
                                   performance_factor, verified, failed)

}  // namespace pram::perf
