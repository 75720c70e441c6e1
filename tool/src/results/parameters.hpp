#pragma once

#include <cstdint>
#include <optional>

#include <pram/perf/bsp_parameters.hpp>
#include <pram/spec.hpp>

namespace pram::tool {

/// The g and l by which a report predicts supersteps: the network's own, or else those fitted to it. A fit takes a
/// while and shows progress.
/// @param interrupted  becomes true if Ctrl-C or SIGTERM stops the fit; then nothing is returned
/// @throws ConfigError for the network's name
std::optional<report::BspParameters> fitted_parameters(const Spec& network, std::uint32_t components,
                                                       bool& interrupted);

}  // namespace pram::tool
