#pragma once

#include <string>
#include <string_view>
#include <utility>

#include <pram/carrier.hpp>

namespace pram::detail {

/// Splits "torus:64x64,ports=one,routing=valiant" into the topology's name and the options of its carrier.
/// @throws ConfigError for options unknown, repeated, or of values not allowed
std::pair<std::string, CarrierOptions> parse_network(std::string_view name);

/// The options that differ from the defaults, as they would be asked for: ",ports=one,routing=valiant".
std::string to_string(const CarrierOptions& options);

}  // namespace pram::detail
