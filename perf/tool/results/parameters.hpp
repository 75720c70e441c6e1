#pragma once

#include <cstdint>
#include <optional>

#include <pram/perf/bsp_parameters.hpp>
#include <pram/spec.hpp>

namespace pram::tool {

/// What a report predicts supersteps by: the network's own g and l, or else those fitted to it, which takes a while and
/// shows progress.
/// @param interrupted  becomes true if Ctrl-C or SIGTERM stops the fit; then there are none
/// @throws ConfigError for the network's name
std::optional<perf::BspParameters> fitted_parameters(const Spec& network, std::uint32_t components, bool& interrupted);

}  // namespace pram::tool
