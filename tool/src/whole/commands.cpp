#include "../command_line/command.hpp"

/// The table of all commands. first/ has that of the tool that is built first.
namespace pram::tool {

#define PRAM_COMMAND(name, ...) extern const Command name##_command;
#include "../commands/commands.def"

std::span<const CommandRow> command_table() {
  static constexpr CommandRow rows[] = {
#define PRAM_COMMAND(name, alias, brief, description) {#name, alias, brief, description, &name##_command},
#include "../commands/commands.def"
  };
  return rows;
}

}  // namespace pram::tool
