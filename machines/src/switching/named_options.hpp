#pragma once

#include <string>

#include <pram/machines/switching.hpp>
#include <pram/spec.hpp>

namespace pram::detail {

/// The options of the switching technique in "torus:64x64,ports=one,routing=valiant". Name, values and
/// what fails belong to the topology.
/// @throws ConfigError for options that are unknown, repeated, before the sizes, or of values not allowed
SwitchingOptions carrier_options(const Spec& network);

/// The options that differ from the defaults, as they would be asked for: ",ports=one,routing=valiant".
std::string to_string(const SwitchingOptions& options);

}  // namespace pram::detail
