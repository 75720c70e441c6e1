#pragma once

#include <string>

#include "../options.hpp"

namespace pram::tool {

/// The number that an option gives, at most 10^12.
/// @param otherwise  if it is not given
/// @param zero_too   whether it may be 0; it is never less
/// @throws ConfigError if it is another number, or none
double real_option(const Options& options, const Option<std::string>& option, double otherwise, bool zero_too);

}  // namespace pram::tool
