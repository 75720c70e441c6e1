#pragma once

#include <string>

#include "command.hpp"

namespace pram::tool {

/// Reads a command line.
/// @throws UsageError if it is not understood, with the nearest name if there is one
/// @throws ConfigError if the value of an option is not allowed
/// @throws pram::detail::MissingPart for a command, or an option, that this tool was linked without
CommandLine parse(int count, const char* const* arguments);

/// The flag of the option that a ConfigError names: "--memory-limit" for "memory_limit". A name without a flag stays as
/// it is.
std::string flag_of(const std::string& option);

}  // namespace pram::tool
