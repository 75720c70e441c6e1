#pragma once

#include <string>

#include "../options.hpp"

namespace pram::tool {

/// Whether --n or --seeds asks for more than one run.
bool is_sweep(const Options& options);

/// Refuses --n A..B and --seeds.
/// @throws ConfigError if one of them asks for more than one run
void refuse_sweep(const Options& options, const std::string& allowed);

}  // namespace pram::tool
