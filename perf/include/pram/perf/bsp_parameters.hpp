#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include <pram/perf/report.hpp>
#include <pram/report/bsp_parameters.hpp>
#include <pram/spec.hpp>

namespace pram::perf {

/// The network's own g and l, or else those that `pram probe --network` fits with no further option.
/// @param progress  as ProbeRequest::progress
/// @returns nothing if progress() stopped the fit
/// @throws ConfigError for the network's name
std::optional<BspParameters> bsp_parameters(const Spec& network, std::uint32_t components,
                                            std::function<bool(std::uint64_t done, std::uint64_t of)> progress = {});

}  // namespace pram::perf
