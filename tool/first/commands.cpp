#include "command_line/command.hpp"

/// The table of commands, with those that are linked, and with name and description of the others.
namespace pram::tool {

#define PRAM_COMMAND(name, ...) extern const Command name##_command [[gnu::weak]];
#include "commands/commands.def"

std::span<const CommandRow> command_table() {
  static const CommandRow rows[] = {
#define PRAM_COMMAND(name, alias, brief, description) {#name, alias, brief, description, &name##_command},
#include "commands/commands.def"
  };
  return rows;
}

}  // namespace pram::tool
