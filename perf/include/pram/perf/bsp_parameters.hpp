#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include <pram/spec.hpp>

/// By which g and l a report predicts what a superstep costs: w + g h + l (Valiant 1990; Bisseling 2020, Section 1.2).
namespace pram::perf {

struct BspParameters {
  double g = 1;         ///< units of the network's time for each word
  double l = 0;         ///< units for each superstep
  bool fitted = false;  ///< to random h-relations, as `pram probe` does it; else they are the network's own

  double cost(double work, double relation, double supersteps) const { return work + g * relation + l * supersteps; }
};

/// Those of a network whose ports alone decide what a message costs (`router`, `ideal`). Others have none of their own.
/// @throws ConfigError for the network's name
std::optional<BspParameters> own_parameters(const Spec& network, std::uint32_t components);

/// The network's own, or else those that `pram probe --network` fits with no further option.
/// @param progress  as ProbeRequest::progress
/// @returns nothing if it was stopped
/// @throws ConfigError for the network's name
std::optional<BspParameters> bsp_parameters(const Spec& network, std::uint32_t components,
                                            std::function<bool(std::uint64_t done, std::uint64_t of)> progress = {});

}  // namespace pram::perf
