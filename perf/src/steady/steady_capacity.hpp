#pragma once

#include <optional>

#include <pram/perf/steady.hpp>

namespace pram::perf {

/// What the routes of a pattern's messages say of steady traffic before it is carried.
struct SteadyCapacity {
  std::optional<double> links;      ///< SteadyResult::capacity
  std::optional<double> bisection;  ///< SteadyResult::bisection_capacity
  std::optional<double> zero_load;  ///< SteadyResult::zero_load
};

SteadyCapacity steady_capacity(const SteadyRequest& request);

/// A rate at which the network's links would be full if all were used evenly, from some messages' routes: no network
/// keeps up with much more. At most 1.
double largest_rate(const SteadyRequest& request, std::uint64_t links);

}  // namespace pram::perf
