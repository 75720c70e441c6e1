#pragma once

#include "../command_line/command.hpp"

/// The commands, each of which its own file defines.
namespace pram::tool {

#define PRAM_COMMAND(name, ...) extern const Command name##_command;
#include "commands.def"

}  // namespace pram::tool
