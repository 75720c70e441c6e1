#pragma once

#include <string>

#include <pram/machines/switching.hpp>
#include <pram/spec.hpp>

namespace pram::detail {

/// The switching technique's options in "torus:64x64,ports=one,routing=valiant"; the name and the values are the
/// topology's.
/// @throws ConfigError for options unknown, repeated, before sizes, or of values not allowed
SwitchingOptions carrier_options(const Spec& network);

/// The options that differ from the defaults, as they would be asked for: ",ports=one,routing=valiant".
std::string to_string(const SwitchingOptions& options);

}  // namespace pram::detail
