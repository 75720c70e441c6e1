#pragma once

#include "../command_line/command.hpp"

namespace pram::tool {

/// Makes options of what the file of --machine says, where the command has such an option and the command line does not
/// decide it: the file stands behind what is typed, and before what is usual. So whatever reads options, compares them
/// or keeps them needs to know of no file.
/// @param line  of a command that takes --machine, which is given
/// @throws Error for what is no machine, ConfigError
void take_machine_file(CommandLine& line);

}  // namespace pram::tool
