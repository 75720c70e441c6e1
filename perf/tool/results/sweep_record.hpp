#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include <pram/perf/sweep.hpp>

namespace pram::perf {

/// A run as --resume keeps it.
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(SweepRun, n, seed, network, access, steps, work, requests, forward, back, exchanges,
                                   performance_factor, verified, failed)

}  // namespace pram::perf

namespace pram::tool {

/// A line of JSON. Names of files need not be UTF-8: such bytes are replaced, as in every report.
template <class Kept>
std::string record_of(const Kept& kept) {
  return nlohmann::json(kept).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace pram::tool
