#pragma once

#include <string>

#include "offers.hpp"

/// The script by which a shell completes a command line. The script is text that calls nothing, so that a shell
/// completes at once.
namespace pram::tool {

std::string bash_completion(const OfferedCommand& line);
std::string zsh_completion(const OfferedCommand& line);
std::string fish_completion(const OfferedCommand& line);

}  // namespace pram::tool
